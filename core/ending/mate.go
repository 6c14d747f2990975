package ending

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
)

// mates returns a bound of the mates of a solved slice, given its stored bounds. For the least moves it needs the most.
// The slices after it should have their mates: moves to others are not proven to win.
func (s *solver) mates(ctx context.Context, slice Slice, from *kept, bound int, known *mates) (*mates, error) {
	var stored [2]*block
	for _, c := range board.Colors {
		var err error
		if stored[c], err = from.block(slice, c); err != nil {
			return nil, err
		}
	}
	s.begin(slice)
	s.watch.begin(ctx)
	for _, p := range []*pending{&s.newWon, &s.newLost, &s.doubted} {
		p.bits, p.words = cleared(p.bits, s.words()), cleared(p.words, (s.words()+63)/64)
	}
	m := &mater{solver: s, from: from, stored: stored, bound: bound, numbers: newMates(s.words())}
	m.choose(known)
	if err := m.addExits(); err != nil {
		return nil, err
	}
	for _, attacker := range board.Colors {
		if bound == least {
			m.addOpen(attacker)
		}
		m.play(attacker)
	}
	return m.numbers, s.watch.look()
}

// choose sets the planes of the positions that are surely won. If mates are known, they must have one.
func (m *mater) choose(known *mates) {
	words := m.words()
	for _, c := range board.Colors {
		m.legal[c] = cleared(m.legal[c], words)
		m.winners[c], m.losers[c] = make(plane, words), make(plane, words)
	}
	for _, c := range board.Colors {
		other := c.Other()
		for i, w := range m.stored[c].words {
			m.legal[c][i] = w.legal()
			m.winners[c][i], m.losers[other][i] = w.wins(c)[surely], w.wins(other)[surely]
			if known != nil {
				has := hasMates(known[c][64*i:][:64])
				m.winners[c][i] &= has
				m.losers[other][i] &= has
			}
		}
	}
}

// addOpen lets moves inside the slice to positions that the attacker may win count as mate.
func (m *mater) addOpen(attacker board.Color) {
	defender := attacker.Other()
	open, some := make(plane, m.words()), false
	for i, w := range m.stored[defender].words {
		open[i] = w.wins(attacker)[maybe] &^ m.losers[attacker][i]
		some = some || open[i] != 0
	}
	if !some {
		return
	}
	for i, lanes := range m.winners[attacker] {
		if m.watch.over() || lanes == 0 {
			continue
		}
		for b := board.Bitboard(lanes & m.pull(attacker, i, open, nil)); b != 0; b = b.Rest() {
			m.numbers[attacker][64*i+int(b.First())] = 1
		}
	}
}

// play replaces the numbers of exits by those of all moves, for the positions that an attacker wins.
func (m *mater) play(attacker board.Color) {
	words := m.words()
	m.won[surely][attacker] = cleared(m.won[surely][attacker], words)
	m.lost[surely][attacker] = cleared(m.lost[surely][attacker], words)
	g := m.game(attacker, surely)
	g.safe = slices.Clone(g.defends)
	for c := range m.lists {
		for n := range m.lists[c] {
			m.lists[c][n] = m.lists[c][n][:0]
		}
	}
	m.last = 0
	winners, losers := m.winners[attacker], m.losers[attacker]
	for i := range words {
		if m.watch.over() {
			return
		}
		m.list(attacker, i, winners[i])
		if losers[i] == 0 {
			continue
		}
		m.list(g.defender, i, losers[i])
		exits := hasMates(m.numbers[g.defender][64*i:][:64])
		g.safe[i] = g.safe[i]&^losers[i] | exits
		if lanes := losers[i] &^ exits; lanes != 0 {
			if lanes &^= m.pull(g.defender, i, m.legal[attacker], nil); lanes != 0 {
				g.doubted.add(i, lanes)
			}
		}
	}
	g.layers(func(plies int) bool { return m.enter(g, plies) }, m.set)
	for i := range words {
		m.clear(attacker, i, winners[i]&^g.won[i])
		m.clear(g.defender, i, losers[i]&^g.lost[i])
	}
}

// list adds a word to the lists of its numbers.
func (m *mater) list(turn board.Color, word int, lanes uint64) {
	for b := board.Bitboard(lanes); b != 0; b = b.Rest() {
		n := m.numbers[turn][64*word+int(b.First())]
		list := &m.lists[turn][n]
		if n != 0 && (len(*list) == 0 || (*list)[len(*list)-1] != int32(word)) {
			*list = append(*list, int32(word))
			if n != eludes {
				m.last = max(m.last, int(n))
			}
		}
	}
}

// enter lets exits count, see [game.layers].
func (m *mater) enter(g *game, plies int) (more bool) {
	n := plies/2 + 1 // of a winner with an odd number of plies
	if plies%2 == 0 || n > m.last {
		return n <= m.last
	}
	for _, i := range m.lists[g.attacker][n] {
		word := m.numbers[g.attacker][64*i:][:64]
		if lanes := lanesOf(word, m.winners[g.attacker][i]&^g.won[i], uint8(n)); lanes != 0 {
			g.win(int(i), lanes)
		}
	}
	if n >= mostMoves {
		return false
	}
	for _, i := range m.lists[g.defender][n+1] {
		word := m.numbers[g.defender][64*i:][:64]
		g.release(int(i), lanesOf(word, m.losers[g.attacker][i]&^g.lost[i], uint8(n+1)))
	}
	return n < m.last
}

// set notes the plies of some positions. A loser's are even, and a winner's odd.
func (m *mater) set(turn board.Color, word int, lanes uint64, plies int) {
	n := plies/2 + 1
	if n > mostMoves {
		n = 0
	}
	for b := board.Bitboard(lanes); b != 0; b = b.Rest() {
		m.numbers[turn][64*word+int(b.First())] = uint8(n)
	}
}

func (m *mater) clear(turn board.Color, word int, lanes uint64) {
	for b := board.Bitboard(lanes); b != 0; b = b.Rest() {
		m.numbers[turn][64*word+int(b.First())] = 0
	}
}
