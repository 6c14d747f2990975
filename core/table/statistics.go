package table

import (
	"cmp"

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

// AddFrame counts the positions of a frame, given its first place, the legal
// lanes of its words and its values. Frames may come in any order.
func (st *Statistics) AddFrame(l *slice.Layout, first slice.Place, legal []board.Bitboard, values []value.Value) {
	var s SideStatistics
	var sc slice.Scene
	longest := first
	for w, lanes := range legal {
		if lanes == 0 {
			continue
		}
		l.Scene(first.Slice, first.Entry>>6+w, &sc)
		orbit := l.Orbit(first.Slice, &sc)
		if lane, ok := s.addWord(&orbit, lanes, values[w<<6:]); ok {
			longest.Entry = first.Entry + w<<6 + int(lane)
		}
	}
	side := &st[first.Side]
	if s.LongestWin != value.Draw && s.LongestWin >= side.LongestWin {
		s.LongestFEN = fenOf(l, longest)
	}
	side.add(l, &s)
}

// Add adds the statistics of other positions of the same class.
func (st *Statistics) Add(l *slice.Layout, other *Statistics) {
	for c := range st {
		st[c].add(l, &other[c])
	}
}

func (s *SideStatistics) add(l *slice.Layout, other *SideStatistics) {
	for v, n := range other.Count {
		s.Count[v].Add(n)
	}
	longer := other.LongestWin > s.LongestWin
	if longer || other.LongestWin == s.LongestWin && isBefore(l, other.LongestFEN, s.LongestFEN) {
		s.LongestWin, s.LongestFEN = other.LongestWin, other.LongestFEN
	}
}

// isBefore reports whether a position of a table comes before another one with
// the same side to move.
func isBefore(l *slice.Layout, a, b string) bool {
	p, err := board.ParseFEN(a)
	if err != nil {
		return false // neither side has won yet
	}
	q, err := board.ParseFEN(b)
	if err != nil {
		return true
	}
	first, second := l.LocateFor(&p, board.White), l.LocateFor(&q, board.White)
	return cmp.Or(first.Slice-second.Slice, first.Entry-second.Entry) < 0
}

func fenOf(l *slice.Layout, at slice.Place) string {
	p := l.Position(at)
	return p.FEN()
}

// addWord counts the positions of a word that is unpacked already.
func (st *Statistics) addWord(l *slice.Layout, number, word int, sc *slice.Scene, illegal *[2]board.Bitboard, values *solve.Values) {
	orbit := l.Orbit(number, sc)
	for _, c := range board.Colors {
		if lane, ok := st[c].addWord(&orbit, ^illegal[c], values[c][word<<6:]); ok {
			st[c].LongestFEN = fenOf(l, slice.Place{Slice: number, Side: c, Entry: word<<6 | int(lane)})
		}
	}
}

// addWord counts the positions of a word with one side to move, and returns the
// first lane with a longer win than any before, if there is one.
func (s *SideStatistics) addWord(orbit *slice.Orbit, legal board.Bitboard, values []value.Value) (longest board.Square, longer bool) {
	lanes := (*[64]value.Value)(values)
	for rest := orbit.Lanes & legal; rest != 0; rest = rest.Rest() {
		lane := rest.First() & 63
		v := lanes[lane]
		count := &s.Count[v]
		count.All += orbit.Placements
		count.Distinct += uint64(orbit.Distinct >> lane & 1)
		if v > s.LongestWin && v.Outcome() == value.Win {
			s.LongestWin = v
			longest, longer = lane, true
		}
	}
	return longest, longer
}
