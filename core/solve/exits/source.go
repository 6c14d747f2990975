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

	// Span returns values of a finished slice with one side to move. The span has the given frame, and may have
	// frames around it. The layout is a result of Layout, or a face of one.
	Span(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (Span, error)
}

// A StoredSource can return stored values in place of views at its level. An exit reads few values of a frame, so the
// views of all others would be computed in vain.
type StoredSource interface {
	Source

	// Stored is like Span, but it returns the values as they are stored. The views belong to their bytes. They are nil
	// if the values are views already.
	Stored(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (Span, *value.Views, error)
}

// A ClockedSource has the values by the clock of the fifty-move rule. Its own methods return values with a clock at 0.
type ClockedSource interface {
	Source

	// WithClock returns a source of the values with a clock from 1 to 100. It has the classes that quiet moves lead to
	// from the class that is solved. The same goroutine must use both sources.
	WithClock(clock int) Source
}

// A Span has the values of consecutive frames of a slice, with one side to move. Callers must not change them. They
// never change, unless they are borrowed.
type Span struct {
	First    slice.FrameNo
	Values   []value.Byte
	Borrowed bool // the next call of [Source.Span] overwrites the values
}

// Frame returns the values of a frame with the given number of entries, or nil if the span does not have the frame.
func (s Span) Frame(frame slice.FrameNo, entries int) []value.Byte {
	first := int(frame-s.First) * entries
	if uint(first) >= uint(len(s.Values)) {
		return nil
	}
	return s.Values[first : first+entries : first+entries]
}

// A LeveledSource has values in levels. The bytes of other sources have all values.
type LeveledSource interface {
	Source

	// At returns a source of the values at a level.
	At(level value.Level) Source
}
