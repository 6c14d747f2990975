package write

import (
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// encodingBytes is about the memory for the encoding of all parts of a file: the counts of pairs, and the symbols.
const encodingBytes = 48 << 20

// Memory returns about the bytes that [Class] takes with one thread, without the cache of the library. It has at once
// the positions of both sides to move, with the leading pawn on one file, and the encoding of them.
func Memory(class material.Class) int64 {
	w := &writer{layout: slice.NewLayout(class), men: menOf(class)}
	return w.codesBytes() + encodingBytes
}
