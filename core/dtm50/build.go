package dtm50

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// CheckClasses returns an error that matches [material.ErrClass] if a class can have no table.
func CheckClasses(classes []material.Class) error {
	for _, class := range classes {
		if class.Rights() != 0 && class.Men() > mostCastling {
			return fmt.Errorf("%w: %w", material.ErrClass,
				words.Error("core.kind.castling", "kind", Name, "most", mostCastling, "class", class))
		}
	}
	return nil
}

// mostCastling is the most men of tables with castling rights. All pairs of the positions after moves that end these
// rights must be in memory.
const mostCastling = 4

// Castling returns the classes of the same men with castling rights that have tables.
func Castling(class material.Class) []material.Class {
	if class.Men() > mostCastling || class.Rights() != 0 {
		return nil
	}
	return class.Castling()
}

// Memory returns the bytes of memory that making a table takes, or a little more.
func Memory(class material.Class) int64 {
	l := slice.NewLayout(class)
	entries := int64(l.Entries())
	group := int64(min(format.GroupSlices(l), l.Slices()))
	bytes := lookahead.ClockedBytes(l)
	bytes += 2 * entries * int64(l.Slices()) // values, which pushes lead to
	bytes += group * 2 * changesBytes * entries
	bytes += group * packingBytes * entries
	for next, sides := range needs(class) {
		l := slice.NewLayout(next)
		bytes += int64(sides.Count()) * int64(l.Entries()) * int64(l.Slices())
	}
	for next, sides := range needsByClock(class) {
		l := slice.NewLayout(next)
		bytes += int64(sides.Count()) * pairsBytes * int64(l.Entries()) * int64(l.Slices())
	}
	return bytes + overhead
}

const (
	changesBytes = 5      // of a position and side: two changes, and their share of rows and words
	pairsBytes   = 2 * 10 // of a position and side that quiet moves lead to: ten pairs, more than up to four men have
	packingBytes = 6      // of a position: pairs at hand, and planes in two forms
	overhead     = 96 << 20
)

// needs returns the classes that a class needs with a clock at 0, and the sides to move. Captures need both sides.
// Promotions need the opponent of the side that promotes.
func needs(class material.Class) map[material.Class]format.SideSet {
	need := map[material.Class]format.SideSet{}
	for _, next := range class.Successors() {
		if next.Men() < class.Men() || class.Rights() != 0 && next.Pawns() < class.Pawns() {
			need[next] = format.BothSides
		}
	}
	for _, face := range class.Faces() {
		if face.Right == 0 {
			need[face.Class] |= format.Only(face.Turn())
		}
	}
	return need
}

// needsByClock returns the classes that a class needs with all clocks, and the sides to move. Quiet moves that end
// castling rights lead to them. If no rights are left, they need the opponent of the side that has moved.
func needsByClock(class material.Class) map[material.Class]format.SideSet {
	need := map[material.Class]format.SideSet{}
	rights := class.Rights()
	for _, next := range class.Successors() {
		switch {
		case next.Men() < class.Men() || next.Pawns() < class.Pawns():
		case next.Rights() != 0:
			need[next] = format.BothSides
		default:
			for _, side := range board.Colors {
				if rights.Side(side.Other()) == rights {
					need[next] |= format.Only(side)
				}
			}
		}
	}
	return need
}

// A Maker makes tables for package builder. It holds the values and pairs of the tables that later ones need.
type Maker struct {
	library *library.Library
	held    held
}

// NewMaker returns a maker of tables in a store, for one build.
func NewMaker(tables store.Store) *Maker {
	return &Maker{NewLibrary(tables).Limit(makingCache), held{}}
}

// makingCache is the size of a maker's cache. It reads each slice once.
const makingCache = 4 << 20

// Close closes the tables that the maker reads.
func (m *Maker) Close() error { return m.library.Close() }

// Kind returns [Name].
func (m *Maker) Kind() string { return Name }

// Memory returns the result of [Memory].
func (m *Maker) Memory(class material.Class) int64 { return Memory(class) }

// release drops the classes that no later table needs.
func (m *Maker) release(later []builder.Step) {
	for class := range m.held {
		needs := func(step builder.Step) bool { return slices.Contains(step.Class.Successors(), class) }
		if !slices.ContainsFunc(later, needs) {
			delete(m.held, class)
		}
	}
}

// hold makes sure that the classes that a class needs are in memory.
func (m *Maker) hold(ctx context.Context, class material.Class) error {
	for next, sides := range needs(class) {
		if err := m.holdOne(ctx, next, sides); err != nil {
			return err
		}
	}
	for next, sides := range needsByClock(class) {
		if err := m.holdPairs(ctx, next, sides); err != nil {
			return err
		}
	}
	return nil
}

// holding returns the held class of a class, which is new if the class was not held.
func (m *Maker) holding(class material.Class) *heldClass {
	c := m.held[class]
	if c == nil {
		c = &heldClass{layout: slice.NewLayout(class)}
		c.slices = make([]*solve.Values, c.layout.Slices())
		m.held[class] = c
	}
	return c
}

func (m *Maker) holdPairs(ctx context.Context, class material.Class, sides format.SideSet) error {
	c := m.holding(class)
	t, err := m.library.Open(ctx, class)
	if err != nil {
		return err
	}
	if c.pairs == nil {
		c.pairs = make([][2]*heldPairs, c.layout.Slices())
	}
	for number := range c.pairs {
		for _, side := range board.Colors {
			pairs := &c.pairs[number][side]
			if *pairs != nil || !sides.Has(side) {
				continue
			}
			if *pairs, err = readPairs(ctx, t, slice.Number(number), side); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *Maker) holdOne(ctx context.Context, class material.Class, sides format.SideSet) error {
	c := m.holding(class)
	for number, values := range c.slices {
		missing := sides
		for _, side := range board.Colors {
			if values != nil && values[side] != nil {
				missing &^= format.Only(side)
			}
		}
		if missing == 0 {
			continue
		}
		t, err := m.library.Open(ctx, class)
		if err != nil {
			return err
		}
		c.layout = t.Layout
		read, err := readValues(ctx, m.library, t.Layout, slice.Number(number), missing)
		if err != nil {
			return err
		}
		for side := range read {
			if values != nil && read[side] == nil {
				read[side] = values[side]
			}
		}
		c.slices[number] = read
	}
	return nil
}

// Make solves the slices of a table one after the other, and packs them in groups.
func (m *Maker) Make(ctx context.Context, making *builder.Making) (*format.Header, error) {
	l := making.Layout
	if err := m.hold(ctx, l.Class); err != nil {
		return nil, err
	}
	h := newHeader(l.Class)
	own := &heldClass{layout: l}
	m.held[l.Class] = own
	solver := lookahead.NewClocked(l, m.held.sources(making.Threads)...)
	var counts stats.Tally
	var group []*solved
	for number := range l.Slices() {
		if err := making.Observe(float64(number) / float64(l.Slices())); err != nil {
			return nil, err
		}
		values := solve.NewValues(l)
		if err := solver.Solve(number, values); err != nil {
			return nil, err
		}
		own.slices = append(own.slices, values)
		begin := time.Now()
		s := newSolved(l, number, solver, values)
		tally(&counts, l, number, s)
		if group = append(group, s); len(group) == int(format.GroupSlices(l)) || number == l.Slices()-1 {
			first := number + 1 - slice.Number(len(group))
			if err := pack(making.Writer, h, l, group, first, making.Threads); err != nil {
				return nil, err
			}
			group = nil
		}
		making.Encoding += time.Since(begin)
	}
	h.Statistics = counts.Statistics
	m.release(making.Later)
	return h, nil
}

func newHeader(class material.Class) *format.Header {
	return &format.Header{Kind: format.ByClock, Class: class, Metric: metric, Sides: format.BothSides}
}

// pack writes a group of slices.
func pack(
	w store.Writer, h *format.Header, l *slice.Layout, group []*solved, first slice.Number, threads int,
) error {
	for _, c := range board.Colors {
		p := packer{pairs: newPairs(l, c, group), first: first, threads: threads, writer: w, shape: -1}
		counts, err := p.pairs.planes(p.add)
		if err != nil {
			return err
		}
		h.AddPlanes(p.planes...)
		h.CountPairs(c, counts)
	}
	return nil
}
