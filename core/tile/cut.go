package tile

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A Cut collects the values of a slice of a face (see [slice.Layout.Face]) from tiles, one span after the other. If its
// memory is too small for a span, it makes several passes. It is for callers without the memory for whole frames of the
// class. The class has no pawns, and more pieces than the promoted one. A Cut is used by one goroutine.
type Cut struct {
	grid     *Grid
	face     *slice.Layout
	size     int           // entries of a frame of the face
	squares  int           // on which the promoted piece may stand, whatever the symmetry of a frame
	square   [64]int       // which of them a square is, or -1
	promoted []promotedMan // of the whole class: each of the like ones may be the promoted one
	turner   *slice.Cutter[value.Byte]
	turned   [][]slice.FrameNo // by frame of the whole class: the frames of the face that are made of it
	alike    []int

	atOnce int             // frames
	span   []slice.FrameNo // all of the span
	frames []slice.FrameNo // of the pass
	place  []int           // by frame of the whole class: its index among these, or noMan
	rows   int             // of tiles that have these
	values []value.Byte    // by frame of the pass, square of the promoted piece, and entry of the face
}

// A promotedMan is one of the men of the whole class that may be the promoted one.
type promotedMan struct {
	man    int
	stride []int // by man of the whole class, in frames of the face; 0 for the man itself
}

// NewCut returns a cut for a slice of a face. It uses the given memory, but at least that of a frame.
func NewCut(g *Grid, face *slice.Layout, number slice.Number, bytes int64) *Cut {
	whole := g.layout
	c := &Cut{
		grid:   g,
		face:   face,
		size:   face.FrameEntries(),
		turner: slice.NewTurner[value.Byte](face),
		alike:  alikeOf(face),
	}
	at := face.StillSquares(number)[0]
	var squares board.Bitboard
	for t := range board.Symmetry(board.Symmetries) {
		squares |= t.Square(at).Bit()
	}
	for s := range c.square {
		c.square[s] = -1
	}
	for ; squares != 0; squares = squares.Rest() {
		c.square[squares.First()] = c.squares
		c.squares++
	}
	kind := face.Men[face.Promoted()]
	first, end := piecesOf(whole)
	for man := first; man < end; man++ {
		if whole.Men[man].Type == kind.Type && whole.Men[man].Color == kind.Color {
			c.promoted = append(c.promoted, promotedMan{man, stridesWithout(man, first, end, face)})
		}
	}
	most := 0
	for span := range g.Spans() {
		most = max(most, len(g.Frames(span)))
	}
	c.atOnce = min(most, max(1, int(bytes)/(c.squares*c.size)))
	c.values = make([]value.Byte, c.atOnce*c.squares*c.size) // of full size: growing would leave garbage
	c.turned = make([][]slice.FrameNo, whole.Frames().Len())
	c.place = slices.Repeat([]int{noMan}, int(whole.Frames().Len()))
	for _, frame := range face.Frames().Orbits() {
		if !face.Leads(number, frame) {
			continue
		}
		kings := &face.Frames().At(frame).Kings
		from, _ := whole.Frames().Find(kings[board.White], kings[board.Black])
		c.turned[from] = append(c.turned[from], frame)
	}
	return c
}

// stridesWithout returns the strides of all pieces except one in frames of a face, in which they have the same order.
func stridesWithout(promoted, first, end int, face *slice.Layout) []int {
	strides := make([]int, end)
	inFace, _ := piecesOf(face)
	for man := first; man < end; man++ {
		if man != promoted {
			strides[man] = face.Stride(inFace)
			inFace++
		}
	}
	return strides
}

// CutBytes returns the most memory that a cut takes with six men and the given number of passes over a span. It holds
// the frames around a king on the edge, for each square of the promoted piece.
func CutBytes(passes int) int64 {
	const around = 64 - 6
	return int64((around+passes-1)/passes) * 8 << 18
}

// Begin turns to a span, and returns the number of passes over its tiles.
func (c *Cut) Begin(span int) (passes int) {
	c.span = slices.DeleteFunc(
		slices.Clone(c.grid.Frames(span)),
		func(frame slice.FrameNo) bool { return len(c.turned[frame]) == 0 },
	)
	return (len(c.span) + c.atOnce - 1) / c.atOnce
}

// BeginPass begins one of these passes, and returns the number of rows of tiles that it needs, from the first one on.
func (c *Cut) BeginPass(pass int) (rows int) {
	for _, frame := range c.frames {
		c.place[frame] = noMan
	}
	c.frames = c.span[pass*c.atOnce : min((pass+1)*c.atOnce, len(c.span))]
	for i, frame := range c.frames {
		c.place[frame] = i
	}
	c.values = c.values[:len(c.frames)*c.squares*c.size]
	clear(c.values)
	c.rows = Side
	if g := c.grid; g.king != noMan { // rows are squares of the other king, and frames are in this order
		last := g.layout.Frames().At(c.frames[len(c.frames)-1])
		c.rows = int(last.Kings[g.Row]) + 1
	}
	return c.rows
}

// Wants reports whether a tile has values to collect.
func (c *Cut) Wants(tile int) bool {
	for _, p := range c.promoted {
		if p.man == c.grid.Row || p.man == c.grid.Lane || c.square[c.grid.stillSquare(tile, p.man)] >= 0 {
			return true
		}
	}
	return false
}

// stillSquare returns the square of a piece that stands still in a tile.
func (g *Grid) stillSquare(tile, man int) board.Square {
	return board.Square(tile >> (6 * (len(g.still) - 1 - slices.Index(g.still, man))) & 63)
}

// Put collects values from a decoded tile of the span. It reads the number of rows that [Cut.BeginPass] returned.
func (c *Cut) Put(d *Decoder) {
	for _, p := range c.promoted {
		base := 0
		for _, man := range c.grid.still {
			base += int(d.canvas.scene.Men[man].Square) * p.stride[man]
		}
		for row, lanes := range d.canvas.legal[:c.rows] {
			if lanes != 0 {
				c.putRow(&p, d, row, base)
			}
		}
	}
}

func (c *Cut) putRow(p *promotedMan, d *Decoder, row, base int) {
	g, canvas := c.grid, &d.canvas
	place := c.place[g.layout.FrameOf(slice.Entry(canvas.rows[row]))]
	if place == noMan {
		return
	}
	base += place * c.squares * c.size
	if first, _ := piecesOf(g.layout); g.Row >= first {
		base += row * p.stride[g.Row]
	}
	lanes, ranks := canvas.legal[row], canvas.ranks[margin+row*Side:][:Side]
	if p.man == g.Lane {
		for ; lanes != 0; lanes = lanes.Rest() {
			if lane := lanes.First(); c.square[lane] >= 0 {
				c.values[base+c.square[lane]*c.size] = value.Rank(ranks[lane]).Byte()
			}
		}
		return
	}
	at := board.Square(row)
	if p.man != g.Row {
		at = canvas.scene.Men[p.man].Square
	}
	if c.square[at] < 0 {
		return
	}
	values, stride := c.values[base+c.square[at]*c.size:], p.stride[g.Lane]
	for ; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First()
		values[int(lane)*stride] = value.Rank(ranks[lane]).Byte()
	}
}

// EndPass calls a function with the frames of the face that are made of those of the pass, except frames that no move
// leads into. The next frame overwrites the values.
func (c *Cut) EndPass(number slice.Number, into []value.Byte, do func(frame slice.FrameNo) error) error {
	for at := 0; at < len(c.values); at += c.size {
		unfold(c.face, c.alike, c.values[at:at+c.size])
	}
	for _, from := range c.frames {
		for _, frame := range c.turned[from] {
			err := c.turner.Frame(number, frame, func(from slice.FrameNo, promoted board.Square) ([]value.Byte, error) {
				return c.values[(c.place[from]*c.squares+c.square[promoted])*c.size:][:c.size], nil
			}, into)
			if err != nil {
				return err
			}
			if err := do(frame); err != nil {
				return err
			}
		}
	}
	return nil
}
