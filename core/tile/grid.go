package tile

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// Side is the number of rows of a tile, and of the lanes of a row.
const Side = 64

// Size is the number of entries of a tile.
const Size = Side * Side

// A Grid cuts the entries of the slices of a class, with one side to move,
// into tiles. In a tile two men go everywhere, one row by row and one lane by
// lane; all others stand still.
//
// These two are pieces of the side to move as far as it has any: its values
// change little as its own pieces move about, because they can move there
// anyway. Where pieces are few, kings take their part.
//
// Like pieces are in a tile in ascending order only.
type Grid struct {
	layout *slice.Layout
	side   board.Color

	row, lane int   // men
	fixed     []int // pieces that stand still in a tile, the first one varies slowest
	stride    []int // by man: from one of its squares to the next, in entries
	tiles     int   // of a slice
	alike     []int // men that are like the next one: pieces follow each other in order
}

// NewGrid returns the grid of a class for one side to move.
func NewGrid(l *slice.Layout, side board.Color) *Grid {
	g := &Grid{layout: l, side: side, stride: make([]int, len(l.Men))}
	first, end := l.Outer()
	stride := 1
	pieces := []int{}
	if l.Men[l.Inner].Type != board.King {
		g.stride[l.Inner] = stride
		pieces = append(pieces, l.Inner)
		stride *= 64
	}
	for i := end - 1; i >= first; i-- {
		g.stride[i] = stride
		pieces = append([]int{i}, pieces...)
		stride *= 64
	}
	for i := first; i+1 < first+len(pieces); i++ {
		if l.Men[i].Color == l.Men[i+1].Color && l.Men[i].Type == l.Men[i+1].Type {
			g.alike = append(g.alike, i)
		}
	}
	var order []int // the opponent's pieces, then those of the side to move
	for _, c := range []board.Color{side.Other(), side} {
		for _, i := range pieces {
			if l.Men[i].Color == c {
				order = append(order, i)
			}
		}
	}
	switch n := len(order); n {
	case 0: // a frame is White's king, a lane Black's
		g.row, g.lane = int(board.White), int(board.Black)
		g.tiles = 1
	case 1: // rows are the frames that have the same White king
		g.row, g.lane = int(board.Black), order[0]
		g.tiles = Side
	default:
		g.row, g.lane, g.fixed = order[n-2], order[n-1], order[:n-2]
		g.tiles = l.Frames().Len() << (6 * len(g.fixed))
	}
	return g
}

// Tiles returns the number of tiles of a slice.
func (g *Grid) Tiles() int { return g.tiles }

// Find returns the tile that an entry is in, and its row and lane.
func (g *Grid) Find(entry int) (tile int, row, lane board.Square) {
	square := func(man int) board.Square { return board.Square(entry / g.stride[man] & 63) }
	frame := entry / g.layout.FrameEntries()
	switch {
	case g.lane == int(board.Black):
		return 0, board.Square(frame), board.Square(entry & 63)
	case g.row == int(board.Black):
		kings := g.layout.Frames().At(frame).Kings
		return int(kings[board.White]), kings[board.Black], square(g.lane)
	}
	tile = frame
	for _, i := range g.fixed {
		tile = tile<<6 | int(square(i))
	}
	return tile, square(g.row), square(g.lane)
}

// Sorted returns the entry with the same men on the same squares, like pieces in
// ascending order. Only such entries are in a tile.
func (g *Grid) Sorted(entry int) int {
	for range g.alike { // as in a bubble sort
		for _, i := range g.alike {
			high, low := g.stride[i], g.stride[i+1]
			if a, b := entry/high&63, entry/low&63; a > b {
				entry += (b - a) * (high - low)
			}
		}
	}
	return entry
}

// Unfold fills in the entries of some frames that are not sorted, from those
// that are.
func (g *Grid) Unfold(values []value.Value) {
	for range g.alike { // as in a bubble sort
		for n := len(g.alike) - 1; n >= 0; n-- {
			g.exchange(values, g.alike[n])
		}
	}
}

// exchange copies entries in which a man and the next one, its like, are in
// order to those in which they are the other way round.
func (g *Grid) exchange(values []value.Value, man int) {
	high, low := g.stride[man], g.stride[man+1]
	for base := 0; base < len(values); base += 64 * high {
		for a := 1; a < 64; a++ {
			for b := range a {
				from, to := base+b*high+a*low, base+a*high+b*low
				copy(values[to:to+low], values[from:from+low])
			}
		}
	}
}

// sorted returns the lanes of a row in which like pieces are in order.
func (g *Grid) sorted(sc *slice.Scene) board.Bitboard {
	lanes := ^board.Bitboard(0)
	for _, i := range g.alike {
		a, b := sc.Men[i].Square, sc.Men[i+1].Square
		switch {
		case i+1 == g.lane:
			lanes &^= a.Bit() | (a.Bit() - 1)
		case a > b:
			return 0
		}
	}
	return lanes
}

// Spans returns the number of spans of a slice. A span is the least part of a
// slice that is whole frames, whole tiles, and at least 2^16 entries if the
// slice has as many.
func (g *Grid) Spans() int {
	return (g.layout.Frames().Len() + g.spanFrames() - 1) / g.spanFrames()
}

func (g *Grid) spanFrames() int {
	switch len(g.fixed) {
	case 0:
		if g.stride[g.row] == 0 { // a king
			return g.layout.Frames().Len()
		}
		return 16
	default:
		return 1
	}
}

// SpanOf returns the span that has a frame.
func (g *Grid) SpanOf(frame int) int { return frame / g.spanFrames() }

// A Span says where a span is in its slice.
type Span struct {
	Frame, Frames  int
	Entry, Entries int
	Tile, Tiles    int
}

// Span returns where a span is.
func (g *Grid) Span(span int) Span {
	n := g.spanFrames()
	s := Span{Frame: span * n}
	s.Frames = min(n, g.layout.Frames().Len()-s.Frame)
	s.Entry, s.Entries = s.Frame*g.layout.FrameEntries(), s.Frames*g.layout.FrameEntries()
	if g.stride[g.row] == 0 {
		s.Tiles = g.tiles
		return s
	}
	perFrame := g.tiles / g.layout.Frames().Len()
	s.Tile, s.Tiles = s.Frame*perFrame, s.Frames*perFrame
	return s
}

// A view is one tile of a slice: where its entries are, and how its men stand.
type view struct {
	rows   [Side]int32 // entry of each row's lane 0, -1 if the row has no entries
	stride int         // from lane to lane
	scene  slice.Scene // the lane man inner, the row man on no particular square
}

// view finds a tile of a slice.
func (g *Grid) view(number, tile int, v *view) {
	l := g.layout
	sc := &v.scene
	*sc = slice.Scene{N: len(l.Men), Inner: g.lane}
	copy(sc.Men[:], l.Men)
	for i, s := range l.PawnSquares(number) {
		man := len(l.Men) - len(l.PawnSquares(number)) + i
		sc.Men[man].Square = s
	}
	switch {
	case g.lane == int(board.Black):
		v.stride = 1
		for row := range v.rows {
			v.rows[row] = int32(row << 6)
		}
	case g.row == int(board.Black):
		v.stride = 1
		white := board.Square(tile)
		sc.Men[board.White].Square = white
		for row := range v.rows {
			v.rows[row] = -1
			frame, symmetry := l.Frames().Find(white, board.Square(row))
			if frame >= 0 && symmetry == board.Identity {
				v.rows[row] = int32(frame * l.FrameEntries())
			}
		}
	default:
		v.stride = g.stride[g.lane]
		base := 0
		for i := len(g.fixed) - 1; i >= 0; i-- {
			man := g.fixed[i]
			sc.Men[man].Square = board.Square(tile & 63)
			base += (tile & 63) * g.stride[man]
			tile >>= 6
		}
		base += tile * l.FrameEntries()
		kings := l.Frames().At(tile).Kings
		sc.Men[board.White].Square, sc.Men[board.Black].Square = kings[board.White], kings[board.Black]
		for row := range v.rows {
			v.rows[row] = int32(base + row*g.stride[g.row])
		}
	}
}
