package ending

import (
	"context"

	"github.com/matewright/matewright/core/board"
)

// A frontier follows claims from slice to slice, those of the highest potential first. It finds the unsolved slices
// that they depend on.
type frontier struct {
	kept    *kept
	solver  *solver
	waiting []map[Slice]*reach // by potential
	visited map[Slice]bool     // solved slices
	most    int                // pieces of the slices that are visited
	hits    map[Slice]bool     // unsolved slices
}

func newFrontier(k *kept, s *solver, most int) *frontier {
	return &frontier{kept: k, solver: s, most: most, visited: map[Slice]bool{}, hits: map[Slice]bool{}}
}

// mark is a [marker].
func (f *frontier) mark(s Slice, turn board.Color, word int, lanes uint64) {
	if lanes == 0 {
		return
	}
	if _, solved := f.kept.find(s); !solved || s.pieces.count() > f.most {
		f.hits[s] = true
		return
	}
	level := s.potential()
	for len(f.waiting) <= level {
		f.waiting = append(f.waiting, map[Slice]*reach{})
	}
	r := f.waiting[level][s]
	if r == nil {
		of := frameOf(s.pieces)
		r = newReach(of.words())
		f.waiting[level][s] = r
	}
	r[turn][word] |= lanes
}

// add marks a position if a claim concerns it.
func (f *frontier) add(c claim, p *board.Position) error {
	s, ok := sliceOf(p)
	if !ok {
		return nil
	}
	var v view
	if err := v.find(s, f.kept); err != nil {
		return err
	}
	word, lane := v.locate(p)
	f.mark(s, p.Turn, word, c.concerns(v.word(p.Turn, word))&uint64(lane.Bit()))
	return nil
}

// follow follows a claim from all marked positions.
func (f *frontier) follow(ctx context.Context, c claim) error {
	for level := len(f.waiting) - 1; level >= 0; level-- {
		for s, seeds := range f.waiting[level] {
			if err := ctx.Err(); err != nil {
				return err
			}
			delete(f.waiting[level], s)
			f.visited[s] = true
			if err := f.solver.followClaim(ctx, s, c, seeds, f.mark); err != nil {
				return err
			}
		}
	}
	return nil
}
