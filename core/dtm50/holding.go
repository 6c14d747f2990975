package dtm50

import (
	"context"
	"maps"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/value"
)

// A holder has the classes in memory that others need.
type holder struct {
	library *library.Library
	held    held
}

// keep drops the values that a class does not need.
func (h held) keep(class material.Class) {
	need, byClock := needs(class), needsByClock(class)
	for class, c := range h {
		if byClock[part{class: class}] == 0 {
			c.pairs = nil
		}
		c.keep(need[part{class: class}])
		for promoted, face := range c.faces {
			face.keep(need[part{class, promoted}])
		}
	}
}

// keep drops the values with other sides to move.
func (c *heldClass) keep(sides format.SideSet) {
	for number, values := range c.slices {
		for _, side := range board.Colors {
			if sides.Has(side) {
				continue
			}
			values[side] = nil
			if later := c.later[number]; later != nil {
				later[side] = nil
			}
		}
	}
}

// hold makes sure that the values that a class needs are in memory.
func (m *holder) hold(ctx context.Context, class material.Class) error {
	if err := m.holdAll(ctx, needs(class)); err != nil {
		return err
	}
	for next, sides := range needsByClock(class) {
		if err := m.holdPairs(ctx, next.class, sides); err != nil {
			return err
		}
	}
	return nil
}

// holdAll holds the values of parts with a clock at 0.
func (m *holder) holdAll(ctx context.Context, needs sidesOf) error {
	byClass := func(p, q part) int { return material.Compare(p.class, q.class) }
	for _, p := range slices.SortedFunc(maps.Keys(needs), byClass) {
		if err := m.holdValues(ctx, p, needs[p]); err != nil {
			return err
		}
	}
	return nil
}

// holding returns the held class of a table, which is new if the class was not held.
func (m *holder) holding(t *library.Table) *heldClass {
	c := m.held[t.Layout.Class]
	if c == nil {
		c = newHeldClass(t.Layout)
		m.held[t.Layout.Class] = c
	}
	return c
}

// newHeldClass returns room for values of all slices of a class or face.
func newHeldClass(l *slice.Layout) *heldClass {
	c := &heldClass{layout: l}
	for range l.Slices() {
		c.slices = append(c.slices, new(solve.Values))
	}
	c.later = make([]*solve.Values, len(c.slices))
	return c
}

// part returns the class itself or the face of a part, which is new if it was not held.
func (c *heldClass) part(p part) *heldClass {
	if p.promoted == (board.Man{}) {
		return c
	}
	if c.faces == nil {
		c.faces = map[board.Man]*heldClass{}
	}
	face := c.faces[p.promoted]
	if face == nil {
		face = newHeldClass(p.layoutIn(c.layout))
		c.faces[p.promoted] = face
	}
	return face
}

// lacks reports whether some slice has no values with a side to move.
func (c *heldClass) lacks(side board.Color) bool {
	return slices.ContainsFunc(c.slices, func(v *solve.Values) bool { return v[side] == nil })
}

// holdValues holds the values of a part with a clock at 0, for some sides to move.
func (m *holder) holdValues(ctx context.Context, p part, sides format.SideSet) error {
	t, err := m.library.Open(ctx, p.class)
	if err != nil {
		return err
	}
	c := m.holding(t).part(p)
	for _, side := range board.Colors {
		if !sides.Has(side) || !c.lacks(side) {
			continue
		}
		err := m.eachSlice(ctx, t, c.layout, side, 0, func(number slice.Number, values Mates) error {
			c.put(number, side, values)
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
	do func(number slice.Number, values Mates) error,
) error {
	return (&holder{from, held{}}).eachSlice(ctx, t, t.Layout, side, clock, do)
}

// eachSlice does this for the layout of the table or of one of its faces.
func (m *holder) eachSlice(
	ctx context.Context, t *library.Table, l *slice.Layout, side board.Color, clock int,
	do func(number slice.Number, values Mates) error,
) error {
	if !t.Header.Stores(side) {
		return m.lookAhead(ctx, t, l, side, clock, do)
	}
	for number := range t.Layout.Slices() {
		values, err := readAt(ctx, t, number, side, clock)
		if err == nil {
			err = cut(l, number, values, do)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lookAhead computes the values of a table or of its face with a clock, with a side to move that is not stored. It
// looks one ply ahead: quiet moves lead to the stored side of the same slice with the next clock. Pawn moves lead to
// that side of other slices with the clock at 0, and captures to other classes. A promoted piece belongs to the other
// side, so no quiet move leaves a face.
func (m *holder) lookAhead(
	ctx context.Context, t *library.Table, l *slice.Layout, side board.Color, clock int,
	do func(number slice.Number, values Mates) error,
) error {
	stored := side.Other()
	most := &holder{m.library, m.held.clone()} // for parts that only this takes
	if err := most.holdAll(ctx, needsAfter(l.Class, side)); err != nil {
		return err
	}
	read := func(number slice.Number) (Mates, error) { return readAt(ctx, t, number, stored, 0) }
	look := newAhead(l, side, most.held, t.Header.Wide, read)
	for number := range t.Layout.Slices() {
		values, err := readAt(ctx, t, number, stored, clock+1)
		if err != nil {
			return err
		}
		look.forget(number)
		err = cut(l, number, values, func(number slice.Number, values Mates) error {
			values, err := look.slice(number, values)
			if err != nil {
				return err
			}
			return do(number, values)
		})
		if err != nil {
			return err
		}
	}
	return nil
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
	each := func(number slice.Number, s *lookahead.Clocked, values leveledValues) error {
		if values.later != nil {
			return errWide
		}
		into[number][side] = pairsOf(l, side, newSolved(l, number, s, values))
		return nil
	}
	return again.held.solve(l, nil, 1, func(float64) error { return nil }, each)
}

// pairsOf returns all pairs of a solved slice with a side to move.
func pairsOf(l *slice.Layout, side board.Color, s *solved) *heldPairs {
	hp := &heldPairs{}
	isPair := func(mate value.Byte) bool { return mate != value.DrawByte }
	for p := newPairs(l, side, []*solved{s}); ; {
		p.turn()
		if !slices.ContainsFunc(p.mate[0].first, isPair) {
			return hp
		}
		hp.mates = append(hp.mates, slices.Clone(p.mate[0].first))
		left := make([]value.Byte, l.Entries())
		for entry, n := range p.left[0] {
			left[entry] = value.Byte(n)
		}
		hp.left = append(hp.left, left)
	}
}
