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

// stale returns the lanes in which the side to move has no move and is not in check. Then the position is legal with
// either side to move.
func (s *solver) stale(turn board.Color, word int) uint64 {
	return s.legal[turn][word] & s.legal[turn.Other()][word] &^ (s.internal[turn][word] | s.exits[turn][word].any)
}

// play solves a game, after the attacker's games at lower bounds. It reports whether the exits differ from those of the
// bound before. It ends early if the watch is over.
func (s *solver) play(attacker board.Color, bound int) (more bool) {
	defender := attacker.Other()
	won, lost := s.won[bound][attacker], s.lost[bound][attacker]
	exits, escapes := s.exits[attacker], s.exits[defender]
	legal, defends := s.legal[attacker], s.legal[defender]
	s.record = s.record[:0]
	if bound > surely {
		copy(won, s.won[bound-1][attacker])
		copy(lost, s.lost[bound-1][attacker])
		for i := range won {
			if exits[i].wins[bound] != exits[i].wins[bound-1] {
				more = true
				if lanes := exits[i].wins[bound] & legal[i] &^ won[i]; lanes != 0 {
					s.win(won, i, lanes)
				}
			}
			if safe := &escapes[i].safe; safe[bound] != safe[bound-1] {
				more = true
				if lanes := safe[bound-1] & defends[i] &^ (safe[bound] | lost[i]); lanes != 0 {
					s.doubted.add(i, lanes)
				}
			}
		}
		if !more {
			return false
		}
	} else {
		for i := range won {
			if lanes := exits[i].wins[surely] & legal[i]; lanes != 0 {
				s.win(won, i, lanes)
			}
			// With no move inside the slice, all moves are exits that lose; with none at all it is mate or stalemate.
			safe := escapes[i].safe[surely]
			if lanes := defends[i] &^ (safe | s.internal[defender][i] | s.stale(defender, i)); lanes != 0 {
				s.lose(lost, i, lanes)
			}
		}
	}
	for {
		some := s.doubted.each(&s.watch, func(word int, lanes uint64) {
			lanes &^= s.pull(defender, word, legal, won)
			if lanes != 0 {
				s.lose(lost, word, lanes)
			}
		})
		some = s.newLost.each(&s.watch, func(word int, lanes uint64) {
			s.push(attacker, word, lanes, func(before int, lanes uint64) {
				if lanes &= legal[before] &^ won[before]; lanes != 0 {
					s.win(won, before, lanes)
				}
			})
		}) || some
		some = s.newWon.each(&s.watch, func(word int, lanes uint64) {
			s.push(defender, word, lanes, func(before int, lanes uint64) {
				if lanes &= defends[before] &^ (escapes[before].safe[bound] | lost[before]); lanes != 0 {
					s.doubted.add(before, lanes)
				}
			})
		}) || some
		if !some {
			return true
		}
	}
}

func (s *solver) win(won plane, word int, lanes uint64) {
	won[word] |= lanes
	s.newWon.add(word, lanes)
	if s.recording {
		s.record = append(s.record, event{word, lanes, false})
	}
}

func (s *solver) lose(lost plane, word int, lanes uint64) {
	lost[word] |= lanes
	s.newLost.add(word, lanes)
	if s.recording {
		s.record = append(s.record, event{word, lanes, true})
	}
}
