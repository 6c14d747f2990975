// Package write writes Syzygy tables from finished tables of [value.DTZ50].
//
// A class has a file of outcomes, for both sides to move, and a file of distances, for one of them. The positions of
// each side are read in the order of our tables and kept as bytes (codes.go). Then they are read in an order of the
// format (gather.go), which orders.go chooses, as values of either file (values.go). Package pairs encodes these, and
// file.go puts the parts of a file together.
package write

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/syzygy/layout"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/value"
)

// Options are the options of writing.
type Options struct {
	Threads int                   // at least 1
	Rounded bool                  // wins and losses by two plies, as in published files, which takes less space
	Observe func(done, all int64) // is called with the positions that were read or encoded; or nil
	Faces   func(done, all int)   // is called while faces are made, with the number of tables; or nil
	Beside  []material.Face       // faces of the table that are made while it is read
	Spare   int64                 // bytes beyond [Memory] for the cache; a small one decodes tables repeatedly
}

// Files has the bytes of the files of a class.
type Files struct {
	Outcomes  []byte // .rtbw
	Distances []byte // .rtbz
}

// Class writes the files of a class from its table. If the library has a store of faces, Class makes the faces that it
// reads; without them promotions take much longer. Several calls may use one library, one after the other.
func Class(ctx context.Context, lib *library.Library, class material.Class, o Options) (*Files, error) {
	t, err := lib.Open(ctx, class)
	if err != nil {
		return nil, err
	}
	w := &writer{lib: lib, table: t, layout: t.Layout, options: o, men: menOf(class)}
	w.slots = make(pairs.Slots, max(1, o.Threads))
	lib.Lend(o.Spare + w.codesBytes()) // codes come later
	defer lib.Lend(0)
	err = lib.MakeFacesOf(ctx, max(1, o.Threads), o.Faces, class)
	if lib.Lend(max(0, o.Spare-w.laterBytes())); err != nil {
		return nil, err
	}
	return w.write(ctx)
}

// A writer writes the files of a class.
type writer struct {
	lib      *library.Library
	table    *library.Table
	layout   *slice.Layout
	men      classMen
	options  Options
	rooms    [2][]value.Byte
	slots    pairs.Slots
	choosers [2][2]chooser // of outcomes and distances, by side

	mu        sync.Mutex
	done, all int64 // positions
}

// pass reports progress.
func (w *writer) pass(positions int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done += positions; w.options.Observe != nil {
		w.options.Observe(w.done, w.all)
	}
}

// Sizes of blocks, as binary logarithms: readers decode half of one.
const (
	outcomesBlock  = 6
	distancesBlock = 10
)

func (w *writer) write(ctx context.Context) (*Files, error) {
	class := w.layout.Class
	pawns := class.Pawns() > 0
	both := class.HasEnPassant()
	outcomes := &table{split: len(w.sides()) == 2, pawns: pawns, both: both}
	distances := &table{distances: true, split: outcomes.split, pawns: pawns, both: both}
	w.setWork()
	in := &reading{w.lib, w.table, w.table.FacesBeside(ctx, w.options.Beside), w.pass}
	defer in.beside.Close()
	for file, numbers := range w.slices() {
		c := newCodes(w.layout, numbers, &w.rooms)
		if err := c.read(ctx, in, w.options.Threads); err != nil {
			return nil, err
		}
		parts, p, err := w.parts(ctx, c, file)
		if err != nil {
			return nil, err
		}
		outcomes.parts = append(outcomes.parts, parts)
		distances.parts = append(distances.parts, []part{*p})
	}
	return &Files{outcomes.encode(), distances.encode()}, nil
}

// slices returns the slices by the file of the leading pawn, or all.
func (w *writer) slices() [][]slice.Number {
	if w.layout.Class.Pawns() == 0 {
		return [][]slice.Number{{0}}
	}
	lists := make([][]slice.Number, 4)
	for n := range w.layout.Slices() {
		var men layout.Men
		squares := w.layout.PawnSquares(n)
		first := len(w.layout.Men) - len(squares)
		for i, s := range squares {
			men[w.layout.Men[first+i].Color][board.Pawn] |= s.Bit()
		}
		f := men.PawnFile(w.men.lead)
		lists[f] = append(lists[f], n)
	}
	return lists
}

// codesBytes returns the memory for the codes of both sides to move, with the leading pawn on one file.
func (w *writer) codesBytes() int64 {
	most := 0 // slices
	for _, numbers := range w.slices() {
		most = max(most, len(numbers))
	}
	return 2 * int64(most) * int64(w.layout.Entries())
}

// laterBytes returns the memory for values beyond a byte: the second levels of the slices that are read at once.
func (w *writer) laterBytes() (bytes int64) {
	header := w.table.Header
	if header.Levels() == 1 {
		return 0
	}
	for _, side := range board.Colors {
		if header.Stores(side) {
			bytes += int64(w.layout.Entries())
		}
	}
	return bytes * int64(min(w.layout.Slices(), slice.Number(max(1, w.options.Threads))))
}

// sides returns the sides to move of a file of outcomes. A class with the same men on both sides has one.
func (w *writer) sides() []board.Color {
	if w.layout.Class.IsSymmetric() {
		return board.Colors[:1]
	}
	return board.Colors[:]
}

// parts encodes the outcomes of the sides and the distances, at once.
func (w *writer) parts(ctx context.Context, c *codes, file int) (outcomes []part, distances *part, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		distances, err = w.distances(ctx, c, file)
		return err
	})
	outcomes = make([]part, len(w.sides()))
	for i, side := range w.sides() {
		p := &outcomes[i]
		*p = part{side: side, values: c.outcomes(side)}
		group.Go(func() error { return w.encode(ctx, c, file, p, outcomesBlock) })
	}
	return outcomes, distances, group.Wait()
}

// encode chooses the order of a part, unless it has one, and encodes it.
func (w *writer) encode(ctx context.Context, c *codes, file int, p *part, block int) (err error) {
	if p.values.single {
		p.order = allOrders(w.men, file)[0]
		w.pass(int64(p.order.layout.Size()))
		return nil
	}
	if p.order == nil {
		if p.order, err = w.choose(ctx, c, file, p); err != nil {
			return err
		}
	}
	values := &ordered{newGatherer(c, p.side, p.order.layout), p.values}
	options := pairs.Options{Slots: w.slots, BlockBits: block, Observe: w.pass}
	p.encoded, err = pairs.Encode(ctx, values, options)
	return err
}

// choose returns the best order found for a part.
func (w *writer) choose(ctx context.Context, c *codes, file int, p *part) (*order, error) {
	return w.chooser(p).choose(ctx, w.slots, allOrders(w.men, file), func(o *order) pairs.Values {
		return &ordered{newGatherer(c, p.side, o.layout), p.values}
	})
}

// chooser returns the chooser of the parts with the same side and kind of values.
func (w *writer) chooser(p *part) *chooser {
	if p.values.isDistances {
		return &w.choosers[1][p.side]
	}
	return &w.choosers[0][p.side]
}

// distances encodes the side that is estimated to be smaller.
func (w *writer) distances(ctx context.Context, c *codes, file int) (best *part, err error) {
	for _, side := range w.sides() {
		p := &part{side: side, values: c.distances(side, w.options.Rounded)}
		if p.values.single {
			p.order = allOrders(w.men, file)[0]
		} else if p.order, err = w.choose(ctx, c, file, p); err != nil {
			return nil, err
		}
		if best == nil || p.bits() < best.bits() {
			best = p
		}
	}
	return best, w.encode(ctx, c, file, best, distancesBlock)
}

// bits returns the estimated bits of a value.
func (p *part) bits() float64 {
	if p.values.single {
		return 0
	}
	return p.order.bits
}

// setWork sets the positions to be read and encoded.
func (w *writer) setWork() {
	w.all = w.layout.Positions()
	files := 1
	if w.layout.Class.Pawns() > 0 {
		files = 4
	}
	for file := range files {
		w.all += int64(len(w.sides())+1) * int64(allOrders(w.men, file)[0].layout.Size())
	}
}
