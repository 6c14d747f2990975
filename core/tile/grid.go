package tile

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// Side is the number of rows of a tile, and of the lanes of a row.
const Side = 64

// Size is the number of entries of a tile.
const Size = Side * Side

// A Grid cuts the entries of the slices of a class, with one side to move, into tiles. In a tile two men are on all
// squares, one row by row and one lane by lane. All others stand still. The grid's [Shape] has the two men.
//
// A tile has like pieces only in ascending order.
type Grid struct {
	layout *slice.Layout
	side   board.Color

	Shape
	king   int            // a king that stands still, and numbers the spans; noMan if both do, or none
	kings  []board.Square // possible squares of that king, in the order of the spans
	number [64]int        // and the other way round
	still  []int          // pieces that stand still; the first one varies slowest
	stride []int          // by man: from one of its squares to the next, in entries
	tiles  int            // of a slice
	alike  []int          // men that are like the next one

	wholeSpan int // most entries of a span that is a part itself
}

const noMan = -1

// A Shape is the two men of a tile that are on all squares: indices in a layout's Men.
type Shape struct{ Row, Lane int }

// Shapes lists the possible shapes of a grid for one side to move, the likeliest first. The shape with the fewest bytes
// depends on the class and on the squares of its pawns.
//
// Mostly it is one with men of the side to move. The values change little as they move, because that side could move
// them there anyway. So the likeliest lanes are its most mobile piece, and the rows its king. Without pawns White's
// king has only ten squares, so the rows are Black's king, or another piece. Kings that may castle stand still.
func Shapes(l *slice.Layout, side board.Color) []Shape {
	pieces := piecesFor(l, side)
	n := len(pieces)
	if n == 0 {
		return []Shape{{int(board.White), int(board.Black)}}
	}
	kings := []board.Color{side, side.Other()}
	if l.Frames().AreSymmetric() {
		kings = []board.Color{board.Black}
	}
	rights := l.Class.Rights()
	moving := slices.DeleteFunc(slices.Clone(kings), func(c board.Color) bool { return rights.Side(c) != 0 })
	if len(moving) > 0 || n > 1 {
		kings = moving
	}
	var shapes []Shape
	for i, lane := range slices.Backward(pieces) {
		if i > 0 && l.Men[pieces[i-1]] == l.Men[lane] {
			continue // only the first of like pieces
		}
		for _, king := range kings {
			shapes = append(shapes, Shape{int(king), lane})
		}
	}
	if n > 1 && (l.Frames().AreSymmetric() || len(kings) == 0) {
		shapes = append(shapes, Shape{pieces[n-2], pieces[n-1]})
	}
	return shapes
}

// Ahead returns the approximate number of tiles of the positions after two moves, one of each side. Positions that
// differ only in the two men of a tile are in one tile.
func (s Shape) Ahead(l *slice.Layout) int {
	moves := [2]int{}
	for i, m := range l.Men {
		if i != s.Row && i != s.Lane {
			moves[m.Color] += usualMoves[m.Type]
		}
	}
	return (1 + moves[board.White]) * (1 + moves[board.Black])
}

// usualMoves has the approximate number of moves of a man among few others.
var usualMoves = [board.Pawn + 1]int{
	board.King:   5,
	board.Queen:  13,
	board.Rook:   10,
	board.Bishop: 7,
	board.Knight: 4,
	board.Pawn:   1,
}

// piecesFor lists the pieces except the kings: the opponent's, then those of the side to move, the most mobile one
// last.
func piecesFor(l *slice.Layout, side board.Color) (pieces []int) {
	first, end := piecesOf(l)
	for _, c := range []board.Color{side.Other(), side} {
		for i := first; i < end; i++ {
			if l.Men[i].Color == c {
				pieces = append(pieces, i)
			}
		}
	}
	return pieces
}

// piecesOf returns the range of the pieces except the kings in Men.
func piecesOf(l *slice.Layout) (first, end int) {
	first, end = l.Outer()
	if l.Men[l.Inner].Type != board.King {
		end++ // the inner man comes next
	}
	return first, end
}

// NewGrid returns the grid of a class for one side to move.
func NewGrid(l *slice.Layout, side board.Color, shape Shape) *Grid {
	g := &Grid{
		layout:    l,
		side:      side,
		Shape:     shape,
		stride:    make([]int, len(l.Men)),
		king:      noMan,
		wholeSpan: usualWholeSpan,
	}
	for i := range l.Men {
		g.stride[i] = l.Stride(i)
	}
	g.alike = alikeOf(l)
	first, end := piecesOf(l)
	// The one with the least stride varies fastest. So the entries of consecutive tiles are close to each other.
	for man := first; man < end; man++ {
		if man != g.Row && man != g.Lane {
			g.still = append(g.still, man)
		}
	}
	switch {
	case g.Lane == int(board.Black):
		g.tiles = 1
	case g.Row <= int(board.Black):
		g.king = 1 - g.Row
		g.kings = kingSquares(l, g.king)
		for i, s := range g.kings {
			g.number[s] = i
		}
		g.tiles = len(g.kings) << (6 * len(g.still))
	default:
		g.tiles = int(l.Frames().Len()) << (6 * len(g.still))
	}
	return g
}

// alikeOf lists the men that are like the next one: pieces follow each other in order.
func alikeOf(l *slice.Layout) (list []int) {
	first, end := piecesOf(l)
	for i := first; i+1 < end; i++ {
		if l.Men[i] == l.Men[i+1] {
			list = append(list, i)
		}
	}
	return list
}

// kingSquares lists the squares that a king has in the frames of a layout.
func kingSquares(l *slice.Layout, king int) (squares []board.Square) {
	var all board.Bitboard
	for i := range l.Frames().Len() {
		all |= l.Frames().At(i).Kings[king].Bit()
	}
	for ; all != 0; all = all.Rest() {
		squares = append(squares, all.First())
	}
	return squares
}

// FrameEntries returns the number of entries of a frame.
func (g *Grid) FrameEntries() int { return g.layout.FrameEntries() }

// Tiles returns the number of tiles of a slice.
func (g *Grid) Tiles() int { return g.tiles }

// Find returns the tile of an entry, and its row and lane.
func (g *Grid) Find(entry slice.Entry) (tile int, row, lane board.Square) {
	frame := g.layout.FrameOf(entry)
	tile = int(frame)
	kings := &g.layout.Frames().At(frame).Kings
	square := func(man int) board.Square {
		if man < len(kings) {
			return kings[man]
		}
		return board.Square(int(entry) / g.stride[man] & 63)
	}
	switch {
	case g.Lane == int(board.Black): // the inner man
		return 0, square(g.Row), board.Square(entry & 63)
	case g.king != noMan:
		tile = g.number[square(g.king)]
	}
	for _, i := range g.still {
		tile = tile<<6 | int(square(i))
	}
	return tile, square(g.Row), square(g.Lane)
}

// Sorted returns the entry with the same men on the same squares, with like pieces in ascending order. A tile has only
// such entries.
func (g *Grid) Sorted(entry slice.Entry) slice.Entry {
	for range g.alike { // as in a bubble sort
		for _, i := range g.alike {
			high, low := slice.Entry(g.stride[i]), slice.Entry(g.stride[i+1])
			if a, b := entry/high&63, entry/low&63; a > b {
				entry += (b - a) * (high - low)
			}
		}
	}
	return entry
}

// Unfold fills in the entries of some frames that are not sorted, from those that are.
func (g *Grid) Unfold(values []value.Byte) { unfold(g.layout, g.alike, values) }

// unfold is [Grid.Unfold] for a layout, given the men that are like the next one.
func unfold(l *slice.Layout, alike []int, values []value.Byte) {
	for range alike { // as in a bubble sort
		for n := len(alike) - 1; n >= 0; n-- {
			exchange(values, l.Stride(alike[n]), l.Stride(alike[n]+1))
		}
	}
}

// exchange copies entries in which a man and the next one, its like, are in order to those in which they are not. It
// takes their strides.
func exchange(values []value.Byte, high, low int) {
	for base := 0; base < len(values); base += 64 * high {
		for a := 1; a < 64; a++ {
			for b := range a {
				from, to := base+b*high+a*low, base+a*high+b*low
				copy(values[to:to+low], values[from:from+low])
			}
		}
	}
}

// A span is the least part of a slice that consists of whole tiles and of whole chunks (see [slice.Layout.Chunk]). If a
// king numbers the rows, it consists of whole frames instead of chunks. Its entries are those of its frames. In the
// second case the square of the king numbers them.

// Entries returns the entries of a tile in a slice: lane 0 of each row, and the stride from lane to lane. A row without
// entries has -1.
func (g *Grid) Entries(tile int) (rows [Side]int, stride int) {
	var v view
	g.view(0, tile, &v)
	return v.rows, v.stride
}

// A view is one tile of a slice: its entries and its men.
type view struct {
	rows   [Side]int   // entry of each row's lane 0, -1 if the row has no entries
	stride int         // from lane to lane
	scene  slice.Scene // the lane man inner, the row man on no particular square
}

// view finds a tile of a slice.
func (g *Grid) view(number slice.Number, tile int, v *view) {
	l := g.layout
	sc := &v.scene
	*sc = slice.Scene{N: len(l.Men), Inner: g.Lane}
	copy(sc.Men[:], l.Men)
	still := l.StillSquares(number)
	for i, s := range still {
		sc.Men[len(l.Men)-len(still)+i].Square = s
	}
	base := 0
	for n := len(g.still) - 1; n >= 0; n-- {
		man := g.still[n]
		sc.Men[man].Square = board.Square(tile & 63)
		base += (tile & 63) * g.stride[man]
		tile >>= 6
	}
	v.stride = g.stride[g.Lane]
	size := l.FrameEntries()
	switch {
	case g.Lane == int(board.Black):
		for row := range v.rows {
			v.rows[row] = -1
			if frame, _ := l.Frames().Find(board.Square(row), board.NoSquare); frame >= 0 {
				v.rows[row] = int(frame) * size
			}
		}
	case g.king != noMan:
		kings := [2]board.Square{}
		kings[g.king] = g.kings[tile]
		sc.Men[g.king].Square = kings[g.king]
		for row := range v.rows {
			kings[g.Row] = board.Square(row)
			v.rows[row] = -1
			if frame, symmetry := l.Frames().Find(kings[0], kings[1]); frame >= 0 && symmetry == board.Identity {
				v.rows[row] = base + int(frame)*size
			}
		}
	default:
		base += tile * size
		kings := l.Frames().At(slice.FrameNo(tile)).Kings
		sc.Men[board.White].Square, sc.Men[board.Black].Square = kings[board.White], kings[board.Black]
		for row := range v.rows {
			v.rows[row] = base + row*g.stride[g.Row]
		}
	}
}

// usualWholeSpan is the most entries of a span that is a part itself.
const usualWholeSpan = 1 << 22
