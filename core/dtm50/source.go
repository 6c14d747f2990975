package dtm50

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A held class has its values with a clock at 0: what captures and pawn moves lead to.
type heldClass struct {
	layout *slice.Layout
	slices []*solve.Values // by number, as many as there are yet, with the sides to move that are needed
}

type held map[material.Class]*heldClass

// A source is a [solve.Source] of what is held, for one goroutine. Faces are cut out frame by frame.
type source struct {
	held
	cutters map[*slice.Layout]*slice.Cutter[value.Byte]
	room    []value.Byte
}

// sources returns so many sources.
func (h held) sources(n int) (list []solve.Source) {
	for range n {
		list = append(list, &source{held: h, cutters: map[*slice.Layout]*slice.Cutter[value.Byte]{}})
	}
	return list
}

// Layout implements [solve.Source].
func (s *source) Layout(class material.Class) (*slice.Layout, error) {
	c := s.held[class]
	if c == nil {
		return nil, store.Named(class.String(), store.ErrMissing)
	}
	return c.layout, nil
}

// Span implements [solve.Source].
func (s *source) Span(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (solve.Span, error) {
	whole, wholeSlice := l, number
	if l.Whole() != nil {
		whole, wholeSlice = l.Whole(), l.WholeSlice(number)
	}
	slices := s.held[l.Class].slices
	if int(wholeSlice) >= len(slices) || slices[wholeSlice][side] == nil {
		return solve.Span{}, fmt.Errorf("slice %d of %v with %v to move is not held", wholeSlice, l.Class, side)
	}
	values := slices[wholeSlice][side]
	if whole == l {
		return solve.Span{Values: values}, nil
	}
	cutter := s.cutters[l]
	if cutter == nil {
		cutter = slice.NewCutter[value.Byte](l)
		s.cutters[l] = cutter
	}
	if len(s.room) < l.FrameEntries() {
		s.room = make([]value.Byte, l.FrameEntries())
	}
	into := s.room[:l.FrameEntries()]
	err := cutter.Frame(number, frame, func(frame slice.FrameNo, _ board.Square) ([]value.Byte, error) {
		return values[whole.FirstEntry(frame):][:whole.FrameEntries()], nil
	}, into)
	return solve.Span{First: frame, Values: into, Borrowed: true}, err
}
