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
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// VerifyOptions control a verification. The zero value is usable.
type VerifyOptions struct {
	Every   int    // one in this number of entries, with one clock, is also recomputed alone; 0 stands for 1000
	Seed    uint32 // chooses these differently
	Threads int    // 0 stands for 1
}

// A VerifyResult counts the verified entries.
type VerifyResult struct {
	Entries int64 // positions recomputed, each with all clocks
	Alone   int64 // those that were also recomputed alone, each with one clock
}

// Verify recomputes every entry of a table with all clocks from its moves, from the last clock down. The value of a
// position with a clock depends on its moves with the next clock, and on other slices with a clock at 0. So the tables
// that the class depends on determine the whole table, including its statistics.
//
// Verify also recomputes some entries alone, from their legal moves and the values of these in tables. So no error can
// hide in code that is shared with the solver. A contradiction is an error that matches [store.ErrCorrupt].
func Verify(
	ctx context.Context, tables store.Store, class material.Class, options VerifyOptions,
) (*VerifyResult, error) {
	b := newBuilding(ctx, tables, Options{})
	defer b.library.Close()
	t, err := b.library.Open(ctx, class)
	if err != nil {
		return nil, err
	}
	if options.Every <= 0 {
		options.Every = 1000
	}
	if err := b.hold(class); err != nil {
		return nil, err
	}
	v := &verification{Table: t, ctx: ctx, again: newHeader(class)}
	if err := v.recompute(b.held, max(1, options.Threads)); err != nil {
		return nil, store.Named(class.String(), err)
	}
	if err := v.sample(NewLibrary(tables), options); err != nil {
		return nil, store.Named(class.String(), err)
	}
	return &v.result, nil
}

type verification struct {
	*library.Table
	ctx    context.Context
	again  *format.Header // with statistics and pairs counted again
	result VerifyResult
}

// recompute solves the class again.
func (v *verification) recompute(h held, threads int) error {
	own := &heldClass{layout: v.Layout}
	h[v.Layout.Class] = own
	solver := lookahead.NewClocked(v.Layout, h.sources(threads)...)
	var counts stats.Tally
	var group []*solved
	for number := range v.Layout.Slices() {
		if err := v.ctx.Err(); err != nil {
			return err
		}
		values := solve.NewValues(v.Layout)
		if err := solver.Solve(number, values); err != nil {
			return err
		}
		own.slices = append(own.slices, values)
		s := newSolved(v.Layout, number, solver, values)
		tally(&counts, v.Layout, number, s)
		group = append(group, s)
		if len(group) == int(format.GroupSlices(v.Layout)) || number == v.Layout.Slices()-1 {
			if err := v.compare(group, number+1-slice.Number(len(group))); err != nil {
				return err
			}
			group = nil
		}
	}
	same := counts.Statistics.Equal(&v.Header.Statistics)
	for c := range v.Header.Pairs {
		same = same && slices.Equal(v.Header.Pairs[c], v.again.Pairs[c])
	}
	if !same {
		return fmt.Errorf("%w: the statistics are not those of the entries", store.ErrCorrupt)
	}
	return nil
}

// compare checks the planes of a group against its solved slices.
func (v *verification) compare(group []*solved, first slice.Number) error {
	for _, c := range board.Colors {
		list := v.Planes(first, c)
		p, n := newPairs(v.Layout, c, group), 0
		counts, err := p.planes(func(of *planeOf) error {
			if n == len(list) {
				return fmt.Errorf("%w: a group has only %d planes", store.ErrCorrupt, n)
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
func (v *verification) comparePlane(of *planeOf, i, n int, at slice.Place) error {
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
			if n == 0 {
				v.result.Entries += int64(legal.Count())
			}
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

// sample recomputes some entries alone.
func (v *verification) sample(lib *library.Library, options VerifyOptions) error {
	defer lib.Close()
	r := rand.New(rand.NewPCG(uint64(options.Seed), 50))
	all := int(v.Layout.Slices()) * 2 * v.Layout.Entries()
	for n := r.IntN(options.Every); n < all; n += 1 + r.IntN(2*options.Every-1) {
		if err := v.ctx.Err(); err != nil {
			return err
		}
		at := slice.Place{
			Slice: slice.Number(n / (2 * v.Layout.Entries())),
			Side:  board.Color(n / v.Layout.Entries() % 2),
			Entry: slice.Entry(n % v.Layout.Entries()),
		}
		p := v.Layout.Position(at)
		if p.Occupied().Count() < len(v.Layout.Men) || p.Check() != nil {
			continue
		}
		clock := r.IntN(value.FiftyMoves + 1)
		stored, err := lib.ValueAt(v.ctx, &p, clock)
		if err != nil {
			return err
		}
		moves, err := lib.ByMoves(v.ctx, &p, clock)
		if err != nil {
			return err
		}
		if stored != moves {
			return fmt.Errorf(
				"%w: %q with a clock of %d is a %s, and by its moves a %s",
				store.ErrCorrupt,
				p.FEN(),
				clock,
				metric.Format(stored),
				metric.Format(moves),
			)
		}
		v.result.Alone++
	}
	return nil
}
