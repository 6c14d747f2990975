package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

// Sources have the values of finished slices, see package exits.
type (
	Source        = exits.Source
	ClockedSource = exits.ClockedSource
	LeveledSource = exits.LeveledSource
	Span          = exits.Span
)

// Values has the values of a slice by side to move and entry. Entries that are
// not legal positions mean nothing.
type Values [2][]value.Byte

// NewValues returns room for the values of a slice.
func NewValues(l *slice.Layout) *Values {
	return &Values{make([]value.Byte, l.Entries()), make([]value.Byte, l.Entries())}
}

// A Sink takes the values of a slice when it is solved, and hands them out. It is
// made by the method that fills it: [*Values] in memory, for instance. If
// values take more than a byte, it hands out those of the first level.
type Sink interface {
	// View returns n values with one side to move, from an entry on: those in
	// memory, or else the room, filled with them.
	View(c board.Color, first slice.Entry, n int, room []value.Byte) ([]value.Byte, error)

	// Levels returns the levels of the values, the first one first, each as a sink: itself, if there is but one.
	Levels() []Sink
}

// View implements [Sink].
func (v *Values) View(c board.Color, first slice.Entry, n int, _ []value.Byte) ([]value.Byte, error) {
	return v[c][first:][:n:n], nil
}

// Levels implements [Sink].
func (v *Values) Levels() []Sink { return []Sink{v} }

// Leveled are the values of a slice in memory, in one level or more.
type Leveled []*Values

// View implements [Sink], for the first level.
func (v Leveled) View(c board.Color, first slice.Entry, n int, room []value.Byte) ([]value.Byte, error) {
	return v[0].View(c, first, n, room)
}

// Levels implements [Sink].
func (v Leveled) Levels() (levels []Sink) {
	for _, level := range v {
		levels = append(levels, level)
	}
	return levels
}
