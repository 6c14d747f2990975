package lookahead

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// Changes are positions of a slice with one side to move whose value with some clock is another one than with the next.
type Changes struct {
	rows []changedRow
}

// A changedRow is a row of a list of changes.
type changedRow struct {
	first  slice.WordNo
	words  board.Bitboard
	lanes  []board.Bitboard // by word
	values []value.Byte     // by lane, with the greater clock

	after []kernel.Octets // what the row becomes
}

// Each calls a function with the words that have changes, in their order: with the lanes, and the values of these with
// the greater clock.
func (ch *Changes) Each(do func(word slice.WordNo, lanes board.Bitboard, values []value.Byte)) {
	for i := range ch.rows {
		r := &ch.rows[i]
		values := r.values
		for n, words := 0, r.words; words != 0; n, words = n+1, words.Rest() {
			lanes := r.lanes[n]
			do(r.first+slice.WordNo(words.First()), lanes, values[:lanes.Count()])
			values = values[lanes.Count():]
		}
	}
}
