package encode

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
)

// StoreOnly makes an encoder store one side to move, for any class.
func StoreOnly(e *Encoder, c board.Color) { e.piece.header.Sides = format.Only(c) }

// KeptSlices returns the number of slices that an encoder keeps.
func KeptSlices(e *Encoder) int {
	numbers := map[slice.Number]bool{}
	for key := range e.kept.chunks {
		numbers[key.Number] = true
	}
	return len(numbers)
}

// MostKept returns the largest number of kept slices of a class: the listed one and the computed one.
func MostKept(l *slice.Layout) (listed, found int) {
	if k := NewKept(l); k.Sides != 0 {
		return int(KeptBytes(l) / int64(k.Sides.Count()) / int64(l.Entries())), k.most()
	}
	return 0, 0
}
