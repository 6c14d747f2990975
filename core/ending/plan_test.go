package ending

import (
	"context"
	"errors"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
)

// TestPlan compares plans with the slices of all positions that legal moves other than promotions reach.
func TestPlan(t *testing.T) {
	for name, fen := range map[string]string{
		"one pawn":   "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1",
		"a jump":     "8/8/8/8/k1p5/8/KP6/8 w - - 0 1",
		"en passant": "8/8/8/k7/3pP3/8/8/4K3 b - e3 0 1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := tabletest.Position(t, fen)
			want := slicesOf(root)
			plan, err := NewPlan(t.Context(), root, len(want))
			if err != nil {
				t.Fatal(err)
			}
			if n := plan.Counts[0]; plan.More || len(plan.Counts) != 1 || n.Slices != len(want) ||
				n.Positions != int64(len(want))*2*64*64 {
				t.Errorf("%+v, want %d slices", plan, len(want))
			}
			less, err := NewPlan(t.Context(), root, len(want)-1)
			if err != nil || !less.More || less.Total().Slices != len(want)-1 {
				t.Errorf("with a smaller limit: %+v, %v", less, err)
			}
		})
	}
}

// slicesOf returns the slices of the positions that a position reaches without promotions.
func slicesOf(root board.Position) map[Slice]bool {
	found := map[Slice]bool{}
	seen := map[key]bool{}
	list := []board.Position{root}
	for len(list) > 0 {
		p := list[len(list)-1]
		list = list[:len(list)-1]
		s, _ := sliceOf(&p)
		found[s] = true
		for _, m := range p.LegalMoves(nil) {
			next := p.Play(m)
			if k := keyOf(&next); m.Promotion == board.NoPiece && !seen[k] {
				seen[k] = true
				list = append(list, next)
			}
		}
	}
	return found
}

// TestPlanPieces plans an ending with pieces, whose pawns can only be taken or promote.
func TestPlanPieces(t *testing.T) {
	plan, err := NewPlan(t.Context(), tabletest.Position(t, "8/4P3/8/3k4/8/8/1rR4p/2K5 w - - 0 1"), 99)
	if err != nil {
		t.Fatal(err)
	}
	slices := 0
	for pieces, each := range []int{1, 2, 1} { // the ways to choose them
		c := plan.Counts[pieces]
		if slices += c.Slices; c.Slices != each*4 || c.Positions != int64(c.Slices)*8192<<(6*pieces) {
			t.Errorf("with %d pieces: %+v", pieces, c)
		}
	}
	if plan.Total().Slices != slices || plan.Seconds(2) != plan.Seconds(1)/2 || plan.Seconds(1) < secondsEach[2] {
		t.Errorf("%+v, %v s", plan.Total(), plan.Seconds(1))
	}
}

func TestPlanRefused(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, err := NewPlan(stopped, tabletest.Position(t, "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1"), 9)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	var pieces *PiecesError
	three := tabletest.Position(t, "4k3/8/8/8/8/8/1P6/RRN1K3 w - - 0 1")
	if _, err := NewPlan(t.Context(), three, 9); !errors.As(err, &pieces) {
		t.Errorf("three pieces: %v", err)
	}
}
