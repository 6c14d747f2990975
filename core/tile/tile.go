// Package tile packs the values of a slice with one side to move.
//
// The entries of a slice are cut into tiles of 64 x 64 (grid.go), each of
// which can be read alone. A tile is described as a sequence of yes-no
// decisions, entry by entry, illegal ones left out: is the value that of a
// neighbour, and if not, which is it? (model.go). A range coder
// (rangecoder.go) writes each decision in as many bits as it is unlikely. How
// likely it is depends on how far the neighbours agree and on what is going on
// in the position (traits.go); the numbers are counted beforehand, in a first
// pass over some or all of the tiles, and stored beside them.
//
// This is lossless image compression with fixed contexts, in the manner of
// CALIC (X. Wu, N. Memon, 1997); that the traits of a position say more than
// its neighbours do is our own observation: on KRPvKR they save a quarter.
//
// Decoding takes some 30 ns a legal entry, natively.
package tile

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// Neighbours that are looked at: their distances. Before the first entry come
// some that are no positions.
const (
	rowBefore  = Side
	rankBefore = 8 * Side // the row man a rank lower
	margin     = rankBefore
)

// A cell is an entry with its trait: trait << 8 | rank. So two cells are the
// same when traits and values are. The rank of one that is not known yet is 0.
type cell uint16

func (c cell) rank() value.Rank { return value.Rank(c) }

// A canvas is a tile being described or decoded.
type canvas struct {
	view
	cells [margin + Size]cell
	legal [Side]board.Bitboard // by row

	last [traits]cell // of each trait, the last cell; 0 or of trait 0 if there is none
}

// prepare places the men of a tile.
func (c *canvas) prepare(g *Grid, number, tile int) {
	g.view(number, tile, &c.view)
	for i := range margin {
		c.cells[i] = cell(illegal) << 8
	}
	for i := range c.last {
		c.last[i] = cell(illegal) << 8
	}
	for row := range board.NoSquare {
		into := (*[Side]cell)(c.cells[margin+int(row)*Side:])
		if c.rows[row] < 0 || !place(&c.scene, g.row, g.lane, row) {
			c.legal[row] = 0
			for i := range into {
				into[i] = cell(illegal) << 8
			}
			continue
		}
		c.legal[row] = rowTraits(&c.scene, g.side, g.sorted(&c.scene), into)
	}
}

// place puts the row man on its square. It returns false if two men share one.
func place(sc *slice.Scene, row, lane int, square board.Square) bool {
	sc.Men[row].Square = square
	sc.Fixed = 0
	for i := range sc.N {
		if i == lane {
			continue
		}
		bit := sc.Men[i].Square.Bit()
		if sc.Fixed&bit != 0 {
			return false
		}
		sc.Fixed |= bit
	}
	return true
}

// forecast looks at the neighbours of a legal entry that come before it.
func (c *canvas) forecast(at int, f *forecast) {
	here := (*[margin + 1]cell)(c.cells[at-margin:])
	t := trait(here[margin] >> 8)
	row, rank := here[margin-rowBefore], here[margin-rankBefore]
	lane, lanes := here[margin-1], here[margin-8]
	last := c.last[t&(traits-1)]
	f.trait = t
	if row == last && rank == last && lane == last && lanes == last && trait(last>>8) == t {
		f.rank[0] = last.rank()
		f.n, f.relation = 1, 0
		f.outcome = outcomeOf(f.rank[0])
		f.hint = (allAlike*traits+int(t))*outcomes + f.outcome
		return
	}
	var n, n0, n1, others int
	var first, second value.Rank
	see := func(seen cell) {
		r := seen.rank()
		switch {
		case n == 0:
			first, n, n0 = r, 1, 1
		case r == first:
			n0++
		case n == 1:
			second, n, n1 = r, 2, 1
		case r == second:
			n1++
		default:
			if n == 2 {
				f.rank[2], n = r, 3
			}
			others++
		}
	}
	if trait(row>>8) == t {
		see(row)
	}
	if trait(rank>>8) == t {
		see(rank)
	}
	if trait(lane>>8) == t {
		see(lane)
	}
	if trait(lanes>>8) == t {
		see(lanes)
	}
	if trait(last>>8) == t {
		see(last)
	}
	f.rank[0], f.rank[1] = first, second
	f.n, f.relation, f.outcome = n, 0, 0
	if n > 0 {
		f.outcome = outcomeOf(first)
	}
	if n > 1 {
		f.relation = int(relationOf[256+int(second)-int(first)])
	}
	pattern := int(patternOf[n0][n1][others])
	f.hint = ((pattern*relations+f.relation)*traits+int(t))*outcomes + f.outcome
}

// allAlike is the part of a hint that says that five neighbours agree.
var allAlike = int(patternOf[5][0][0]) * relations

func (c *canvas) set(at int, r value.Rank) {
	known := c.cells[at] | cell(r)
	c.cells[at] = known
	c.last[known>>8&(traits-1)] = known
}

// A Description is a tile as decisions: context << 1 | answer.
type Description struct {
	canvas    canvas
	decisions []uint32
}

// Describe looks at a tile of a slice whose values are given.
func (d *Description) Describe(g *Grid, number, tile int, values []value.Value) {
	c := &d.canvas
	c.prepare(g, number, tile)
	d.decisions = d.decisions[:0]
	var f forecast
	for row, lanes := range c.legal {
		base := int(c.rows[row])
		for ; lanes != 0; lanes = lanes.Rest() {
			lane := int(lanes.First())
			at := margin + row*Side + lane
			c.forecast(at, &f)
			rank := values[base+lane*c.stride].Rank()
			d.entry(&f, rank)
			c.set(at, rank)
		}
	}
}

func (d *Description) decide(context int, answer uint32) {
	d.decisions = append(d.decisions, uint32(context)<<1|answer)
}

// tree describes a number bit by bit, the highest first, each in the context
// of those before.
func (d *Description) tree(first, bits int, number uint32) {
	node := 1
	for i := bits - 1; i >= 0; i-- {
		bit := number >> i & 1
		d.decide(first+node, bit)
		node = node<<1 | int(bit)
	}
}

func (d *Description) entry(f *forecast, rank value.Rank) {
	for i := range f.n {
		if f.rank[i] == rank {
			d.decide(firstSame+i*hints+f.hint, 0)
			return
		}
		d.decide(firstSame+i*hints+f.hint, 1)
	}
	outcome := outcomeOf(rank)
	context := f.outcomeContext()
	switch turn := (outcome - f.outcome + outcomes) % outcomes; turn {
	case 0:
		d.decide(context, 0)
	default:
		d.decide(context, 1)
		d.decide(context+1, uint32(turn-1))
	}
	switch {
	case outcome == 0:
	case outcome == f.outcome:
		d.tree(f.deltaContext(), 8, zigzag(int(rank)-int(f.rank[0])))
	default:
		d.tree(f.depthContext(outcome), 7, depthOf(rank))
	}
}

func (f *forecast) outcomeContext() int {
	context := int(f.trait)*outcomes + f.outcome
	several := 0
	if f.n > 1 {
		several = 1
	}
	return firstOutcome + (context*2+several)*2
}

func (f *forecast) deltaContext() int {
	return firstDelta + ((int(f.trait)*relations+f.relation)*outcomes+f.outcome)<<8
}

func (f *forecast) depthContext(outcome int) int {
	return firstDepth + (int(f.trait)*outcomes+outcome)<<7
}

// zigzag numbers the differences of two ranks of one outcome: 1, -1, 2, -2...
// from 0 on.
func zigzag(d int) uint32 {
	if d > 0 {
		return uint32(2*d - 2)
	}
	return uint32(-2*d - 1)
}

func unzigzag(z uint32) int {
	if z&1 == 0 {
		return int(z/2) + 1
	}
	return -int(z+1) / 2
}

// depthOf numbers the ranks of an outcome from the quickest end on.
func depthOf(r value.Rank) uint32 {
	if r > drawn {
		return uint32(255 - r)
	}
	return uint32(r)
}

func rankOf(outcome int, depth uint32) value.Rank {
	if outcome == 1 {
		return value.Rank(255 - depth)
	}
	return value.Rank(depth)
}

// Encode appends the bytes of a description.
func (m *Model) Encode(d *Description, out []byte) []byte {
	var e rangeEncoder
	e.reset(out)
	for _, decision := range d.decisions {
		e.encode(decision&1, m.chance(int(decision>>1)))
	}
	return e.finish()
}

// A Decoder decodes one tile after the other. It keeps its memory in between.
type Decoder struct {
	canvas canvas
	in     rangeDecoder
}

// Decode decodes a tile, for Copy and Put to hand out. Any bytes decode to
// something.
func (d *Decoder) Decode(m *Model, g *Grid, number, tile int, bytes []byte) {
	c := &d.canvas
	c.prepare(g, number, tile)
	d.in.reset(bytes)
	var f forecast
	for row, lanes := range c.legal {
		for ; lanes != 0; lanes = lanes.Rest() {
			at := margin + row*Side + int(lanes.First())
			c.forecast(at, &f)
			c.set(at, d.entry(m, &f))
		}
	}
}

// Put stores the values of the tile decoded last where they belong in a part
// of the slice, whose first entry is given. Entries that are not legal
// positions are left alone, and so are those that only [Grid.Unfold] fills in.
func (d *Decoder) Put(values []value.Value, first int) {
	c := &d.canvas
	for row, lanes := range c.legal {
		base := int(c.rows[row]) - first
		for ; lanes != 0; lanes = lanes.Rest() {
			lane := int(lanes.First())
			values[base+lane*c.stride] = c.cells[margin+row*Side+lane].rank().Value()
		}
	}
}

// Copy copies the values of the tile decoded last, row by row. Entries that are
// not legal positions mean nothing.
func (d *Decoder) Copy(into *[Size]value.Value) {
	for i := range into {
		into[i] = d.canvas.cells[margin+i].rank().Value()
	}
}

func (d *Decoder) entry(m *Model, f *forecast) value.Rank {
	for i := range f.n {
		if d.in.decode(m.chance(firstSame+i*hints+f.hint)) == 0 {
			return f.rank[i]
		}
	}
	outcome := f.outcome
	if context := f.outcomeContext(); d.in.decode(m.chance(context)) != 0 {
		outcome = (outcome + 1 + int(d.in.decode(m.chance(context+1)))) % outcomes
	}
	switch {
	case outcome == 0:
		return drawn
	case outcome == f.outcome:
		return f.rank[0] + value.Rank(unzigzag(d.tree(m, f.deltaContext(), 8)))
	default:
		return rankOf(outcome, d.tree(m, f.depthContext(outcome), 7))
	}
}

func (d *Decoder) tree(m *Model, first, bits int) uint32 {
	node := uint32(1)
	for range bits {
		node = node<<1 | d.in.decode(m.chance(first+int(node)))
	}
	return node - 1<<bits
}
