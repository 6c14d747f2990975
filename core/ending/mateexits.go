package ending

import "github.com/matewright/matewright/core/board"

// A mater finds the mates of a slice.
type mater struct {
	*solver
	from    *kept
	stored  [2]*block
	bound   int
	numbers *mates

	winners, losers [2]plane // the positions that have mates, by attacker
	last            int      // the largest number of an exit in the present game
}

// A mateExit is an arrival with the mates of the positions that it leads to.
type mateExit struct {
	*arrival
	after   *mates // or nil
	passing []*mates
}

// addExits sets the number of each position by its moves out of the slice. It stays 0 for a loser without such moves,
// and for a winner without one that may win.
func (m *mater) addExits() error {
	var to mateExit
	return m.arrivals(m.source, func(a *arrival) (err error) {
		to.arrival, to.passing = a, to.passing[:0]
		if to.after, err = m.from.mates(a.exit.after, m.bound); err != nil {
			return err
		}
		for _, s := range a.exit.passing {
			taken, err := m.from.mates(s, m.bound)
			if err != nil {
				return err
			}
			to.passing = append(to.passing, taken)
		}
		m.follow(&a.exit, &a.after.geometry, func(before, word int, lanes uint64, king board.Square) {
			stored := m.stored[a.color].words[before]
			wins, loses := lanes&m.winners[a.color][before], lanes&m.losers[a.color.Other()][before]
			if m.watch.over() || stored.legal()&(wins|loses) == 0 {
				return
			}
			w := a.codes(&m.geometry, before, word, king)
			m.addWins(&to, before, word, wins&w.wins(a.color)[maybe], king)
			m.addLosses(&to, before, word, loses&w.legal(), king)
		})
		return m.watch.look()
	})
}

// addWins adds a winner's moves from some lanes of a word.
func (m *mater) addWins(to *mateExit, before, word int, lanes uint64, king board.Square) {
	numbers := m.numbers[to.color][64*before:][:64]
	for b := board.Bitboard(lanes); b != 0; b = b.Rest() {
		lane := b.First()
		if n := m.number(to, to.color, word, lane, king); n != 0 && (numbers[lane] == 0 || n < numbers[lane]) {
			numbers[lane] = n
		}
	}
}

// addLosses adds a loser's moves from some lanes of a word.
func (m *mater) addLosses(to *mateExit, before, word int, lanes uint64, king board.Square) {
	numbers := m.numbers[to.color][64*before:][:64]
	for b := board.Bitboard(lanes); b != 0; b = b.Rest() {
		lane := b.First()
		numbers[lane] = max(numbers[lane], m.later(m.number(to, to.color.Other(), word, lane, king)))
	}
}

// later returns the number of a loser before a move to a winner's number.
func (m *mater) later(n uint8) uint8 {
	switch {
	case n != 0 && n < mostMoves:
		return n + 1
	case m.bound == most:
		return eludes
	}
	return max(n, 1)
}

// numberOf returns the number of a position that the attacker may win.
func (m *mater) numberOf(after *mates, turn board.Color, at int) uint8 {
	n := uint8(0)
	if after != nil {
		n = after[turn][at]
	}
	if n == 0 && m.bound == least {
		n = 1 // this may be mate
	}
	return n
}

// number returns the number of a position after an exit, which the attacker must not certainly miss to win.
func (m *mater) number(to *mateExit, attacker board.Color, word int, lane, king board.Square) uint8 {
	turn := to.color.Other()
	if king != board.NoSquare {
		lane = king
	}
	at := 64*word + int(lane)
	if len(to.passing) == 0 {
		return m.numberOf(to.after, turn, at)
	}
	quiet := to.arrival.after.word(word)
	n := uint8(0) // without captures en passant
	if quiet.wins(attacker)[maybe]>>lane&1 != 0 {
		n = m.numberOf(to.after, turn, at)
	}
	forced := quiet.stalemate()>>lane&1 != 0
	for i := range to.passing {
		taken := to.arrival.passing[i].word(word)
		after := m.numberOf(to.passing[i], to.color, at)
		switch {
		case taken.legal()>>lane&1 == 0:
		case turn != attacker: // all captures count
			after = m.later(after)
			if forced {
				n, forced = after, false
			} else if n != 0 {
				n = max(n, after)
			}
			if after == eludes {
				return 0
			}
		case taken.wins(attacker)[maybe]>>lane&1 != 0 && after != 0 && (n == 0 || after < n):
			n = after
		}
	}
	return n
}
