package write

import (
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// encodingBytes is about the memory for the encoding of a part: its sample, the counts of pairs, and its symbols.
const encodingBytes = 128 << 20

// Memory returns about the bytes that [Class] takes with one thread, without the cache of the library. It has at once
// the positions of both sides to move, with the leading pawn on one file, and the encoding of them.
func Memory(class material.Class) int64 {
	w := &writer{layout: slice.NewLayout(class), men: menOf(class)}
	most := 0 // slices
	for _, numbers := range w.slices() {
		most = max(most, len(numbers))
	}
	return 2*int64(most)*int64(w.layout.Entries()) + encodingBytes
}
