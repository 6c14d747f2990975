package find_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/value"
)

// TestCyclic compares cyclic zugzwangs with those of a slow judge. It takes all drawn mutual zugzwangs and their images
// as they are, finds the moves between them, and follows these from each position.
func TestCyclic(t *testing.T) {
	cycles := map[string]bool{"KPvK": true, "KPvKP": true, "KRvKB": false, "KRvKN": false, "KNNvKN": true}
	for name, has := range cycles {
		wanted := map[key]bool{}
		list := zugzwangsWithMoves(t, name)
		for k, z := range list {
			reached := map[key]bool{}
			for open := slices.Clone(z.next); len(open) > 0; open = open[1:] {
				if !reached[open[0]] {
					reached[open[0]] = true
					open = append(open, list[open[0]].next...)
				}
			}
			if reached[k] {
				wanted[uncolored(&z.position)] = true
			}
		}
		q := find.Query{Class: class(t, name), Both: true, Kind: find.Cyclic, Values: find.Everything()}
		found := all(t, search(t, tables(t), q))
		for _, f := range found {
			if !wanted[uncolored(&f.Position)] || f.Value != value.Draw || f.Passed.Outcome() != value.Loss {
				t.Fatalf("%s: %s is found", name, f.Position.FEN())
			}
		}
		if len(found) != len(wanted) || has != (len(found) > 0) {
			t.Errorf("%s: %d are found of %d", name, len(found), len(wanted))
		}
	}
}

// A linked is a drawn mutual zugzwang with those that a move and a single reply lead to.
type linked struct {
	position board.Position
	next     []key
}

func zugzwangsWithMoves(t *testing.T, name string) map[key]*linked {
	t.Helper()
	list := map[key]*linked{}
	for _, side := range board.Colors {
		q := find.Query{Class: class(t, name), Side: side, Kind: find.Zugzwang, Values: find.Ending(value.Drawn)}
		images := board.Symmetry(board.Symmetries)
		if q.Class.Pawns() > 0 {
			images = board.MirrorFiles + 1
		}
		for _, f := range all(t, search(t, tables(t), q)) {
			for image := range images {
				men := slices.Clone(f.Position.Men())
				for i := range men {
					men[i].Square = image.Square(men[i].Square)
				}
				p := board.NewPosition(side, men...)
				list[keyOf(&p, board.Identity)] = &linked{position: p}
			}
		}
	}
	judge := newJudge(t, value.DTM, tables(t))
	for _, z := range list {
		for _, m := range z.position.LegalMoves(nil) {
			after := z.position.Play(m)
			var kept []board.Move
			for _, reply := range after.LegalMoves(nil) {
				if judge.after(&after, reply) != value.Loss {
					kept = append(kept, reply)
				}
			}
			if len(kept) != 1 {
				continue
			}
			next := after.Play(kept[0])
			if k := keyOf(&next, board.Identity); list[k] != nil {
				z.next = append(z.next, k)
			}
		}
	}
	return list
}
