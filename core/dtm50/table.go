package dtm50

import (
	"context"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A table is an open table. It is used by one goroutine.
type table struct {
	*Header
	blob        store.Blob
	grids       [2]map[int]*tile.Grid // by shape
	directories map[int64]*format.Directory
	tiles       map[tileKey]*pairTile
	decoder     tile.Decoder
}

// openTable opens the table of a class.
func openTable(ctx context.Context, tables store.Store, class material.Class) (*table, error) {
	blob, err := tables.Open(ctx, class.String())
	if err != nil {
		return nil, err
	}
	h, err := decodeHeader(class.String(), blob.Header(), blob.Size())
	if err != nil {
		blob.Close()
		return nil, err
	}
	return newTable(h, blob), nil
}

func newTable(h *Header, blob store.Blob) *table {
	t := &table{Header: h, blob: blob, directories: map[int64]*format.Directory{}, tiles: map[tileKey]*pairTile{}}
	t.grids = [2]map[int]*tile.Grid{{}, {}}
	return t
}

// damaged returns an error about the bytes of the table.
func (t *table) damaged(err error) error {
	return store.Named(t.Class.String(), fmt.Errorf("%w: %w", store.ErrCorrupt, err))
}

// grid returns the grid of a group with one side to move.
func (t *table) grid(group int, side board.Color) *tile.Grid {
	shape := t.groups[group][side].shape
	g := t.grids[side][shape]
	if g == nil {
		g = tile.NewGrid(t.layout, side, tile.Shapes(t.layout, side)[shape])
		t.grids[side][shape] = g
	}
	return g
}

// groupOf returns the group of a slice, and its number there.
func (t *table) groupOf(number slice.Number) (group, i int) {
	n := format.GroupSlices(t.layout)
	return int(number / n), int(number % n)
}

// slicesOf returns the number of slices of a group.
func (t *table) slicesOf(group int) int {
	n := format.GroupSlices(t.layout)
	return int(min(n, t.layout.Slices()-slice.Number(group)*n))
}

// A tileKey identifies a tile of the table.
type tileKey struct {
	side  board.Color
	slice slice.Number
	tile  int
}

// A pairTile has the pairs of a tile that were read so far.
type pairTile struct {
	key   tileKey
	legal [tile.Side]board.Bitboard
	pairs []pairPlane
	more  [tile.Side]board.Bitboard // lanes that may have a pair after these
	ends  bool                      // no lane has
}

// A pairPlane has a pair of each position of a tile. A missing pair has a draw as its mate.
type pairPlane struct {
	mate [tile.Size]value.Byte
	left [tile.Size]uint8
}

// at returns the value of a lane of a row with a clock, if the pairs that were read have it.
func (pt *pairTile) at(row, lane board.Square, clock int) (v value.Value, ok bool) {
	at := int(row)*tile.Side + int(lane)
	for i := range pt.pairs {
		p := &pt.pairs[i]
		if p.mate[at] == value.DrawByte {
			return value.Draw, true
		}
		if clock+int(p.left[at]) <= value.FiftyMoves {
			return p.mate[at].Value(), true
		}
	}
	return value.Draw, pt.ends || !pt.more[row].Has(lane)
}

// value returns the value of a place with a clock, from 0 to 100.
func (t *table) value(ctx context.Context, at slice.Place, clock int) (value.Value, error) {
	group, _ := t.groupOf(at.Slice)
	g := t.grid(group, at.Side)
	n, row, lane := g.Find(g.Sorted(at.Entry))
	key := tileKey{at.Side, at.Slice, n}
	pt := t.tiles[key]
	if pt == nil {
		pt = &pairTile{key: key}
		t.tiles[key] = pt
	}
	for {
		if v, ok := pt.at(row, lane, clock); ok && len(pt.pairs) > 0 {
			return v, nil
		}
		if err := t.readPair(ctx, pt); err != nil {
			delete(t.tiles, key)
			return value.Draw, err
		}
	}
}

const (
	// mostTiles is the most tiles that a library keeps, in all its tables together. A tile takes 16 KiB or a few times
	// as much. A line to mate in 35, with all moves at each of its positions, reads about 500.
	mostTiles = 1024

	mostDirectories = 16 // that a table keeps
)

// readPair reads the next pair of a tile.
func (t *table) readPair(ctx context.Context, pt *pairTile) error {
	group, i := t.groupOf(pt.key.slice)
	planes := t.groups[group][pt.key.side].list
	k := len(pt.pairs)
	p := pairPlane{}
	if k == 0 {
		if err := t.readPlane(ctx, pt, group, i, 0, nil, p.mate[:]); err != nil {
			return err
		}
		pt.legal = *t.decoder.Legal()
	} else {
		ref := &planes[2*k]
		if err := t.readPlane(ctx, pt, group, i, 2*k, &pt.more, p.mate[:]); err != nil {
			return err
		}
		before := &pt.pairs[k-1]
		if err := pt.eachMore(func(at int) bool {
			var ok bool
			p.mate[at], ok = nextOf(ref.form, before.mate[at], p.mate[at])
			return ok
		}); err != nil {
			return t.damaged(err)
		}
	}
	var decided [tile.Side]board.Bitboard
	among := &pt.legal
	if k > 0 {
		among = &pt.more
	}
	any := false
	for row, lanes := range among {
		for ; lanes != 0; lanes = lanes.Rest() {
			lane := lanes.First()
			if at := row*tile.Side + int(lane); p.mate[at] != value.DrawByte {
				decided[row] |= lane.Bit()
				any = true
			}
		}
		for lanes := ^among[row]; lanes != 0; lanes = lanes.Rest() {
			p.mate[row*tile.Side+int(lanes.First())] = value.DrawByte
		}
	}
	pt.more = decided
	if any {
		if len(planes) < 2*k+2 {
			return t.damaged(errPairs)
		}
		ref := &planes[2*k+1]
		var bytes [tile.Size]value.Byte
		if err := t.readPlane(ctx, pt, group, i, 2*k+1, &decided, bytes[:]); err != nil {
			return err
		}
		if err := pt.eachMore(func(at int) bool {
			var ok bool
			p.left[at], ok = leftOf(ref.form, p.mate[at], bytes[at])
			return ok && (k == 0 || p.left[at] < pt.pairs[k-1].left[at])
		}); err != nil {
			return t.damaged(err)
		}
		for row, lanes := range decided {
			for ; lanes != 0; lanes = lanes.Rest() {
				if lane := lanes.First(); p.left[row*tile.Side+int(lane)] == 0 {
					pt.more[row] &^= lane.Bit()
				}
			}
		}
	}
	pt.pairs = append(pt.pairs, p)
	pt.ends = len(planes) <= 2*k+2 || pt.more == [tile.Side]board.Bitboard{}
	return nil
}

// eachMore calls a function with all positions that may have another pair, until it refuses one.
func (pt *pairTile) eachMore(ok func(at int) bool) error {
	for row, lanes := range pt.more {
		for ; lanes != 0; lanes = lanes.Rest() {
			if !ok(row*tile.Side + int(lanes.First())) {
				return errPairs
			}
		}
	}
	return nil
}

// readPlane decodes a plane of a tile, within some lanes, nil for all.
func (t *table) readPlane(
	ctx context.Context, pt *pairTile, group, i, number int, within *[tile.Side]board.Bitboard, into []value.Byte,
) error {
	ref := &t.groups[group][pt.key.side].list[number]
	g := t.grid(group, pt.key.side)
	dir, err := t.directory(ctx, ref, t.slicesOf(group)*g.Tiles())
	if err != nil {
		return err
	}
	at := dir.Tile(i*g.Tiles() + pt.key.tile)
	bytes := make([]byte, at.Length)
	if err := t.blob.ReadAt(ctx, bytes, ref.Offset+at.Offset); err != nil {
		return err
	}
	if checksum.Sum(bytes) != at.Checksum {
		return t.damaged(fmt.Errorf("checksum of a tile"))
	}
	t.decoder.Within(within)
	t.decoder.Decode(dir.Model, g, pt.key.slice, pt.key.tile, tile.Side, bytes)
	t.decoder.Copy(into)
	return nil
}

func (t *table) directory(ctx context.Context, ref *plane, tiles int) (*format.Directory, error) {
	if dir := t.directories[ref.Offset]; dir != nil {
		return dir, nil
	}
	bytes := make([]byte, ref.Directory)
	if err := t.blob.ReadAt(ctx, bytes, ref.Offset+ref.Tiles); err != nil {
		return nil, err
	}
	dir, err := format.DecodeDirectory(bytes, ref.SectionRef, tiles)
	if err != nil {
		return nil, store.Named(t.Class.String(), err)
	}
	if len(t.directories) >= mostDirectories {
		clear(t.directories)
	}
	t.directories[ref.Offset] = dir
	return dir, nil
}

// pairs returns all pairs of a slice with one side to move.
func (t *table) pairs(ctx context.Context, number slice.Number, side board.Color) (*heldPairs, error) {
	hp := &heldPairs{}
	group, _ := t.groupOf(number)
	g := t.grid(group, side)
	for n := range g.Tiles() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pt := &pairTile{key: tileKey{side, number, n}}
		for !pt.ends {
			if err := t.readPair(ctx, pt); err != nil {
				return nil, err
			}
		}
		rows, stride := g.Entries(n)
		for k := range pt.pairs {
			if k == len(hp.mates) {
				hp.mates = append(hp.mates, make([]value.Byte, t.layout.Entries()))
				hp.left = append(hp.left, make([]value.Byte, t.layout.Entries()))
			}
			for row, lanes := range pt.legal {
				for ; lanes != 0; lanes = lanes.Rest() {
					lane := int(lanes.First())
					at, entry := row*tile.Side+lane, rows[row]+lane*stride
					hp.mates[k][entry], hp.left[k][entry] = pt.pairs[k].mate[at], value.Byte(pt.pairs[k].left[at])
				}
			}
		}
	}
	for k := range hp.mates {
		g.Unfold(hp.mates[k])
		g.Unfold(hp.left[k])
	}
	return hp, nil
}

// values returns the values of a slice with a clock at 0, for some sides to move.
func (t *table) values(ctx context.Context, number slice.Number, sides format.SideSet) (*solve.Values, error) {
	values := &solve.Values{}
	group, i := t.groupOf(number)
	for _, c := range board.Colors {
		if !sides.Has(c) {
			continue
		}
		values[c] = make([]value.Byte, t.layout.Entries())
		g := t.grid(group, c)
		var stored [tile.Size]value.Byte
		for n := range g.Tiles() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			pt := &pairTile{key: tileKey{c, number, n}}
			if err := t.readPlane(ctx, pt, group, i, 0, nil, stored[:]); err != nil {
				return nil, err
			}
			rows, stride := g.Entries(n)
			for row, lanes := range t.decoder.Legal() {
				for ; lanes != 0; lanes = lanes.Rest() {
					lane := int(lanes.First())
					values[c][rows[row]+lane*stride] = stored[row*tile.Side+lane]
				}
			}
		}
		g.Unfold(values[c])
	}
	return values, nil
}
