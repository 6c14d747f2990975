package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A Source gives the values of finished slices.
type Source interface {
	// Layout returns the layout of a class whose slices the source has.
	Layout(class material.Class) (*slice.Layout, error)

	// Span returns values of a finished slice with one side to move: those of
	// a frame, and of as many others around it as the source likes. The layout
	// is one that the source gave, or a face of it.
	Span(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (Span, error)
}

// A ClockedSource has the values by the clock of the fifty-move rule: as a source, those with a clock at 0.
type ClockedSource interface {
	Source

	// WithClock returns a source of the values with a clock, from 1 to 100, of the classes that quiet moves lead to
	// from the one that is solved. It is used by the same goroutine.
	WithClock(clock int) Source
}

// A Span is the values of frames that follow each other in a slice, with one
// side to move. They are only read, and never change, unless they are borrowed.
type Span struct {
	First    slice.FrameNo
	Values   []value.Byte
	Borrowed bool // until the source is asked for another span: it reads that to the same place
}

// Frame returns the values of a frame of so many entries, or nil if the span
// does not have it.
func (s Span) Frame(frame slice.FrameNo, entries int) []value.Byte {
	first := int(frame-s.First) * entries
	if uint(first) >= uint(len(s.Values)) {
		return nil
	}
	return s.Values[first : first+entries : first+entries]
}

// A LeveledSource can give values as they are seen at a level. Others have bytes that say all.
type LeveledSource interface {
	Source

	// At returns the source of what is seen at a level.
	At(level value.Level) Source
}
