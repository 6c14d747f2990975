package ending

import (
	"cmp"
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
)

// A claim is that a side wins, or that it does not.
type claim struct {
	attacker board.Color
	wins     bool
}

// owner returns the side that the claim is good for.
func (c claim) owner() board.Color {
	if c.wins {
		return c.attacker
	}
	return c.attacker.Other()
}

// concerns returns the lanes for which a claim is neither proven nor unlikely.
func (c claim) concerns(w codes) uint64 {
	wins := w.wins(c.attacker)
	if c.wins {
		return wins[likely] &^ wins[surely]
	}
	return wins[maybe] &^ wins[likely]
}

// spare returns sets in two planes of a game of the other side, which is not played for a claim.
func (s *solver) spare(attacker board.Color, bound int) *reach {
	other := attacker.Other()
	return &reach{s.won[bound][other], s.lost[bound][other]}
}

// A marker notes positions of a slice.
type marker func(s Slice, turn board.Color, word int, lanes uint64)

// followClaim marks the positions after exits on which a claim about positions of a slice depends. Its owner needs one
// move in each position. All moves of the other side count.
func (s *solver) followClaim(
	ctx context.Context, slice Slice, claim claim, marked *marks, mark marker,
) error {
	if err := s.prepare(ctx, slice, maybe); err != nil {
		return err
	}
	seeds := s.spare(claim.attacker, maybe)
	marked.copyTo(seeds)
	s.play(claim.attacker, surely)
	var exits *reach // of these positions the exits are followed
	if claim.wins {
		s.recording = true
		s.play(claim.attacker, likely)
		s.recording = false
		exits = s.strategy(claim.attacker, seeds)
	} else {
		s.play(claim.attacker, likely)
		s.play(claim.attacker, maybe)
		exits = s.holding(claim.attacker, seeds)
	}
	if err := s.watch.look(); err != nil {
		return err
	}
	if s.words() >= largeWords { // only these exits matter from now on
		s.release()
	}
	return s.markExits(claim, exits, mark)
}

// strategy returns the positions in which the attacker's strategy leaves the slice, and those in which the defender
// may. It visits the discoveries backwards: the attacker moves to a position that was lost before.
func (s *solver) strategy(attacker board.Color, seeds *reach) *reach {
	defender := attacker.Other()
	lost := s.lost[likely][attacker]
	sureWon, sureLost := s.won[surely][attacker], s.lost[surely][attacker]
	needWon, needLost := seeds[attacker], seeds[defender]
	exits := s.spare(attacker, surely)
	for ev := range s.record.backward() {
		if s.watch.over() {
			break
		}
		word := ev.word()
		if ev.lost() {
			lost[word] &^= ev.lanes()
			need := ev.lanes() & needLost[word] &^ sureLost[word]
			if need == 0 {
				continue
			}
			exits[defender][word] |= need
			s.push(defender, word, need, func(after int, lanes uint64) {
				needWon[after] |= lanes & s.legal[attacker][after]
			})
			continue
		}
		need := ev.lanes() & needWon[word] &^ sureWon[word]
		if need == 0 {
			continue
		}
		left := need &^ s.exits[attacker][word].wins[likely]
		exits[attacker][word] |= need &^ left
		s.choose(attacker, word, left, lost, needLost)
	}
	return exits
}

// choose marks, for each of the lanes of a word, a position of a set that a side can move to. It prefers the king's
// moves. It returns the lanes without such a move.
func (s *solver) choose(side board.Color, word int, left uint64, set, need plane) (rest uint64) {
	if left == 0 {
		return 0
	}
	if side == board.Black {
		for to := range inView(side, board.Bitboard(kingFill(left)&set[word])) {
			if hit := left & kingFill(uint64(to.Bit())); hit != 0 {
				need[word] |= uint64(to.Bit())
				left &^= hit
			}
		}
	}
	for i := range s.outer {
		if s.men[i].color == side {
			for _, w := range s.ways(word, i, &s.found) {
				if hit := left & w.lanes & set[w.word]; hit != 0 {
					need[w.word] |= hit
					left &^= hit
				}
			}
		}
	}
	return left
}

// holding returns the positions in which the defender leaves the slice, and those in which the attacker may.
func (s *solver) holding(attacker board.Color, seeds *reach) *reach {
	defender := attacker.Other()
	open := func(turn board.Color, word int) uint64 { // not proven, and likely to hold
		if turn == attacker {
			return s.won[maybe][attacker][word] &^ s.won[likely][attacker][word]
		}
		return s.lost[maybe][attacker][word] &^ s.lost[likely][attacker][word]
	}
	spare := s.spare(attacker, likely)
	safe, chosen := spare[0], spare[1]
	for i := range safe {
		safe[i] = open(attacker, i)
	}
	exits := s.spare(attacker, surely)
	pend := [2]*pending{&s.newWon, &s.newLost} // empty after the games
	for c := range pend {
		for i := range seeds[c] {
			if seeds[c][i] &= open(board.Color(c), i); seeds[c][i] != 0 {
				pend[c].add(i, seeds[c][i])
			}
		}
	}
	for some := true; some; {
		some = pend[attacker].each(&s.watch, func(word int, lanes uint64) {
			exits[attacker][word] |= lanes
			s.push(attacker, word, lanes, func(after int, lanes uint64) {
				if lanes &= open(defender, after) &^ seeds[defender][after]; lanes != 0 {
					seeds[defender][after] |= lanes
					pend[defender].add(after, lanes)
				}
			})
		})
		some = pend[defender].each(&s.watch, func(word int, lanes uint64) {
			left := lanes &^ s.pull(defender, word, seeds[attacker], nil)
			left = s.choose(defender, word, left, safe, chosen)
			exits[defender][word] |= left
		}) || some
		for i := range chosen {
			if lanes := chosen[i] &^ seeds[attacker][i]; lanes != 0 {
				seeds[attacker][i] |= lanes
				pend[attacker].add(i, lanes)
				some = true
			}
			chosen[i] = 0
		}
	}
	return exits
}

// A step is an exit, and the number of words to solve for the codes after it.
type step struct {
	exit
	queen *exit // instead of an underpromotion
	cost  int
}

// steps lists the exits of [geometry.arrivals], those to solved slices first, and then those to small ones.
func (s *solver) steps() (list []step) {
	var queen *exit
	s.slice.exits(func(e exit) {
		to := step{exit: e}
		known := s.source.has(e.after)
		if e.promoted != none {
			if e.isQueen() {
				if queen = nil; known {
					queen = &e
				}
			} else if to.queen = queen; queen == nil {
				return
			}
		}
		if !known {
			f := frameOf(e.after.pieces)
			to.cost = f.words()
		}
		list = append(list, to)
	})
	slices.SortStableFunc(list, func(a, b step) int { return cmp.Compare(a.cost, b.cost) })
	return list
}

// markExits marks positions after exits that matter to a claim. It follows one exit from each position of the claim's
// owner, and all exits of the other side. It has the blocks of one exit at a time.
func (s *solver) markExits(claim claim, exits *reach, mark marker) error {
	for _, to := range s.steps() {
		if err := s.watch.look(); err != nil {
			return err
		}
		var a arrival
		if to.queen != nil {
			a.queen = new(arrival)
			if err := a.queen.find(*to.queen, s.source); err != nil {
				return err
			}
		}
		if err := a.find(to.exit, s.source); err != nil {
			return err
		}
		s.markExit(&a, claim, exits[a.color], mark)
	}
	return s.watch.look()
}

// markExit marks positions after an exit from some positions, and removes those from which it keeps the owner's claim.
// It ends early if the watch is over.
func (s *solver) markExit(a *arrival, claim claim, from plane, mark marker) {
	turn := a.color.Other()
	s.follow(&a.exit, &a.after.geometry, func(before, word int, lanes uint64, king board.Square) {
		if lanes &= from[before]; s.watch.over() || lanes == 0 {
			return
		}
		w := a.codes(&s.geometry, before, word, king).and(lanes)
		lanes = claim.concerns(w)
		if a.color == claim.owner() {
			wins := w.wins(claim.attacker)
			kept := wins[likely]
			if !claim.wins {
				kept = w.legal() &^ kept
			}
			from[before] &^= kept
		}
		if lanes == 0 {
			return
		}
		for i := range a.passing {
			mark(a.exit.passing[i], a.color, word, lanes&a.passing[i].word(word).legal())
		}
		if king != board.NoSquare {
			lanes = uint64(king.Bit())
		}
		mark(a.exit.after, turn, word, lanes)
	})
}
