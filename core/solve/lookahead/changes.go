package lookahead

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// Changes are the positions of a slice with one side to move whose values with a clock and with the next one differ.
type Changes struct {
	rows []changedRow
}

// A changedRow is a row with changes.
type changedRow struct {
	first  slice.WordNo
	words  board.Bitboard
	lanes  []board.Bitboard // by word
	values []value.Byte     // by lane, with the greater clock
	later  []value.Byte     // likewise at the second level; nil with one level

	after []kernel.Octets // the new ranks of the words, at each level
}

// Each calls do with the words that have changes, in order, with the changed lanes and their values with the greater
// clock. With two levels, they have values at the second one.
func (ch *Changes) Each(do func(word slice.WordNo, lanes board.Bitboard, values, later []value.Byte)) {
	for i := range ch.rows {
		r := &ch.rows[i]
		values, later := r.values, r.later
		for n, words := 0, r.words; words != 0; n, words = n+1, words.Rest() {
			lanes := r.lanes[n]
			here := min(lanes.Count(), len(later))
			do(r.first+slice.WordNo(words.First()), lanes, values[:lanes.Count()], later[:here])
			values, later = values[lanes.Count():], later[here:]
		}
	}
}
