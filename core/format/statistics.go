package format

import (
	"cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
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

// A Tally is statistics in the making, from frames in any order.
type Tally struct {
	Statistics Statistics
	longest    [2]slice.Place // of the longest wins
}

// AddFrame counts the positions of a frame, given its first place, the legal
// lanes of its words and its values.
func (t *Tally) AddFrame(l *slice.Layout, first slice.Place, legal []board.Bitboard, values []value.Value) {
	side := &t.Statistics[first.Side]
	at, longest := first, value.Draw
	var sc slice.Scene
	for w, lanes := range legal {
		if lanes == 0 {
			continue
		}
		word := first.Entry>>6 + w
		l.Scene(first.Slice, word, &sc)
		orbit := l.Orbit(first.Slice, &sc)
		if v, lane := side.addWord(&orbit, lanes, values[w<<6:]); v > longest {
			longest, at.Entry = v, word<<6|int(lane)
		}
	}
	if t.isLonger(longest, at) {
		side.LongestWin, side.LongestFEN = longest, fenOf(l, at)
		t.longest[at.Side] = at
	}
}

// Add adds the tally of other frames of the same class.
func (t *Tally) Add(other *Tally) {
	for c := range t.Statistics {
		side, more := &t.Statistics[c], &other.Statistics[c]
		for v, n := range more.Count {
			side.Count[v].Add(n)
		}
		if t.isLonger(more.LongestWin, other.longest[c]) {
			side.LongestWin, side.LongestFEN = more.LongestWin, more.LongestFEN
			t.longest[c] = other.longest[c]
		}
	}
}

// AddLater adds the statistics of slices that come after those counted so far.
func (st *Statistics) AddLater(later *Statistics) {
	for c := range st {
		side, more := &st[c], &later[c]
		for v, n := range more.Count {
			side.Count[v].Add(n)
		}
		if more.LongestWin > side.LongestWin {
			side.LongestWin, side.LongestFEN = more.LongestWin, more.LongestFEN
		}
	}
}

// isLonger reports whether a win is longer than the longest of its side so far,
// or as long and before it in the table.
func (t *Tally) isLonger(win value.Value, at slice.Place) bool {
	longest, there := t.Statistics[at.Side].LongestWin, t.longest[at.Side]
	switch {
	case win != longest:
		return win > longest
	case win == value.Draw:
		return false
	}
	return cmp.Or(at.Slice-there.Slice, at.Entry-there.Entry) < 0
}

func fenOf(l *slice.Layout, at slice.Place) string {
	p := l.Position(at)
	return p.FEN()
}

// AddWord counts the positions of a word that is unpacked already, given its
// values.
func (st *Statistics) AddWord(l *slice.Layout, number, word int, sc *slice.Scene, illegal *[2]board.Bitboard, values *[2][]value.Value) {
	orbit := l.Orbit(number, sc)
	for _, c := range board.Colors {
		s := &st[c]
		if v, lane := s.addWord(&orbit, ^illegal[c], values[c]); v > s.LongestWin {
			s.LongestWin = v
			s.LongestFEN = fenOf(l, slice.Place{Slice: number, Side: c, Entry: word<<6 | int(lane)})
		}
	}
}

// addWord counts the positions of a word with one side to move, and returns the
// longest win among them and its first lane, or a draw.
func (s *SideStatistics) addWord(orbit *slice.Orbit, legal board.Bitboard, values []value.Value) (longest value.Value, at board.Square) {
	lanes := (*[64]value.Value)(values)
	for rest := orbit.Lanes & legal; rest != 0; rest = rest.Rest() {
		lane := rest.First() & 63
		v := lanes[lane]
		count := &s.Count[v]
		count.All += orbit.Placements
		count.Distinct += uint64(orbit.Distinct >> lane & 1)
		if v > longest && v.Outcome() == value.Win {
			longest, at = v, lane
		}
	}
	return longest, at
}
