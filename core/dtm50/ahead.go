package dtm50

import (
	"maps"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

// cut calls a function with the values of a slice or, if the layout is a face, of the slices of the face in it.
func cut(
	l *slice.Layout, number slice.Number, values []value.Byte,
	do func(number slice.Number, values []value.Byte) error,
) error {
	whole := l.Whole()
	if whole == nil {
		return do(number, values)
	}
	cutter := slice.NewCutter[value.Byte](l)
	frameOf := func(frame slice.FrameNo, _ board.Square) ([]value.Byte, error) {
		return values[whole.FirstEntry(frame):][:whole.FrameEntries()], nil
	}
	for number, end := l.FaceSlices(number); number < end; number++ {
		into := make([]value.Byte, l.Entries())
		for frame := range l.Frames().Len() {
			if err := cutter.Frame(number, frame, frameOf, into[l.FirstEntry(frame):][:l.FrameEntries()]); err != nil {
				return err
			}
		}
		if err := do(number, into); err != nil {
			return err
		}
	}
	return nil
}

// An aheadSource is a [exits.Source] for a look ahead from a slice of a class or face. It has the stored side of this
// slice with the next clock. It reads that of slices that pawn pushes lead to, with a clock at 0.
type aheadSource struct {
	exits.ClockedSource               // of other classes
	layout, whole       *slice.Layout // the same, or those of a face
	number              slice.Number
	values              []value.Byte
	pushed              map[slice.Number][]value.Byte // slices of the whole class
	read                func(number slice.Number) ([]value.Byte, error)
}

// forget drops the slices that pushes from a slice of the whole class do not lead to.
func (s *aheadSource) forget(number slice.Number) {
	pushes := s.whole.Pushes(number)
	maps.DeleteFunc(s.pushed, func(to slice.Number, _ []value.Byte) bool { return !slices.Contains(pushes, to) })
}

// Layout implements [exits.Source].
func (s *aheadSource) Layout(class material.Class) (*slice.Layout, error) {
	if class == s.whole.Class {
		return s.whole, nil
	}
	return s.ClockedSource.Layout(class)
}

// Span implements [exits.Source].
func (s *aheadSource) Span(
	l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo,
) (span solve.Span, err error) {
	switch {
	case l == s.layout && number == s.number:
		return solve.Span{Values: s.values}, nil
	case l != s.whole:
		return s.ClockedSource.Span(l, number, side, frame)
	case s.pushed[number] == nil:
		if s.pushed[number], err = s.read(number); err != nil {
			return solve.Span{}, err
		}
	}
	return solve.Span{Values: s.pushed[number]}, nil
}
