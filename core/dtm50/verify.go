package dtm50

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format/stats"
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
	t, err := openTable(ctx, tables, class)
	if err != nil {
		return nil, err
	}
	defer t.blob.Close()
	if options.Every <= 0 {
		options.Every = 1000
	}
	b := &building{ctx: ctx, store: tables, held: held{}}
	if err := b.hold(class); err != nil {
		return nil, err
	}
	v := &verification{table: t, ctx: ctx, again: &Header{Class: class, layout: t.layout}}
	if err := v.recompute(b.held, max(1, options.Threads)); err != nil {
		return nil, store.Named(class.String(), err)
	}
	if err := v.sample(NewLibrary(tables), options); err != nil {
		return nil, store.Named(class.String(), err)
	}
	return &v.result, nil
}

type verification struct {
	*table
	ctx    context.Context
	again  *Header // with statistics and pairs counted again
	result VerifyResult
}

// recompute solves the class again.
func (v *verification) recompute(h held, threads int) error {
	own := &heldClass{layout: v.layout}
	h[v.Class] = own
	solver := lookahead.NewClocked(v.layout, h.sources(threads)...)
	var tally stats.Tally
	var group []*solved
	for number := range v.layout.Slices() {
		if err := v.ctx.Err(); err != nil {
			return err
		}
		values := solve.NewValues(v.layout)
		if err := solver.Solve(number, values); err != nil {
			return err
		}
		own.slices = append(own.slices, values)
		s := newSolved(v.layout, number, solver, values)
		v.again.tally(&tally, number, s)
		group = append(group, s)
		if n, i := v.groupOf(number); i == v.slicesOf(n)-1 {
			if err := v.compare(n, group, number+1-slice.Number(len(group))); err != nil {
				return err
			}
			group = nil
		}
	}
	same := tally.Statistics.Equal(&v.Statistics)
	for c := range v.Pairs {
		same = same && slices.Equal(v.Pairs[c], v.again.Pairs[c])
	}
	if !same {
		return fmt.Errorf("%w: the statistics are not those of the entries", store.ErrCorrupt)
	}
	return nil
}

// compare checks the planes of a group against its solved slices.
func (v *verification) compare(number int, group []*solved, first slice.Number) error {
	for _, c := range board.Colors {
		list := v.groups[number][c].list
		p, n := newPairs(v.layout, c, group), 0
		counts, err := p.planes(func(of *planeOf) error {
			if n == len(list) {
				return fmt.Errorf("%w: a group has only %d planes", store.ErrCorrupt, n)
			}
			for i := range group {
				at := slice.Place{Slice: first + slice.Number(i), Side: c}
				if err := v.comparePlane(of, number, i, n, at); err != nil {
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
		v.again.count(c, counts)
	}
	return nil
}

// comparePlane checks a plane of a slice against its contents.
func (v *verification) comparePlane(of *planeOf, group, i, n int, at slice.Place) error {
	g, f := v.grid(group, at.Side), v.groups[group][at.Side].list[n].form
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
		pt := &pairTile{key: tileKey{at.Side, at.Slice, number}}
		if err := v.readPlane(v.ctx, pt, group, i, n, within, bytes[:]); err != nil {
			return err
		}
		rows, stride := g.Entries(number)
		for row, legal := range v.decoder.Legal() {
			if n == 0 {
				v.result.Entries += int64(legal.Count())
			}
			for ; legal != 0; legal = legal.Rest() {
				lane := int(legal.First())
				at.Entry = slice.Entry(rows[row] + lane*stride)
				if want, ok := of.byteOf(f, i, at.Entry); !ok || want != bytes[row*tile.Side+lane] {
					return fmt.Errorf("%w: plane %d is wrong about %q", store.ErrCorrupt, n, stats.FENOf(v.layout, at))
				}
			}
		}
	}
	return nil
}

// sample recomputes some entries alone.
func (v *verification) sample(lib *Library, options VerifyOptions) error {
	defer lib.Close()
	r := rand.New(rand.NewPCG(uint64(options.Seed), 50))
	all := int(v.layout.Slices()) * 2 * v.layout.Entries()
	for n := r.IntN(options.Every); n < all; n += 1 + r.IntN(2*options.Every-1) {
		if err := v.ctx.Err(); err != nil {
			return err
		}
		at := slice.Place{
			Slice: slice.Number(n / (2 * v.layout.Entries())),
			Side:  board.Color(n / v.layout.Entries() % 2),
			Entry: slice.Entry(n % v.layout.Entries()),
		}
		p := v.layout.Position(at)
		if p.Occupied().Count() < len(v.layout.Men) || p.Check() != nil {
			continue
		}
		clock := r.IntN(value.FiftyMoves + 1)
		stored, err := lib.Value(v.ctx, &p, clock)
		if err != nil {
			return err
		}
		moves, err := lib.byMoves(v.ctx, &p, clock)
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
