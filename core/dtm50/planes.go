package dtm50

import (
	"context"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A PlaneRef has the place of a plane of a table.
type PlaneRef struct {
	format.SectionRef
	Group   int // of slices, see [format.GroupSlices]
	Side    board.Color
	Number  int  // even for mates, odd for the plies that are left
	Related bool // its numbers are relative to those of the plane before
}

// Layout returns the layout of the table's class.
func (h *Header) Layout() *slice.Layout { return h.layout }

// Planes lists the planes of the table in the order of the data.
func (h *Header) Planes() (list []PlaneRef) {
	for group, sides := range h.groups {
		for c, planes := range sides {
			for number, p := range planes.list {
				list = append(list, PlaneRef{p.SectionRef, group, board.Color(c), number, p.form == related})
			}
		}
	}
	return list
}

// A PairTile has the pairs of one tile of an open table.
type PairTile struct {
	pairs []pairPlane
	held  [][tile.Side]board.Bitboard // by plane, the lanes of each row that it has a number of
}

// ReadTile reads the first planes of a tile, at least the given number if the tile has them. Errors about stored bytes
// match [store.ErrCorrupt].
func (h *Header) ReadTile(
	ctx context.Context, data store.Blob, number slice.Number, side board.Color, index, planes int,
) (*PairTile, error) {
	t := newTable(h, data)
	pt := &pairTile{key: tileKey{side, number, index}}
	read := &PairTile{}
	for !pt.ends && len(read.held) < planes {
		if err := t.readPair(ctx, pt); err != nil {
			return nil, fmt.Errorf("tile %d of slice %d: %w", index, number, err)
		}
		among := pt.legal
		if k := len(pt.pairs) - 1; k > 0 {
			among = lanesWithMore(&pt.pairs[k-1])
		}
		read.held = append(read.held, among, lanesDecided(&pt.pairs[len(pt.pairs)-1]))
	}
	read.pairs = pt.pairs
	return read, nil
}

// lanesDecided returns the lanes that have a pair, by row.
func lanesDecided(p *pairPlane) (lanes [tile.Side]board.Bitboard) {
	for at, mate := range p.mate {
		if mate != value.DrawByte {
			lanes[at/tile.Side] |= board.Square(at % tile.Side).Bit()
		}
	}
	return lanes
}

// lanesWithMore returns the lanes that may have another pair, by row.
func lanesWithMore(p *pairPlane) [tile.Side]board.Bitboard {
	lanes := lanesDecided(p)
	for at, left := range p.left {
		if left == 0 {
			lanes[at/tile.Side] &^= board.Square(at % tile.Side).Bit()
		}
	}
	return lanes
}

// Held returns the lanes of each row that a plane has a number of: none for planes that were not read.
func (pt *PairTile) Held(plane int) (lanes [tile.Side]board.Bitboard) {
	if plane < len(pt.held) {
		lanes = pt.held[plane]
	}
	return lanes
}

// Pairs returns the pairs of a lane of a row, the quickest mate first: none for a draw.
func (pt *PairTile) Pairs(row, lane board.Square) (pairs []Pair) {
	at := int(row)*tile.Side + int(lane)
	for i := range pt.pairs {
		if p := &pt.pairs[i]; p.mate[at] != value.DrawByte {
			pairs = append(pairs, Pair{p.mate[at].Value(), int(p.left[at])})
		}
	}
	return pairs
}

// Number returns the number of a lane of a row in a plane that was read. Even planes have the mate, and odd ones the
// plies that are left.
func (pt *PairTile) Number(plane int, row, lane board.Square) (mate value.Value, left int) {
	p, at := &pt.pairs[plane/2], int(row)*tile.Side+int(lane)
	return p.mate[at].Value(), int(p.left[at])
}
