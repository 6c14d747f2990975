// Package solve finds the value of every position of a slice.
//
// A slice is solved in two passes:
//
//  1. exits: for each position, the best move that leaves the slice. Its value is read from a finished slice. The same
//     pass finds the illegal positions. They count as won at ply 0, so illegal moves lose without a special case.
//  2. retrograde analysis, ply by ply, with sets of bits: 64 positions to a word.
//
// A [Method] does the second pass. Every method has the same input: a slice, the results of the first pass, and a
// [Sink] for the values. All methods find the same values; their time and memory differ, and each returns a [Plan] of
// both.
//
// This package has the types that callers and methods share, and the [Solver], which runs both passes. These packages
// lie below it; each imports only earlier ones:
//
//   - kernel: rows, and operations on all 64 words of one
//   - exits: the first pass, and the sources of values
//   - lookahead: values one ply ahead; under the fifty-move rule, too
//   - spill: lists and values in scratch
//   - retrograde: the methods that hold all bits in memory
//   - paged: the methods that hold them in scratch
//   - sorting: the methods that sort
//   - framewise: the steps for one frame at a time
//   - methods: the list of all methods
package solve
