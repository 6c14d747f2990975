package ending

import "github.com/matewright/matewright/core/board"

// A game is that of an attacker at a bound.
type game struct {
	*solver
	defender       board.Color
	attacker       board.Color
	bound          int
	won, lost      plane // with the attacker to move, and with the defender to move
	legal, defends plane // the legal positions, likewise
	exits, escapes []wordExits
	safe           plane // of the defender, instead of those of the bound; or nil
}

func (s *solver) game(attacker board.Color, bound int) *game {
	defender := attacker.Other()
	return &game{
		solver: s, attacker: attacker, defender: defender, bound: bound,
		won: s.won[bound][attacker], lost: s.lost[bound][attacker],
		legal: s.legal[attacker], defends: s.legal[defender],
		exits: s.exits[attacker], escapes: s.exits[defender],
	}
}

// holds returns the lanes in which the defender has a safe exit.
func (g *game) holds(word int) uint64 {
	if g.safe != nil {
		return g.safe[word]
	}
	return g.escapes[word].safe[g.bound]
}

// play solves a game, after the attacker's games at lower bounds. It reports whether the exits differ from those of the
// bound before. It ends early if the watch is over.
func (s *solver) play(attacker board.Color, bound int) (more bool) {
	g := s.game(attacker, bound)
	s.record.begin()
	if bound == surely {
		g.begin()
	} else if !g.resume() {
		return false
	}
	for some := true; some; {
		some = g.judge()
		some = g.attack() || some
		some = g.retreat() || some
	}
	return true
}

// begin finds the wins and losses of the first game that follow from exits, from mate and from stalemate.
func (g *game) begin() {
	for i := range g.won {
		if lanes := g.exits[i].wins[surely] & g.legal[i]; lanes != 0 {
			g.win(i, lanes)
		}
		// With no move inside the slice, all moves are exits that lose; with none at all it is mate or stalemate.
		safe := g.escapes[i].safe[surely]
		if lanes := g.defends[i] &^ (safe | g.internal[g.defender][i] | g.stale(g.defender, i)); lanes != 0 {
			g.lose(i, lanes)
		}
	}
}

// resume begins with the result of the bound before. It reports whether the exits differ.
func (g *game) resume() (more bool) {
	before := g.bound - 1
	copy(g.won, g.solver.won[before][g.attacker])
	copy(g.lost, g.solver.lost[before][g.attacker])
	for i := range g.won {
		if g.exits[i].wins[g.bound] != g.exits[i].wins[before] {
			more = true
			if lanes := g.exits[i].wins[g.bound] & g.legal[i] &^ g.won[i]; lanes != 0 {
				g.win(i, lanes)
			}
		}
		if safe := &g.escapes[i].safe; safe[g.bound] != safe[before] {
			more = true
			if lanes := safe[before] & g.defends[i] &^ (safe[g.bound] | g.lost[i]); lanes != 0 {
				g.doubted.add(i, lanes)
			}
		}
	}
	return more
}

// judge finds which of the doubted positions are lost. It reports whether there were some, as the others do.
func (g *game) judge() bool {
	return g.doubted.each(&g.watch, func(word int, lanes uint64) {
		lanes &^= g.pull(g.defender, word, g.legal, g.won)
		if lanes != 0 {
			g.lose(word, lanes)
		}
	})
}

// attack finds the wins from which the attacker moves to new losses.
func (g *game) attack() bool {
	return g.newLost.each(&g.watch, func(word int, lanes uint64) {
		g.push(g.attacker, word, lanes, func(before int, lanes uint64) {
			if lanes &= g.legal[before] &^ g.won[before]; lanes != 0 {
				g.win(before, lanes)
			}
		})
	})
}

// retreat doubts the positions from which the defender can move to new wins, and has no safe exit.
func (g *game) retreat() bool {
	return g.newWon.each(&g.watch, func(word int, lanes uint64) {
		g.push(g.defender, word, lanes, func(before int, lanes uint64) {
			if lanes &= g.defends[before] &^ (g.holds(before) | g.lost[before]); lanes != 0 {
				g.doubted.add(before, lanes)
			}
		})
	})
}

func (g *game) win(word int, lanes uint64) {
	g.won[word] |= lanes
	g.newWon.add(word, lanes)
	if g.recording {
		g.record.add(newEvent(word, lanes, false))
	}
}

func (g *game) lose(word int, lanes uint64) {
	g.lost[word] |= lanes
	g.newLost.add(word, lanes)
	if g.recording {
		g.record.add(newEvent(word, lanes, true))
	}
}

// stale returns the lanes in which the side to move has no move and is not in check. Then the position is legal with
// either side to move.
func (s *solver) stale(turn board.Color, word int) uint64 {
	return s.legal[turn][word] & s.legal[turn.Other()][word] &^ (s.internal[turn][word] | s.exits[turn][word].any)
}
