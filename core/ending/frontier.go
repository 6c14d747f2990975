package ending

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
)

// A frontier follows claims from slice to slice, those of the highest potential first. It finds the unsolved slices
// that they depend on.
type frontier struct {
	kept *kept
	crew *crew
	most int // pieces of the slices that are visited

	visited map[Slice]bool // solved slices

	mu      sync.Mutex
	waiting []map[Slice]*marks // by potential
	hits    map[Slice]bool     // unsolved slices
}

func newFrontier(k *kept, c *crew, most int) *frontier {
	return &frontier{kept: k, crew: c, most: most, visited: map[Slice]bool{}, hits: map[Slice]bool{}}
}

// mark is a [marker]. Several goroutines may call it.
func (f *frontier) mark(s Slice, turn board.Color, word int, lanes uint64) {
	if lanes == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	_, solved := f.kept.find(s)
	if solved && s.isWide() {
		return // nothing more can be found
	}
	if !solved || s.pieces.count() > f.most {
		f.hits[s] = true
		return
	}
	level := s.potential()
	for len(f.waiting) <= level {
		f.waiting = append(f.waiting, map[Slice]*marks{})
	}
	m := f.waiting[level][s]
	if m == nil {
		of := frameOf(s.pieces)
		m = newMarks(of.words())
		f.waiting[level][s] = m
	}
	m.add(turn, word, lanes)
}

// add marks a position if a claim concerns it.
func (f *frontier) add(c claim, p *board.Position) error {
	s, ok := sliceOf(p)
	if !ok {
		return nil
	}
	var v view
	if err := v.find(s, p.Turn, f.kept); err != nil {
		return err
	}
	word, lane := v.locate(p)
	f.mark(s, p.Turn, word, c.concerns(v.word(word))&uint64(lane.Bit()))
	return nil
}

// follow follows a claim from all marked positions.
func (f *frontier) follow(ctx context.Context, c claim) error {
	for level := len(f.waiting) - 1; level >= 0; level-- {
		seeds := f.waiting[level] // an exit from here leads to lower levels
		f.waiting[level] = map[Slice]*marks{}
		list := slices.Collect(maps.Keys(seeds))
		err := f.crew.level(ctx, list, func(ctx context.Context, solver *solver, s Slice) error {
			return solver.followClaim(ctx, s, c, seeds[s], f.mark)
		})
		if err != nil {
			return err
		}
		for _, s := range list {
			f.visited[s] = true
		}
	}
	return nil
}
