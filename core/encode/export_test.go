package encode

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
)

// StoreOnly lets an encoder store one side to move, whatever its class.
func StoreOnly(e *Encoder, c board.Color) { e.unit.header.Sides = format.Only(c) }

// KeptSlices returns how many slices an encoder keeps to be read.
func KeptSlices(e *Encoder) int {
	numbers := map[int]bool{}
	for key := range e.kept.chunks {
		numbers[key.Number] = true
	}
	return len(numbers)
}
