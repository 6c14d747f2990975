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
// These two are men of the side to move as far as it has them, because its
// values change little as they move about: it could move them there anyway. The
// lanes are its most mobile piece. The rows are its king; without pawns, where
// White's king has ten squares and no more, they are another piece if there is
// one, and else Black's king.
//
// Like pieces are in a tile in ascending order only.
type Grid struct {
	layout *slice.Layout
	side   board.Color

	row, lane int   // men
	king      int   // a king that stands still, and numbers the spans; noMan if both do, or none
	still     []int // pieces that stand still; the first one varies slowest
	stride    []int // by man: from one of its squares to the next, in entries
	tiles     int   // of a slice
	alike     []int // men that are like the next one: pieces follow each other in order
}

const noMan = -1

// NewGrid returns the grid of a class for one side to move.
func NewGrid(l *slice.Layout, side board.Color) *Grid {
	g := &Grid{layout: l, side: side, stride: make([]int, len(l.Men)), king: noMan}
	first, end := l.Outer()
	if l.Men[l.Inner].Type != board.King {
		end++ // the inner man comes next
	}
	var pieces []int // the opponent's, then those of the side to move
	for _, c := range []board.Color{side.Other(), side} {
		for i := first; i < end; i++ {
			if l.Men[i].Color == c {
				pieces = append(pieces, i)
			}
		}
	}
	for i := range l.Men {
		g.stride[i] = l.Stride(i)
	}
	for i := first; i+1 < end; i++ {
		if l.Men[i] == l.Men[i+1] {
			g.alike = append(g.alike, i)
		}
	}
	switch n := len(pieces); {
	case n == 0:
		g.row, g.lane = int(board.White), int(board.Black)
		g.tiles = 1
	case n == 1 || l.Class.Pawns() > 0:
		g.row, g.lane, g.still = int(board.Black), pieces[n-1], pieces[:n-1]
		if l.Class.Pawns() > 0 {
			g.row = int(side)
		}
		g.king = 1 - g.row
		g.tiles = 64 << (6 * len(g.still))
	default:
		g.row, g.lane, g.still = pieces[n-2], pieces[n-1], pieces[:n-2]
		g.tiles = l.Frames().Len() << (6 * len(g.still))
	}
	return g
}

// Tiles returns the number of tiles of a slice.
func (g *Grid) Tiles() int { return g.tiles }

// Find returns the tile that an entry is in, and its row and lane.
func (g *Grid) Find(entry int) (tile int, row, lane board.Square) {
	tile = entry / g.layout.FrameEntries()
	kings := &g.layout.Frames().At(tile).Kings
	square := func(man int) board.Square {
		if man < len(kings) {
			return kings[man]
		}
		return board.Square(entry / g.stride[man] & 63)
	}
	switch {
	case g.lane == int(board.Black): // the inner man
		return 0, square(g.row), board.Square(entry & 63)
	case g.king != noMan:
		tile = int(square(g.king))
	}
	for _, i := range g.still {
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

// A span is the least part of a slice that is whole frames and whole tiles, and
// at least 2^16 entries if that takes tiles that follow each other only. Its
// entries are those of its frames; where a king numbers the rows, its square
// numbers the frames.

// SpanOf returns the span that has a frame, and the first entry of the frame
// in it.
func (g *Grid) SpanOf(frame int) (span, first int) {
	size := g.layout.FrameEntries()
	kings := &g.layout.Frames().At(frame).Kings
	switch {
	case g.lane == int(board.Black):
		return 0, frame * size
	case g.king != noMan:
		return int(kings[g.king]), int(kings[g.row]) * size
	}
	n := g.spanFrames()
	return frame / n, frame % n * size
}

// spanFrames returns how many frames a span has, if no king numbers the rows.
func (g *Grid) spanFrames() int { return max(1, 1<<16/g.layout.FrameEntries()) }

// A Span says how large a span is, and where its tiles are.
type Span struct {
	Entries     int
	Tile, Tiles int
}

// Span returns where a span is.
func (g *Grid) Span(span int) Span {
	size := g.layout.FrameEntries()
	if g.lane == int(board.Black) || g.king != noMan {
		tiles := 1 << (6 * len(g.still))
		return Span{Entries: 64 * size, Tile: span * tiles, Tiles: tiles}
	}
	n := g.spanFrames()
	frames := min(n, g.layout.Frames().Len()-span*n)
	perFrame := g.tiles / g.layout.Frames().Len()
	return Span{Entries: frames * size, Tile: span * n * perFrame, Tiles: frames * perFrame}
}

// Frames lists the frames of a span.
func (g *Grid) Frames(span int) []int {
	frames := g.layout.Frames()
	var list []int
	if g.king != noMan {
		var kings [2]board.Square
		kings[g.king] = board.Square(span)
		for s := range board.NoSquare {
			kings[g.row] = s
			if frame, symmetry := frames.Find(kings[0], kings[1]); frame >= 0 && symmetry == board.Identity {
				list = append(list, frame)
			}
		}
		return list
	}
	n := g.spanFrames()
	for frame := span * n; frame < min((span+1)*n, frames.Len()); frame++ {
		list = append(list, frame)
	}
	return list
}

// inSpan returns where in its span an entry is.
func (g *Grid) inSpan(entry int) int {
	size := g.layout.FrameEntries()
	_, first := g.SpanOf(entry / size)
	return first + entry%size
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
	pawns := l.PawnSquares(number)
	for i, s := range pawns {
		sc.Men[len(l.Men)-len(pawns)+i].Square = s
	}
	base := 0
	for n := len(g.still) - 1; n >= 0; n-- {
		man := g.still[n]
		sc.Men[man].Square = board.Square(tile & 63)
		base += (tile & 63) * g.stride[man]
		tile >>= 6
	}
	v.stride = g.stride[g.lane]
	size := l.FrameEntries()
	switch {
	case g.lane == int(board.Black):
		for row := range v.rows {
			v.rows[row] = int32(row * size)
		}
	case g.king != noMan:
		kings := [2]board.Square{}
		kings[g.king] = board.Square(tile)
		sc.Men[g.king].Square = kings[g.king]
		for row := range v.rows {
			kings[g.row] = board.Square(row)
			v.rows[row] = -1
			if frame, symmetry := l.Frames().Find(kings[0], kings[1]); frame >= 0 && symmetry == board.Identity {
				v.rows[row] = int32(base + frame*size)
			}
		}
	default:
		base += tile * size
		kings := l.Frames().At(tile).Kings
		sc.Men[board.White].Square, sc.Men[board.Black].Square = kings[board.White], kings[board.Black]
		for row := range v.rows {
			v.rows[row] = int32(base + row*g.stride[g.row])
		}
	}
}
