// Package kernel does the work on rows: 64 words of 64 positions at a time.
//
// A [Rows] numbers the positions of a slice, and groups them by all men but two. The inner man numbers the bits of a
// word, and the row man numbers the words of a row. A [Retraction] takes back moves: it maps sets of positions to their
// predecessors. A [Decision] keeps the positions of a set from which every move leads to a won position. Their input is
// bitboards, and the places of rows in them ([Places]). They depend neither on the storage of the bitboards nor on the
// ply.
//
// Nearly all time is spent in the loops of kernels_generic.go. For WebAssembly they are in assembly (kernels_wasm.s).
// Those that read a byte for each lane are in assembly for AVX2, too (lanes.go). [Octets] has a byte per position where
// bitboards have a bit.
//
// The package imports the board, layouts and values only.
package kernel
