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
	StoredSource  = exits.StoredSource
	Span          = exits.Span
)

// Values has the values of a slice by side to move and entry. Entries that are not legal positions have no meaning.
type Values [2][]value.Byte

// NewValues returns room for the values of a slice.
func NewValues(l *slice.Layout) *Values {
	return &Values{make([]value.Byte, l.Entries()), make([]value.Byte, l.Entries())}
}

// A Sink stores the values of a solved slice. The method that fills it makes it: [*Values] in memory, for instance. If
// values take more than a byte, View returns those of the first level.
type Sink interface {
	// View returns n values with one side to move, from an entry on. It returns values in memory, or fills the room
	// with them.
	View(c board.Color, first slice.Entry, n int, room []value.Byte) ([]value.Byte, error)

	// Levels returns the levels of the values in order, each as a sink. A sink with one level returns itself.
	Levels() []Sink
}

// View implements [Sink].
func (v *Values) View(c board.Color, first slice.Entry, n int, _ []value.Byte) ([]value.Byte, error) {
	return v[c][first:][:n:n], nil
}

// Levels implements [Sink].
func (v *Values) Levels() []Sink { return []Sink{v} }

// Leveled has the values of a slice in memory, in one level or more.
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
