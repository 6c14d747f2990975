// Package exits finds the moves that leave a slice, for each of its positions the best one.
//
// A [Finder] visits a slice row by row. Its input is a [Source] of finished slices: captures, pawn moves, promotions
// and lost rights to castle lead there. Its output is the best ranks by position, and the positions that are illegal or
// checks. A [Pass] has it visit all rows and gives each word to a [Receiver], as a [Known].
//
// If bytes do not hold values exactly, the source has them in levels. Then [ExitRanks] reads as many levels as it
// needs.
package exits
