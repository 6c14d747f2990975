package ending

import (
	"context"

	"github.com/matewright/matewright/core/board"
)

// prepare finds the legal positions of a slice and their exits, for games up to a bound. Until the next call, the
// context ends all work on it.
func (s *solver) prepare(ctx context.Context, slice Slice, most int) error {
	s.begin(slice)
	s.watch.begin(ctx)
	if s.words() >= largeWords {
		s.planes(-1, func(p *plane, _ int) { *p = nil }) // finding the exits takes memory for blocks instead
	}
	for _, c := range board.Colors {
		s.legal[c] = cleared(s.legal[c], s.words())
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
	s.planes(most, func(p *plane, words int) { *p = cleared(*p, words) })
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

// solve solves a slice, and reports whether it has open positions. Then codes returns the bounds. If the context ends,
// solve returns its error.
func (s *solver) solve(ctx context.Context, slice Slice) (open bool, err error) {
	if err := s.prepare(ctx, slice, maybe); err != nil {
		return false, err
	}
	for _, attacker := range board.Colors {
		for bound := range bounds {
			open = s.play(attacker, bound) && bound > surely || open
			if err := s.watch.look(); err != nil {
				return false, err
			}
		}
	}
	return open, nil
}

// codes returns the codes of a word of the slice that was solved last.
func (s *solver) codes(turn board.Color, word int) codes {
	legal := s.legal[turn][word]
	if legal == 0 {
		return codes{}
	}
	var wins [2]lanes
	other := turn.Other()
	wins[turn] = lanes{s.won[surely][turn][word], s.won[likely][turn][word], s.won[maybe][turn][word]}
	wins[other] = lanes{s.lost[surely][other][word], s.lost[likely][other][word], s.lost[maybe][other][word]}
	return encode(legal, s.stale(turn, word), &wins[board.White], &wins[board.Black])
}

// blocks returns the codes of all positions of the slice that was solved last, by side to move.
func (s *solver) blocks(open bool) *[2]*block {
	var all [2]*block
	for _, c := range board.Colors {
		all[c] = &block{words: make([]codes, s.words()), open: open}
		for i := range all[c].words {
			all[c].words[i] = s.codes(c, i)
		}
	}
	return &all
}
