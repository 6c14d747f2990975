package encode

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
)

// StoreOnly lets an encoder store one side to move, whatever its class.
func StoreOnly(e *Encoder, c board.Color) { e.piece.header.Sides = format.Only(c) }

// KeptSlices returns how many slices an encoder keeps to be read.
func KeptSlices(e *Encoder) int {
	numbers := map[slice.Number]bool{}
	for key := range e.kept.chunks {
		numbers[key.Number] = true
	}
	return len(numbers)
}

// MostKept returns how many slices of a class are kept at most, as it is listed and as it is found
// out.
func MostKept(l *slice.Layout) (listed, found int) {
	if k := NewKept(l); k.Sides != 0 {
		return int(KeptBytes(l) / int64(k.Sides.Count()) / int64(l.Entries())), k.most()
	}
	return 0, 0
}
