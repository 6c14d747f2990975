package dtm50

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
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
	keep := func(c *heldClass) {
		if byClock[c.part] == 0 {
			c.pairs = nil
		}
		c.keep(need[c.part])
	}
	for _, c := range h {
		keep(c)
		for _, face := range c.faces {
			keep(face)
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
				if later[side.Other()] == nil {
					c.later[number] = nil // the class no longer makes others take two levels
				}
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
		if err := m.holdPairs(ctx, next, sides); err != nil {
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

// holding returns the held part of a table, which is new if it was not held.
func (m *holder) holding(t *library.Table, p part) *heldClass {
	c := m.held[p.class]
	if c == nil {
		c = newHeldClass(part{class: p.class}, t.Layout)
		m.held[p.class] = c
	}
	if p.isWhole() {
		return c
	}
	l := p.layoutIn(c.layout)
	if c.faces == nil {
		c.faces = map[*slice.Layout]*heldClass{}
	}
	if c.faces[l] == nil {
		c.faces[l] = newHeldClass(p, l)
	}
	return c.faces[l]
}

// newHeldClass returns room for values of all slices of a class or face.
func newHeldClass(p part, l *slice.Layout) *heldClass {
	c := &heldClass{part: p, layout: l}
	for range l.Slices() {
		c.slices = append(c.slices, new(solve.Values))
	}
	c.later = make([]*solve.Values, len(c.slices))
	return c
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
	c := m.holding(t, p)
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
	look, err := m.newAhead(ctx, t, l, side)
	if err != nil {
		return err
	}
	for number := range t.Layout.Slices() {
		values, err := readAt(ctx, t, number, side.Other(), clock+1)
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

// newAhead returns an ahead for a side to move that a table does not store. It holds the parts that only this takes.
func (m *holder) newAhead(ctx context.Context, t *library.Table, l *slice.Layout, side board.Color) (*ahead, error) {
	if l.Class.Rights() != 0 { // such tables have both sides
		return nil, store.Named(l.Class.String(), fmt.Errorf("%w: it has one side to move", store.ErrCorrupt))
	}
	most := &holder{m.library, m.held.clone()}
	if err := most.holdAll(ctx, needsAfter(l.Class, side)); err != nil {
		return nil, err
	}
	read := func(number slice.Number) (Mates, error) { return readAt(ctx, t, number, side.Other(), 0) }
	return newAhead(l, side, most.held, t.Header.Wide, read), nil
}

// holdPairs holds the pairs of a part, for some sides to move.
func (m *holder) holdPairs(ctx context.Context, p part, sides format.SideSet) error {
	t, err := m.library.Open(ctx, p.class)
	if err != nil {
		return err
	}
	c := m.holding(t, p)
	if c.pairs == nil {
		c.pairs = make([][2]*heldPairs, c.layout.Slices())
	}
	for _, side := range board.Colors {
		if !sides.Has(side) || !slices.ContainsFunc(c.pairs, func(p [2]*heldPairs) bool { return p[side] == nil }) {
			continue
		}
		each := m.lookAheadPairs
		if t.Header.Stores(side) {
			each = readPairs
		}
		err := each(ctx, t, c.layout, side, func(number slice.Number, hp *heldPairs) error {
			c.pairs[number][side] = hp
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// lookAheadPairs finds the pairs of a side to move that a table does not store, by a look ahead for each clock. It
// passes on those of each slice of the table's layout or of a face of it.
func (m *holder) lookAheadPairs(
	ctx context.Context, t *library.Table, l *slice.Layout, side board.Color,
	do func(number slice.Number, hp *heldPairs) error,
) error {
	look, err := m.newAhead(ctx, t, l, side)
	if err != nil {
		return err
	}
	if len(look.levels) > 1 {
		return errWide
	}
	next := newMates(l.Entries(), false)
	return readPairs(ctx, t, l, side.Other(), func(number slice.Number, stored *heldPairs) error {
		look.forget(wholeSlice(l, number))
		hp := newHeldPairs(l)
		for clock := range value.FiftyMoves {
			if err := ctx.Err(); err != nil {
				return err
			}
			for frame := range l.Frames().Len() {
				stored.fill(frame, clock+1, next.first[l.FirstEntry(frame):][:l.FrameEntries()])
			}
			values, err := look.slice(number, next)
			if err != nil {
				return err
			}
			hp.add(l, number, clock, values.first)
		}
		return do(number, hp)
	})
}
