package ending

import (
	"context"

	"github.com/matewright/matewright/core/board"
)

// prepare finds the legal positions of a slice and their exits. Until the next call, the context ends all work on it.
func (s *solver) prepare(ctx context.Context, slice Slice) error {
	s.begin(slice)
	s.watch.begin(ctx)
	s.planes(func(p *plane, words int) { *p = cleared(*p, words) })
	for c := range s.exits {
		s.exits[c] = cleared(s.exits[c], s.words())
	}
	for i := range s.words() {
		if s.watch.over() {
			return s.watch.err
		}
		s.legal[board.White][i], s.legal[board.Black][i] = s.geometry.legal(i)
	}
	if err := s.addExits(); err != nil {
		return err
	}
	for _, c := range board.Colors {
		legal, next := s.legal[c], s.legal[c.Other()]
		for i, lanes := range legal {
			if s.watch.over() {
				return s.watch.err
			}
			if lanes != 0 {
				s.internal[c][i] = s.pull(c, i, next, nil) & lanes
			}
		}
	}
	return nil
}

// cleared returns n zeros, in the memory of a list if that is large enough.
func cleared[List ~[]T, T any](list List, n int) List {
	if cap(list) < n {
		return make(List, n)
	}
	clear(list[:n])
	return list[:n]
}

// solve returns the codes of all positions of a slice. If the context ends, it returns its error.
func (s *solver) solve(ctx context.Context, slice Slice) (*block, error) {
	if err := s.prepare(ctx, slice); err != nil {
		return nil, err
	}
	b := newBlock(s.words())
	for _, attacker := range board.Colors {
		for bound := range bounds {
			b.open = s.play(attacker, bound) && bound > surely || b.open
			if err := s.watch.look(); err != nil {
				return nil, err
			}
		}
	}
	for _, c := range board.Colors {
		for i, legal := range s.legal[c] {
			if legal == 0 {
				continue
			}
			var wins [2]lanes
			for bound := range bounds {
				wins[c][bound] = s.won[bound][c][i]
				wins[c.Other()][bound] = s.lost[bound][c.Other()][i]
			}
			b.words[c][i] = encode(legal, s.stale(c, i), wins)
		}
	}
	return b, nil
}
