package dtm50

import (
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A heldClass has the values of a class with a clock at 0, for captures and pawn moves. If only promotions lead to the
// class, it has those of faces. Quiet moves that end castling rights do not restart the clock. After these, it has all
// pairs.
type heldClass struct {
	part   part
	layout *slice.Layout                // of the part
	slices []*solve.Values              // by number, those made so far, with the needed sides to move
	later  []*solve.Values              // likewise, of the later level; nil for slices whose values are bytes
	pairs  [][2]*heldPairs              // likewise
	faces  map[*slice.Layout]*heldClass // by layout
}

// has reports whether a slice has values with a side to move.
func (c *heldClass) has(number slice.Number, side board.Color) bool {
	return int(number) < len(c.slices) && c.slices[number][side] != nil
}

// put holds the values of a slice with a side to move.
func (c *heldClass) put(number slice.Number, side board.Color, values Mates) {
	c.slices[number][side] = values.first
	if values.later == nil {
		return
	}
	if c.later[number] == nil {
		c.later[number] = new(solve.Values)
	}
	c.later[number][side] = values.later
}

// isLeveled reports whether some slice has values of the later level.
func (c *heldClass) isLeveled() bool {
	isLeveled := func(values *solve.Values) bool { return values != nil }
	for _, face := range c.faces {
		if face.isLeveled() {
			return true
		}
	}
	return slices.ContainsFunc(c.later, isLeveled)
}

// add adds the values of the next slice.
func (c *heldClass) add(values leveledValues) {
	c.slices = append(c.slices, values.first)
	c.later = append(c.later, values.later)
}

type held map[material.Class]*heldClass

// clone returns a copy that shares the values. More can be held in it without holding them in h.
func (h held) clone() held {
	again := held{}
	for class, c := range h {
		again[class] = c.clone()
	}
	return again
}

// isLeveled reports whether some class has values of a later level.
func (h held) isLeveled() bool {
	for _, c := range h {
		if c.isLeveled() {
			return true
		}
	}
	return false
}

func (c *heldClass) clone() *heldClass {
	again := &heldClass{
		part: c.part, layout: c.layout, pairs: slices.Clone(c.pairs), faces: map[*slice.Layout]*heldClass{},
	}
	for number, values := range c.slices {
		copied := leveledValues{first: new(*values)}
		if later := c.later[number]; later != nil {
			copied.later = new(*later)
		}
		again.add(copied)
	}
	for layout, face := range c.faces {
		again.faces[layout] = face.clone()
	}
	return again
}

// A source is a [solve.ClockedSource] of held classes, for one goroutine. Faces are cut out frame by frame.
type source struct {
	held
	clock   int  // at hand
	later   bool // whether it has the values of the later level
	cutters map[*slice.Layout]*slice.Cutter[value.Byte]
	room    []value.Byte // of a frame of a face
	whole   []value.Byte // of a frame of any other layout
}

// sources returns n sources.
func (h held) sources(n int) (list []solve.ClockedSource) {
	for range n {
		list = append(list, &source{held: h, cutters: map[*slice.Layout]*slice.Cutter[value.Byte]{}})
	}
	return list
}

// WithClock implements [solve.ClockedSource].
func (s *source) WithClock(clock int) solve.Source {
	return &source{held: s.held, clock: clock, cutters: s.cutters, room: s.room, whole: s.whole}
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
	if face := s.heldFace(l); face != nil {
		if valuesOf := s.valuesOf(face, number, side); valuesOf != nil {
			return valuesOf(frame), nil
		}
	}
	whole, wholeSlice := l, number
	if l.Whole() != nil {
		whole, wholeSlice = l.Whole(), l.WholeSlice(number)
	}
	valuesOf := s.valuesOf(s.held[l.Class], wholeSlice, side)
	switch {
	case valuesOf == nil:
		return solve.Span{}, fmt.Errorf(
			"slice %d of %v with %v to move is not held with a clock of %d", wholeSlice, l.Class, side, s.clock)
	case whole == l:
		return valuesOf(frame), nil
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
		return valuesOf(frame).Frame(frame, whole.FrameEntries()), nil
	}, into)
	return solve.Span{First: frame, Values: into, Borrowed: true}, err
}

// slicesOf returns the values of a class or face that the source has.
func (s *source) slicesOf(c *heldClass) []*solve.Values {
	if s.later {
		return c.later
	}
	return c.slices
}

// hasLater reports whether a slice has values of the later level.
func (s *source) hasLater(l *slice.Layout, number slice.Number, side board.Color) bool {
	c := s.held[l.Class]
	if l.Whole() != nil {
		if face := s.heldFace(l); face != nil && face.has(number, side) {
			c = face
		} else {
			number = l.WholeSlice(number)
		}
	}
	return int(number) < len(c.later) && c.later[number] != nil && c.later[number][side] != nil
}

// heldFace returns the held face with a layout, or nil.
func (s *source) heldFace(l *slice.Layout) *heldClass { return s.held[l.Class].faces[l] }

// valuesOf returns a function for the values of a slice of a class or face with the clock at hand. It returns nil if
// they are not held.
func (s *source) valuesOf(c *heldClass, number slice.Number, side board.Color) func(slice.FrameNo) solve.Span {
	switch {
	case s.clock == 0 && c.has(number, side):
		values := s.slicesOf(c)[number][side]
		return func(slice.FrameNo) solve.Span { return solve.Span{Values: values} }
	case s.clock > 0 && int(number) < len(c.pairs) && c.pairs[number][side] != nil:
		return func(frame slice.FrameNo) solve.Span {
			n := c.layout.FrameEntries()
			s.whole = slices.Grow(s.whole[:0], n)[:n]
			c.pairs[number][side].fill(frame, s.clock, s.whole)
			return solve.Span{First: frame, Values: s.whole, Borrowed: true}
		}
	}
	return nil
}
