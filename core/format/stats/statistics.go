// Package stats counts the positions of a table by value.
//
// statistics.go counts, code.go writes and reads the counts in headers, and report.go describes them for other
// programs.
package stats

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// Statistics counts the legal positions of a table, by side to move: White,
// the first side of the class, then Black.
type Statistics [2]SideStatistics

// SideStatistics counts the positions with one side to move.
type SideStatistics struct {
	// Count has the number of positions by value, up to the last one that occurs.
	Count []Count

	// LongestWin is the value of the side's longest win by the rules, with the first
	// position that has it; a draw if it never wins.
	LongestWin value.Value
	LongestFEN string
}

// A Count is a number of positions, counted in two ways.
type Count struct {
	All      uint64 // placements on the labelled board, like pieces unordered
	Distinct uint64 // the same up to symmetry: 8 symmetries without pawns, 2 with
}

// Last returns the last round in which a position is decided.
func (st *Statistics) Last() int { return max(len(st[0].Count), len(st[1].Count), 2) - 2 }

// Equal reports whether all numbers are the same.
func (st *Statistics) Equal(other *Statistics) bool {
	for c := range st {
		a, b := &st[c], &other[c]
		if a.LongestWin != b.LongestWin || a.LongestFEN != b.LongestFEN || !slices.Equal(a.Count, b.Count) {
			return false
		}
	}
	return true
}

// CountOf returns the count of a value.
func (s *SideStatistics) CountOf(v value.Value) (n Count) {
	if int(v) < len(s.Count) {
		n = s.Count[v]
	}
	return n
}

// Add adds to the count of a value.
func (s *SideStatistics) Add(v value.Value, n Count) {
	if n == (Count{}) {
		return
	}
	if more := int(v) + 1 - len(s.Count); more > 0 {
		s.Count = append(s.Count, make([]Count, more)...)
	}
	s.Count[v].Add(n)
}

// addAll adds all counts of others.
func (s *SideStatistics) addAll(others *SideStatistics) {
	for v, n := range others.Count {
		s.Add(value.Value(v), n)
	}
}

// Add adds another count.
func (c *Count) Add(d Count) {
	c.All += d.All
	c.Distinct += d.Distinct
}

// Categories sums the counts by the categories of the metric.
func (s *SideStatistics) Categories(metric *value.Metric) map[value.Category]Count {
	sums := map[value.Category]Count{}
	for v, n := range s.Count {
		sum := sums[metric.Category(value.Value(v))]
		sum.Add(n)
		sums[metric.Category(value.Value(v))] = sum
	}
	return sums
}

// A Tally collects statistics from frames in any order.
type Tally struct {
	Statistics Statistics
	longest    [2]slice.Place // of the longest wins

	counts WordCounts
}

// AddFrame counts some positions of a frame, given its first place and their values in a level. Legal has their lanes,
// all of legal positions, word by word.
func (t *Tally) AddFrame(
	l *slice.Layout,
	metric *value.Metric,
	first slice.Place,
	legal []board.Bitboard,
	level value.Level,
	values []value.Byte,
) {
	side := &t.Statistics[first.Side]
	orbits := l.Orbits(first.Slice)
	at := first
	var words slice.Words
	words.Begin(l, first.Slice)
	firstWord, _ := first.Entry.Word()
	each := func(do func(w int, orbit *slice.Orbit)) {
		for w, lanes := range legal {
			if lanes != 0 && words.Word(firstWord+slice.WordNo(w)) {
				orbit := orbits.OrbitOf(words.Scene())
				do(w, &orbit)
			}
		}
	}
	t.counts = NewWordCounts(&orbits)
	each(func(w int, orbit *slice.Orbit) { t.counts.Add(orbit, legal[w], values[w<<6:]) })
	longest := t.counts.AddTo(side, metric, level)
	if longest == value.Draw || longest < side.LongestWin {
		return
	}
	found := false
	each(func(w int, orbit *slice.Orbit) {
		if lane, ok := FirstWith(level.Byte(longest), orbit.Lanes&legal[w], values[w<<6:]); ok && !found {
			found = true
			at.Entry += slice.WordNo(w).At(lane)
		}
	})
	if t.isLonger(longest, at) {
		side.LongestWin, side.LongestFEN = longest, FENOf(l, at)
		t.longest[at.Side] = at
	}
}

// Add adds the tally of other frames of the same class.
func (t *Tally) Add(other *Tally) {
	for c := range t.Statistics {
		side, more := &t.Statistics[c], &other.Statistics[c]
		side.addAll(more)
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
		side.addAll(more)
		if more.LongestWin > side.LongestWin {
			side.LongestWin, side.LongestFEN = more.LongestWin, more.LongestFEN
		}
	}
}

// isLonger reports whether a win is longer than the longest of its side so far, or as long and before it in the table.
func (t *Tally) isLonger(win value.Value, at slice.Place) bool {
	longest, there := t.Statistics[at.Side].LongestWin, t.longest[at.Side]
	switch {
	case win != longest:
		return win > longest
	case win == value.Draw:
		return false
	}
	return at.Slice < there.Slice || at.Slice == there.Slice && at.Entry < there.Entry
}

// FENOf returns the position at a place.
func FENOf(l *slice.Layout, at slice.Place) string {
	p := l.Position(at)
	return p.FEN()
}

// WordCounts counts the values of some words with one side to move, before they are added to its statistics.
type WordCounts struct {
	usual uint64 // placements of lanes in words that no symmetry maps onto themselves

	// Whole counts the words with the usual placements. Half counts all lanes of the other words, and first only those
	// lanes that count up to symmetry.
	whole, half, first kernel.LaneCounts
}

// NewWordCounts returns empty counts of words of a slice with these orbits.
func NewWordCounts(orbits *slice.Orbits) WordCounts { return WordCounts{usual: orbits.Placements()} }

// Add counts the positions of a word. At most 1<<26 words may be counted before
// they are added to statistics.
func (n *WordCounts) Add(orbit *slice.Orbit, legal board.Bitboard, values []value.Byte) {
	lanes := orbit.Lanes & legal
	if orbit.Placements == n.usual {
		kernel.CountLanes(&n.whole, (*[64]value.Byte)(values), lanes)
		return
	}
	kernel.CountLanes(&n.half, (*[64]value.Byte)(values), lanes)
	kernel.CountLanes(&n.first, (*[64]value.Byte)(values), lanes&orbit.Distinct)
}

// AddTo adds the counts of a level to statistics. It returns the longest win by the rules among them, or a draw.
func (n *WordCounts) AddTo(s *SideStatistics, metric *value.Metric, level value.Level) (longest value.Value) {
	for b := range 256 {
		b := value.Byte(b)
		whole, half, first := n.whole.With(b), n.half.With(b), n.first.With(b)
		if whole+half == 0 || !level.Has(b) {
			continue
		}
		v := level.Value(b)
		s.Add(v, Count{All: whole*n.usual + half*(n.usual/2), Distinct: whole + first})
		if metric.Outcome(v) == value.Win {
			longest = v
		}
	}
	return longest
}

// FirstWith returns the first of some lanes that has a byte.
func FirstWith(b value.Byte, lanes board.Bitboard, values []value.Byte) (lane board.Square, ok bool) {
	for ; lanes != 0; lanes = lanes.Rest() {
		if lane := lanes.First(); values[lane] == b {
			return lane, true
		}
	}
	return 0, false
}
