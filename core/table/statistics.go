package table

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// Statistics counts the legal positions of a table, by side to move: White,
// the first side of the class, then Black.
type Statistics [2]SideStatistics

// SideStatistics counts the positions with one side to move.
type SideStatistics struct {
	// Count has the number of positions by value.
	Count [256]Count

	// LongestWin is the value of the side's longest win, with the first
	// position that has it; a draw if it never wins.
	LongestWin value.Value
	LongestFEN string
}

// A Count is a number of positions, counted in two ways.
type Count struct {
	All      uint64 // placements on the labelled board, like pieces unordered
	Distinct uint64 // the same up to symmetry: 8 symmetries without pawns, 2 with
}

// Add adds another count.
func (c *Count) Add(d Count) {
	c.All += d.All
	c.Distinct += d.Distinct
}

// Outcomes sums the counts by outcome.
func (s *SideStatistics) Outcomes() (win, draw, loss Count) {
	for v, n := range s.Count {
		switch value.Value(v).Outcome() {
		case value.Win:
			win.Add(n)
		case value.Drawn:
			draw.Add(n)
		case value.Loss:
			loss.Add(n)
		}
	}
	return win, draw, loss
}

// AddSlice counts the positions of a slice.
func (st *Statistics) AddSlice(l *slice.Layout, number int, values *solve.Values) {
	var sc slice.Scene
	for word := range l.Words() {
		if l.Scene(number, word, &sc) {
			illegal := [2]board.Bitboard{sc.Illegal(board.White), sc.Illegal(board.Black)}
			st.addWord(l, number, word, &sc, &illegal, values)
		}
	}
}

// addWord counts the positions of a word that is unpacked already.
func (st *Statistics) addWord(l *slice.Layout, number, word int, sc *slice.Scene, illegal *[2]board.Bitboard, values *solve.Values) {
	orbit := l.Orbit(number, sc)
	for _, c := range board.Colors {
		s := &st[c]
		lanes := (*[64]value.Value)(values[c][word<<6:])
		for rest := orbit.Lanes &^ illegal[c]; rest != 0; rest = rest.Rest() {
			lane := rest.First() & 63
			v := lanes[lane]
			count := &s.Count[v]
			count.All += orbit.Placements
			count.Distinct += uint64(orbit.Distinct >> lane & 1)
			if v > s.LongestWin && v.Outcome() == value.Win {
				s.LongestWin = v
				p := l.Position(slice.Place{Slice: number, Side: c, Entry: word<<6 | int(lane)})
				s.LongestFEN = p.FEN()
			}
		}
	}
}
