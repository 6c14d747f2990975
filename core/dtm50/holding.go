package dtm50

import (
	"context"
	"maps"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/value"
)

// A holder has the classes in memory that others need.
type holder struct {
	library *library.Library
	held    held
}

// release drops the classes that no later table needs.
func (m *holder) release(later []builder.Step) {
	for class := range m.held {
		needs := func(step builder.Step) bool { return slices.Contains(step.Class.Successors(), class) }
		if !slices.ContainsFunc(later, needs) {
			delete(m.held, class)
		}
	}
}

// hold makes sure that the classes that a class needs are in memory.
func (m *holder) hold(ctx context.Context, class material.Class) error {
	if err := m.holdAll(ctx, needs(class)); err != nil {
		return err
	}
	for next, sides := range needsByClock(class) {
		if err := m.holdPairs(ctx, next, sides); err != nil {
			return err
		}
	}
	return nil
}

// holdAll holds the values of classes with a clock at 0.
func (m *holder) holdAll(ctx context.Context, needs sidesOf) error {
	for _, next := range slices.SortedFunc(maps.Keys(needs), material.Compare) {
		if err := m.holdValues(ctx, next, needs[next]); err != nil {
			return err
		}
	}
	return nil
}

// holding returns the held class of a table, which is new if the class was not held.
func (m *holder) holding(t *library.Table) *heldClass {
	c := m.held[t.Layout.Class]
	if c == nil {
		c = &heldClass{layout: t.Layout}
		for range t.Layout.Slices() {
			c.slices = append(c.slices, new(solve.Values))
		}
		m.held[t.Layout.Class] = c
	}
	return c
}

// lacks reports whether some slice has no values with a side to move.
func (c *heldClass) lacks(side board.Color) bool {
	return slices.ContainsFunc(c.slices, func(v *solve.Values) bool { return v[side] == nil })
}

// holdValues holds the values of a class with a clock at 0, for some sides to move.
func (m *holder) holdValues(ctx context.Context, class material.Class, sides format.SideSet) error {
	t, err := m.library.Open(ctx, class)
	if err != nil {
		return err
	}
	c := m.holding(t)
	for _, side := range board.Colors {
		if !sides.Has(side) || !c.lacks(side) {
			continue
		}
		err := m.eachSlice(ctx, t, side, 0, func(number slice.Number, values []value.Byte) error {
			c.slices[number][side] = values
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// EachSlice calls a function with the values of each slice of a table, with one side to move and a clock below a
// hundred. If the table does not store the side, the classes that its moves lead to are held in memory.
func EachSlice(
	ctx context.Context, t *library.Table, from *library.Library, side board.Color, clock int,
	do func(number slice.Number, values []value.Byte) error,
) error {
	return (&holder{from, held{}}).eachSlice(ctx, t, side, clock, do)
}

func (m *holder) eachSlice(
	ctx context.Context, t *library.Table, side board.Color, clock int,
	do func(number slice.Number, values []value.Byte) error,
) error {
	if !t.Header.Stores(side) {
		return m.lookAhead(ctx, t, side, clock, do)
	}
	for number := range t.Layout.Slices() {
		values, err := readAt(ctx, t, number, side, clock)
		if err == nil {
			err = do(number, values)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lookAhead computes the values of a table with a clock, with a side to move that is not stored. It looks one ply
// ahead: quiet moves lead to the stored side of the same slice with the next clock. Pawn moves lead to that side of
// other slices with the clock at 0, and captures to other classes.
func (m *holder) lookAhead(
	ctx context.Context, t *library.Table, side board.Color, clock int,
	do func(number slice.Number, values []value.Byte) error,
) error {
	class, stored := t.Layout.Class, side.Other()
	most := &holder{m.library, m.held.clone()} // for classes that only this takes
	if err := most.holdAll(ctx, needsAfter(class, side)); err != nil {
		return err
	}
	if t.Layout.Slices() > 1 {
		if err := most.holdValues(ctx, class, format.Only(stored)); err != nil {
			return err
		}
	}
	from := &aheadSource{ClockedSource: most.held.sources(1)[0], layout: t.Layout, side: stored}
	ahead := lookahead.New(t.Layout, metric, from)
	for number := range t.Layout.Slices() {
		var err error
		from.number = number
		if from.values, err = readAt(ctx, t, number, stored, clock+1); err != nil {
			return err
		}
		values := make([]value.Byte, t.Layout.Entries())
		ahead.Begin(number, side)
		for _, frame := range ahead.Order(side) {
			first := t.Layout.FirstEntry(frame)
			if err := ahead.Frame(frame, values[first:][:t.Layout.FrameEntries()]); err != nil {
				return err
			}
		}
		if err := do(number, values); err != nil {
			return err
		}
	}
	return nil
}

// An aheadSource is a [exits.Source] for a look ahead from a slice. It has the values of this slice with the next
// clock, and those of others with a clock at 0.
type aheadSource struct {
	exits.ClockedSource
	layout *slice.Layout
	number slice.Number
	side   board.Color
	values []value.Byte
}

// Span implements [exits.Source].
func (s *aheadSource) Span(
	l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo,
) (solve.Span, error) {
	if l == s.layout && number == s.number && side == s.side {
		return solve.Span{Values: s.values}, nil
	}
	return s.ClockedSource.Span(l, number, side, frame)
}

// holdPairs holds the pairs of a class, for some sides to move. If the table does not store one, the class is solved
// again: the other way would be a look ahead for each clock.
func (m *holder) holdPairs(ctx context.Context, class material.Class, sides format.SideSet) error {
	t, err := m.library.Open(ctx, class)
	if err != nil {
		return err
	}
	c := m.holding(t)
	if c.pairs == nil {
		c.pairs = make([][2]*heldPairs, t.Layout.Slices())
	}
	for _, side := range board.Colors {
		switch {
		case !sides.Has(side) || !slices.ContainsFunc(c.pairs, func(p [2]*heldPairs) bool { return p[side] == nil }):
		case !t.Header.Stores(side):
			err = m.solvePairs(ctx, t, side, c.pairs)
		default:
			for number := range c.pairs {
				if c.pairs[number][side], err = readPairs(ctx, t, slice.Number(number), side); err != nil {
					return err
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// solvePairs solves a class again, for the pairs of its slices with a side to move.
func (m *holder) solvePairs(ctx context.Context, t *library.Table, side board.Color, into [][2]*heldPairs) error {
	l := t.Layout
	again := &holder{m.library, m.held.clone()}
	if err := again.hold(ctx, l.Class); err != nil {
		return err
	}
	each := func(number slice.Number, s *lookahead.Clocked, values *solve.Values) error {
		into[number][side] = pairsOf(l, side, newSolved(l, number, s, values))
		return nil
	}
	return again.held.solve(l, 1, func(float64) error { return nil }, each)
}

// pairsOf returns all pairs of a solved slice with a side to move.
func pairsOf(l *slice.Layout, side board.Color, s *solved) *heldPairs {
	hp := &heldPairs{}
	isPair := func(mate value.Byte) bool { return mate != value.DrawByte }
	for p := newPairs(l, side, []*solved{s}); ; {
		p.turn()
		if !slices.ContainsFunc(p.mate[0], isPair) {
			return hp
		}
		hp.mates = append(hp.mates, slices.Clone(p.mate[0]))
		left := make([]value.Byte, l.Entries())
		for entry, n := range p.left[0] {
			left[entry] = value.Byte(n)
		}
		hp.left = append(hp.left, left)
	}
}
