package ending

import "github.com/matewright/matewright/core/board"

// A reach is a set of positions of a slice, by side to move.
type reach [2]plane

// marks is a set of positions of a slice, by side to move. It has memory for the parts with marked positions only: many
// slices wait for claims at once, and most have few.
type marks [2][]*[marksPart]uint64

// marksPart is the number of words of a part.
const marksPart = 64

func newMarks(words int) *marks {
	parts := words / marksPart
	return &marks{make([]*[marksPart]uint64, parts), make([]*[marksPart]uint64, parts)}
}

func (m *marks) add(turn board.Color, word int, lanes uint64) {
	part := &m[turn][word/marksPart]
	if *part == nil {
		*part = new([marksPart]uint64)
	}
	(*part)[word%marksPart] |= lanes
}

// copyTo adds all marked positions to an empty set.
func (m *marks) copyTo(r *reach) {
	for c := range m {
		for i, part := range m[c] {
			if part != nil {
				copy(r[c][i*marksPart:], part[:])
			}
		}
	}
}
