package ending

import (
	"context"
	"math"

	"github.com/matewright/matewright/core/board"
)

// A Plan counts the slices that play can reach from a position without promotions. Only these are known before anything
// is solved: how many matter after promotions depends on the outcomes.
type Plan struct {
	Counts []Count // by number of pieces, kings left out
	More   bool    // there are more slices than were counted
}

// A Count has a number of slices, and of positions in them for both sides to move.
type Count struct {
	Slices    int
	Positions int64
}

// NewPlan counts the slices of a position's ending, up to a number. Errors are those of [New] and of the context.
func NewPlan(ctx context.Context, root board.Position, most int) (*Plan, error) {
	if err := Check(&root); err != nil {
		return nil, err
	}
	most = min(max(most, 0), math.MaxInt-1)
	list, err := beforePromotions(ctx.Err, &root, most+1)
	if err != nil {
		return nil, err
	}
	p := new(Plan)
	if p.More = len(list) > most; p.More {
		list = list[:most]
	}
	for _, s := range list {
		n := s.pieces.count()
		for len(p.Counts) <= n {
			p.Counts = append(p.Counts, Count{})
		}
		p.Counts[n].Slices++
		p.Counts[n].Positions += positionsOf(s.pieces)
	}
	return p, nil
}

// Total returns the sum of all counts.
func (p *Plan) Total() (sum Count) {
	for _, c := range p.Counts {
		sum.Slices += c.Slices
		sum.Positions += c.Positions
	}
	return sum
}

// secondsEach is about how long a thread takes for a slice, by number of pieces. Measured on a server of 2026 with an
// AMD EPYC, in endings of three to ten pawns. With two pieces, a bishop and a knight take 0.3 s and two queens 1.8 s.
var secondsEach = [MaxPieces + 1]float64{0.0001, 0.007, 0.8}

// Seconds estimates how long it takes to solve the counted slices once, by some threads on a server of 2026.
func (p *Plan) Seconds(threads int) (seconds float64) {
	for pieces, c := range p.Counts {
		seconds += secondsEach[pieces] * float64(c.Slices)
	}
	return seconds / float64(max(threads, 1))
}

// beforePromotions lists the slices that play can reach from a position without promotions, up to a number. It calls
// look from time to time, and returns its error.
func beforePromotions(look func() error, root *board.Position, most int) ([]Slice, error) {
	return closure(look, starts(root), most, func(_ Slice, promotes bool) bool { return !promotes })
}

// starts lists the slice of a position, and those after its captures en passant.
func starts(root *board.Position) []Slice {
	from, _ := sliceOf(root)
	starts := []Slice{from}
	if root.EnPassant != board.NoSquare { // other positions of the slice have no such captures
		for _, m := range root.LegalMoves(nil) {
			next := root.Play(m)
			if s, ok := sliceOf(&next); ok && m.Promotion == board.NoPiece {
				starts = append(starts, s)
			}
		}
	}
	return starts
}

// closure lists the slices that play can reach from some slices, and these. A function selects slices: by themselves,
// and by whether the move to them promotes. The list ends at a number of slices, or with an error of look.
func closure(
	look func() error, from []Slice, most int, within func(s Slice, promotes bool) bool,
) (list []Slice, err error) {
	seen := map[Slice]bool{}
	add := func(s Slice, promotes bool) {
		if !seen[s] && within(s, promotes) {
			seen[s] = true
			list = append(list, s)
		}
	}
	for _, s := range from {
		add(s, false)
	}
	for i := 0; i < len(list) && len(list) < most; i++ {
		if err := look(); err != nil {
			return nil, err
		}
		list[i].exits(func(e exit) {
			add(e.after, e.promoted != none)
			for _, s := range e.passing {
				add(s, false)
			}
		})
	}
	return list[:min(len(list), most)], nil
}
