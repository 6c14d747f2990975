package dtm50

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Rule recomputes every entry of a table with all clocks from its moves, from the last clock down. It is a rule of
// package verify. The value of a position with a clock depends on its moves with the next clock, and on other slices
// with a clock at 0. So the tables that the class depends on determine the whole table, including its statistics.
//
// A Rule also recomputes entries alone, each with one clock, from their legal moves and the values of these in tables.
// So no error can hide in code that is shared with the solver.
type Rule struct {
	*library.Table
	ctx     context.Context
	library *library.Library
	again   *format.Header // with pairs counted again
	solving *solving
	group   []*solved
}

// NewRule returns the rule for a table of a library. It reads the values that the class needs into memory.
func NewRule(ctx context.Context, lib *library.Library, t *library.Table, threads int) (*Rule, error) {
	m := &holder{lib, held{}}
	if err := m.hold(ctx, t.Layout.Class); err != nil {
		return nil, err
	}
	v := &Rule{Table: t, ctx: ctx, library: lib, again: newHeader(t.Layout.Class)}
	v.solving = m.held.solving(t.Layout, nil, threads)
	return v, nil
}

// Slice solves the next slice again. It compares its entries at the end of its group.
func (v *Rule) Slice(number slice.Number, counts *stats.Tally) (entries int64, err error) {
	values, err := v.solving.next(func(float64) error { return nil })
	if err != nil {
		return 0, err
	}
	s := newSolved(v.Layout, number, v.solving.solver, values)
	tally(counts, v.Layout, number, s)
	v.group = append(v.group, s)
	if len(v.group) == int(format.GroupSlices(v.Layout)) || number == v.Layout.Slices()-1 {
		err = v.compare(v.group, number+1-slice.Number(len(v.group)))
		v.group = nil
	}
	for c := range s.legal {
		for _, legal := range s.legal[c] {
			entries += int64(legal.Count())
		}
	}
	if err != nil {
		return 0, store.Named(v.Layout.Class.String(), err)
	}
	return entries, nil
}

// End compares the numbers of positions that have each pair.
func (v *Rule) End() error {
	for c := range v.Header.Pairs {
		if !slices.Equal(v.Header.Pairs[c], v.again.Pairs[c]) {
			err := fmt.Errorf("%w: the numbers of pairs are not those of the entries", store.ErrCorrupt)
			return store.Named(v.Layout.Class.String(), err)
		}
	}
	return nil
}

// compare checks the planes of a group against its solved slices.
func (v *Rule) compare(group []*solved, first slice.Number) error {
	for _, c := range board.Colors {
		p, n := newPairs(v.Layout, c, group), 0
		if !v.Header.Stores(c) {
			v.again.CountPairs(c, p.count())
			continue
		}
		list := v.Planes(first, c)
		counts, err := p.planes(func(of *planeOf) error {
			if n == len(list) {
				return fmt.Errorf("%w: a group has only %d planes", store.ErrCorrupt, n)
			}
			if list[n].Later != of.later {
				return fmt.Errorf("%w: plane %d has another level", store.ErrCorrupt, n)
			}
			for i := range group {
				at := slice.Place{Slice: first + slice.Number(i), Side: c}
				if err := v.comparePlane(of, i, n, at); err != nil {
					return err
				}
			}
			n++
			return nil
		})
		if err != nil {
			return err
		}
		if n < len(list) {
			return fmt.Errorf("%w: a group has %d planes instead of %d", store.ErrCorrupt, len(list), n)
		}
		v.again.CountPairs(c, counts)
	}
	return nil
}

// comparePlane checks a plane of a slice against its contents.
func (v *Rule) comparePlane(of *planeOf, i, n int, at slice.Place) error {
	g, f := v.Grid(at.Slice, at.Side), formOf(v.Planes(at.Slice, at.Side)[n])
	var d tile.Decoder
	var bytes [tile.Size]value.Byte
	var lanes [tile.Side]board.Bitboard
	for number := range g.Tiles() {
		if err := v.ctx.Err(); err != nil {
			return err
		}
		within := &lanes
		if of.lanes == nil {
			within = nil
		} else {
			of.within(g, i, number, within)
		}
		tileNo := library.TileNo{Slice: at.Slice, Side: at.Side, Index: number}
		if err := v.ReadPlane(v.ctx, tileNo, n, within, &d); err != nil {
			return err
		}
		d.Copy(bytes[:])
		rows, stride := g.Entries(number)
		for row, legal := range d.Legal() {
			for ; legal != 0; legal = legal.Rest() {
				lane := int(legal.First())
				at.Entry = slice.Entry(rows[row] + lane*stride)
				if want, ok := of.byteOf(f, i, at.Entry); !ok || want != bytes[row*tile.Side+lane] {
					return fmt.Errorf("%w: plane %d is wrong about %q", store.ErrCorrupt, n, stats.FENOf(v.Layout, at))
				}
			}
		}
	}
	return nil
}

// Alone recomputes a position alone, with one clock.
func (v *Rule) Alone(p *board.Position, chosen *rand.Rand) error {
	clock := chosen.IntN(value.FiftyMoves + 1)
	stored, err := v.library.ValueAt(v.ctx, p, clock)
	if err != nil {
		return err
	}
	moves, err := v.library.ByMoves(v.ctx, p, clock)
	if err != nil {
		return err
	}
	if stored != moves {
		return store.Named(v.Layout.Class.String(), fmt.Errorf(
			"%w: %q with a clock of %d is a %s, and by its moves a %s",
			store.ErrCorrupt, p.FEN(), clock, metric.Format(stored), metric.Format(moves),
		))
	}
	return nil
}
