package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A Receiver is given what a pass over the exits of a slice finds, word by word.
type Receiver interface {
	// AddImpossible is called with words in all of whose positions two men share a square.
	AddImpossible(word slice.WordNo)

	// AddWord is called with all other words, for both sides to move.
	AddWord(c board.Color, word slice.WordNo, known Known)
}

// Known is what is known of the positions of a word, with one side to move, before
// retrograde analysis.
type Known struct {
	Illegal board.Bitboard  // the opponent's king could be taken, or two men share a square
	Checked board.Bitboard  // the king of the side to move is attacked
	Exits   board.Bitboard  // there is a move that leaves the slice
	Best    *[64]value.Rank // of these moves, where there are some: at the first level, if there are several

	later *laterLevels // what these are worth at later levels; nil if there is but one
	word  board.Square // of the row there
}

// levelAt returns a level at which it is known what exits are worth.
func (k *Known) levelAt(number int) value.Level {
	if k.later == nil {
		return value.OnlyLevel
	}
	return k.later.levels[number]
}
