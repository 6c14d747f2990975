// Package exits finds the best of the moves that leave a slice, for each of its positions.
//
// A [Finder] visits a slice row by row. Its input is a [Source] of finished slices: captures, pawn moves, promotions
// and lost castling rights lead there. Its output is the best ranks by position, and the positions that are illegal or
// checks. A [Pass] visits all rows with a finder and passes each word to a [Receiver], as a [Known].
//
// If bytes cannot hold all values, the source has them in levels. Then [ExitRanks] reads as many levels as it needs.
package exits
