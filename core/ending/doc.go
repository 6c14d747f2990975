// Package ending solves positions with more men than tables have. It needs no tables.
//
// An ending is the set of all slices that one position can reach. The positions of a [Slice] have the same pawns on the
// same squares, and the same pieces. A move out of it is an exit: a pawn move, a capture or a promotion. Exits never
// lead back, so slices are solved from the last one to the first.
//
// Each position has two bounds: its worst and its best possible outcome. Positions of unsolved slices are open: each
// outcome is possible. Solving a slice takes six games of retrograde analysis: for each side the surely won, the likely
// won and the possibly won positions. The games differ in the moves to open positions. Such moves never win in the
// first, win by a lead in material in the second, and always win in the third. The first and the third give the bounds.
// Only bounds are results.
//
// The likely wins guide the work, in rounds:
//
//  1. Assume the likely outcome of the position and of each of its moves. This is a claim: a side wins, or it does not.
//  2. Follow each claim through the solved slices, to the unsolved ones that it depends on (claim.go, frontier.go).
//     These are few, as the owner of the claim needs one move in each position.
//  3. Solve the unsolved slices with the fewest pieces, and solve the slices above them again (ending.go).
//
// A claim that depends on no unsolved slice is proven. A claim that fails becomes another one in the next round.
//
// After a promotion beside two pieces, a slice is wide: it has too many positions for six games. If no other slices are
// left, and the memory has room, one game finds the sure wins of the side with the new queen (wide.go). Only its
// positions with that queen on the last rank are kept (slab.go).
//
// A word of a slice has 64 positions that differ in the black king (frame.go). The other men move from word to word, in
// the same lanes (geometry.go, follow.go). The black king moves within a word. A slice of kings and pawns has 64 words
// for each side to move, and each piece multiplies that by 64.
//
// In the files, exits.go lists the exits of a slice, codes.go has the bounds of 64 positions, and pack.go compresses
// them. kept.go stores them in a journal (journal.go), from which another process resumes (restore.go), and that a
// reader continues while it grows (continue.go, skim.go). arrival.go reads the bounds after an exit, adding.go collects
// these, and solve.go has the games. crew.go shares them among threads, and memory.go plans their memory. marks.go and
// events.go store sets and sequences of positions in little memory. verify.go solves stored slices again, and
// distance.go and measure.go find plies.
//
// The plies to mate are found after solving, from the last slice to the first (mates.go). Two more games have their
// bounds (mate.go, mateexits.go). They are numbers (matebounds.go), which the journal stores (matekept.go).
package ending
