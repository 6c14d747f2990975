package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A Receiver receives the results of a pass over the exits of a slice, word by word.
type Receiver interface {
	// AddImpossible receives a word in which two men share a square in all positions.
	AddImpossible(word slice.WordNo)

	// AddWord receives each other word, once for each side to move.
	AddWord(c board.Color, word slice.WordNo, known Known)
}

// Known has the facts about the positions of a word, with one side to move, before retrograde analysis.
type Known struct {
	Illegal board.Bitboard  // the opponent's king could be taken, or two men share a square
	Checked board.Bitboard  // the king of the side to move is attacked
	Exits   board.Bitboard  // a move leaves the slice
	Best    *[64]value.Rank // the best of these moves, in the lanes of Exits, at the first level

	later *laterLevels // the ranks at later levels; nil with a single level
	word  board.Square // the word in the row of later
}

// levelAt returns the level with the given number, or the only level.
func (k *Known) levelAt(number int) value.Level {
	if k.later == nil {
		return value.OnlyLevel
	}
	return k.later.levels[number]
}
