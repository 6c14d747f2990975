package solve

import "github.com/matewright/matewright/core/slice"

// A Filling counts the positions of a slice with either side to move, by the squares of the kings, while it is being
// solved. Its counts are of words: [slice.Layout.Unfold] adds symmetric positions.
type Filling struct {
	Legal slice.KingCounts    // as far as exits are known
	Won   [2]slice.KingCounts // so far, by the side that wins
}
