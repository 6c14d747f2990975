// Package lookahead finds values with one side to move from those with the other, and from exits.
//
// A [Lookahead] computes the frames of a solved slice again. So a table can leave out one side to move, and its values
// can be verified. A [Clocked] solves slices under the fifty-move rule, by one lookahead for each clock from 100 down
// to 0.
package lookahead
