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
// A model may be summed (terms.go): then the odds of most decisions are those of
// their context times others, which depend on where the entry's two men are, on how
// each of its neighbours compares to the first, and on which of these were missed.
// That is logistic regression, trained for each section (trainer.go). Tables of DTZ50
// have it where it saves bytes: a fifth, and on KBNvKP a third.
//
// BenchmarkEncode and BenchmarkDecode in package encode measure what an entry takes; docs/rationale/bytes.md says
// where the time goes.
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

// A canvas is a tile being described or decoded.
type canvas struct {
	view
	sights sights
	within *[Side]board.Bitboard // the lanes that are told, by row, or nil for all
	legal  [Side]board.Bitboard  // by row
	traits [margin + Size]trait  // of all entries, illegal where they are not legal
	others [Size]uint8           // which neighbours have other traits; see [canvas.tellTraits]
	missed [margin + Size]uint8  // 1 for entries that are not like their first neighbour

	// ranks has those of all entries from margin on, as far as they are known. When
	// all are, it has from lastRanks on, for each entry, the rank of the last entry
	// before it with its trait.
	ranks [allRanks]uint8
	last  [traits]uint16 // the rank by trait so far; unknown is set at first
}

const (
	lastRanks = margin + Size
	allRanks  = 1 << 14 // more than there are, so that indices need a mask only
)

// prepare places the men of a tile, in the first so many rows.
func (c *canvas) prepare(g *Grid, number slice.Number, tile, rows int) {
	c.begin()
	g.view(number, tile, &c.view)
	copy(c.traits[:margin], noTraits[:])
	clear(c.legal[rows:])
	c.sights.find(&c.scene, g.Row, g.Lane)
	for row := range board.Square(rows) {
		into := (*[Side]trait)(c.traits[margin+int(row)*Side:])
		if c.legal[row] = 0; c.rows[row] >= 0 && c.sights.apart && !c.sights.still.Has(row) {
			c.scene.Men[g.Row].Square = row
			c.legal[row] = rowTraits(&c.sights, &c.scene, g.Row, g.side, c.told(g.layout.SortedLanes(&c.scene)&g.layout.InnerSquares, row), into)
		}
		if c.legal[row] == 0 {
			copy(into[:], noTraits[:])
		} else {
			c.tellTraits(int(row))
		}
	}
}

// told returns those of a row's lanes that are told.
func (c *canvas) told(lanes board.Bitboard, row board.Square) board.Bitboard {
	if c.within != nil {
		lanes &= c.within[row]
	}
	return lanes
}

// begin forgets the entries of another tile.
func (c *canvas) begin() {
	clear(c.missed[:])
	copy(c.ranks[:lastRanks], noRanks[:])
	for i := range c.last {
		c.last[i] = unknown | uint16(drawn)
	}
}

var noTraits = func() (list [margin]trait) {
	for i := range list {
		list[i] = illegal
	}
	return list
}()

// noise returns how many of the neighbours in the row before and in the lane
// before were missed.
func (c *canvas) noise(at int) int {
	at &= Size - 1
	return int(c.missed[margin+at-rowBefore] + c.missed[margin+at-1])
}

// set stores the rank of an entry that has a trait, and whether it was missed.
func (c *canvas) set(at int, t trait, r value.Rank, missed uint8) {
	at &= Size - 1
	c.ranks[margin+at] = uint8(r)
	c.missed[margin+at] = missed
	c.last[t&(traits-1)] = uint16(r)
}

// The contexts of the questions about an entry that is like no neighbour.

func outcomeContext(a *agreement, t trait, outcome int) int {
	several := int(a.values >> 1) // of 0 to 3
	return firstOutcome + ((int(t)*outcomes+outcome)*2+several)*2
}

func deltaContext(t trait, first, second value.Rank) int {
	difference := int(differenceOf[256+int(second)-int(first)])
	return firstDelta + ((int(t&inCheck)*differences+difference)*outcomes+int(outcomeOf[first]))<<8
}

func depthContext(t trait, outcome int) int {
	return firstDepth + (int(t)*outcomes+outcome)<<7
}

// mostDecisions is more than any entry takes: three questions, its outcome,
// its distance.
const mostDecisions = 3 + 2 + 8

// A Description is a tile whose values are known, ready to be written as decisions.
type Description struct {
	canvas    canvas
	differ    [Size]uint8 // which neighbours' ranks differ; see [tellRanks]
	decisions [Side * mostDecisions]uint32
	parts     [mostParts]int // of a decision; see [Description.eachSum]
	entries   int            // legal ones
}

// Entries returns the number of legal entries of the tile.
func (d *Description) Entries() int { return d.entries }

// Within has tiles described that tell some lanes only, by row, from now on: the others are known otherwise, or mean nothing.
func (d *Description) Within(lanes *[Side]board.Bitboard) { d.canvas.within = lanes }

// Describe looks at a tile of a slice whose values are given.
func (d *Description) Describe(g *Grid, number slice.Number, tile int, values []value.Byte) {
	d.canvas.prepare(g, number, tile, Side)
	d.describe(values, &d.canvas.rows, d.canvas.stride)
}

// DescribeTile is Describe for who has the tile's values only, row by row, as
// [Grid.Entries] says where they come from.
func (d *Description) DescribeTile(g *Grid, number slice.Number, tile int, values *[Size]value.Byte) {
	d.canvas.prepare(g, number, tile, Side)
	d.describe(values[:], &rowByRow, 1)
}

var rowByRow = func() (rows [Side]int) {
	for row := range rows {
		rows[row] = row * Side
	}
	return rows
}()

// describe describes the tile, given where the values of its rows begin, and how
// far apart they are there.
func (d *Description) describe(values []value.Byte, rows *[Side]int, stride int) {
	d.read(values, rows, stride)
	for row, lanes := range d.canvas.legal {
		if lanes != 0 {
			d.tellRow(row)
		}
	}
}

// read reads the ranks of all entries.
func (d *Description) read(values []value.Byte, rows *[Side]int, stride int) {
	c := &d.canvas
	d.entries = 0
	for row, lanes := range c.legal {
		d.entries += lanes.Count()
		if lanes != 0 {
			c.readRow(row, values[rows[row]:], stride)
		}
	}
}

// readRow reads the ranks of a row, the first of all its lanes being that of the first value, the others so far apart.
func (c *canvas) readRow(row int, values []value.Byte, stride int) {
	for lanes := c.legal[row]; lanes != 0; lanes = lanes.Rest() {
		lane := int(lanes.First())
		at := (row*Side + lane) & (Size - 1)
		rank := values[lane*stride].Rank()
		last := &c.last[c.traits[margin+at]&(traits-1)]
		if *last&unknown != 0 {
			c.others[at] |= unknown >> traitShift
		}
		c.ranks[margin+at] = uint8(rank)
		c.ranks[lastRanks+at] = uint8(*last)
		*last = uint16(rank)
	}
}

// decide returns the decisions of the next row: context << 1 | answer. All three
// questions are written down, whether the entry is like a neighbour, and as many
// kept as were needed.
func (d *Description) decide(row int) []uint32 {
	c := &d.canvas
	n := 0
	for lanes := c.legal[row]; lanes != 0; lanes = lanes.Rest() {
		at := (row*Side + int(lanes.First())) & (Size - 1)
		n += d.decideEntry(at, d.agreement(at), d.decisions[n:])
	}
	return d.decisions[:n]
}

// decideEntry decides an entry, and returns the number of decisions.
func (d *Description) decideEntry(at int, a *agreement, decisions []uint32) (n int) {
	c := &d.canvas
	t := c.traits[margin+at]
	first, second, third, rank := c.rank(at, a.from[0]), c.rank(at, a.from[1]), c.rank(at, a.from[2]), c.rank(at, margin)

	into := (*[mostDecisions]uint32)(decisions)
	hint := a.hintFor(t, first, second)
	later := uint32(firstLater+hint) << 1
	no1, no2, no3 := unlike(rank, first), unlike(rank, second), unlike(rank, third)
	into[0] = uint32(firstSame+hint*noises+c.noise(at))<<1 | no1
	into[1] = later | no2
	into[2] = later + 2*hints | no3
	c.missed[margin+at] = uint8(no1)
	asked := questions[uint32(a.values&3)<<3|no1<<2|no2<<1|no3]
	n = int(asked & 3)
	if asked > 3 {
		n += describeOther(a, t, first, second, rank, (*[2 + 8]uint32)(into[n:]))
	}
	return n
}

// agreement returns how far the neighbours of an entry agree.
func (d *Description) agreement(at int) *agreement {
	return &agreements[(uint(d.canvas.others[at&(Size-1)])<<traitShift|uint(d.differ[at&(Size-1)]))&(tellings-1)]
}

// rank returns the rank that is so far from an entry; see [canvas.ranks].
func (c *canvas) rank(at int, from uint16) value.Rank {
	return value.Rank(c.ranks[(at+int(from))&(allRanks-1)])
}

// unlike returns 1 if two ranks differ, and 0 if they don't, without a branch.
func unlike(a, b value.Rank) (answer uint32) {
	if a != b {
		answer = 1
	}
	return answer
}

// questions returns, given how many different values neighbours hold and which
// of them an entry is unlike, how many questions it takes, and 4 more if it is
// like none.
var questions = func() (table [4 * 8]uint8) {
	for i := range table {
		values := uint8(i >> 3)
		for table[i] < values {
			table[i]++
			if i>>(3-table[i])&1 == 0 {
				break
			}
		}
		if values == 0 || i>>(3-table[i])&1 != 0 {
			table[i] |= 4
		}
	}
	return table
}()

// describeOther describes an entry that is like no neighbour, and returns the
// number of decisions.
func describeOther(a *agreement, t trait, first, second, rank value.Rank, into *[2 + 8]uint32) int {
	expected, outcome := int(outcomeOf[first]), int(outcomeOf[rank])
	context := uint32(outcomeContext(a, t, expected)) << 1
	if outcome == expected {
		into[0] = context
		if outcome == 0 {
			return 1
		}
		tree(deltaContext(t, first, second), 8, zigzag(int(rank)-int(first)), (*[8]uint32)(into[1:]))
		return 1 + 8
	}
	into[0] = context | 1
	into[1] = context + 2 | uint32((outcome-expected+outcomes)%outcomes-1)
	if outcome == 0 {
		return 2
	}
	tree(depthContext(t, outcome), 7, depthOf(rank), (*[8]uint32)(into[2:]))
	return 2 + 7
}

// tree describes a number of so many bits, at most 8, the highest first, each in
// the context of those before. It writes 8 decisions all the same.
func tree(first, bits int, number uint32, into *[8]uint32) {
	number = (1<<bits | number) << (8 - bits)
	context := uint32(first) << 1
	into[0] = context + number>>7
	into[1] = context + number>>6
	into[2] = context + number>>5
	into[3] = context + number>>4
	into[4] = context + number>>3
	into[5] = context + number>>2
	into[6] = context + number>>1
	into[7] = context + number
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

// Encode appends the bytes of a description. It makes the decisions of
// [Description.decide], and writes each at once: that takes half of the time. It is
// one long function for the same reasons as [Decoder.Decode].
func (m *Model) Encode(d *Description, out []byte) []byte {
	c := &d.canvas
	codes, terms := m.contexts(), m.terms()
	var near look
	var far farLook
	var e rangeEncoder
	e.reset(out, d.entries*mostDecisions)
	low, width := e.low, e.width
	for row := range c.legal {
	entries:
		for lanes := c.legal[row]; lanes != 0; lanes = lanes.Rest() {
			at := (row*Side + int(lanes.First())) & (Size - 1)
			t := c.traits[margin+at]
			a := d.agreement(at)
			first, second, rank := c.rank(at, a.from[0]), c.rank(at, a.from[1]), c.rank(at, margin)
			hint := a.hintFor(t, first, second)
			same, later := firstSame+hint*noises+c.noise(at), firstLater+hint
			c.missed[margin+at] = uint8(unlike(rank, first))
			sum, above := 0, 0
			if terms != nil {
				above = c.look(at, first, &near)
				sum = terms.sum(&near)
			}
			for n := range int(a.values) {
				bound := width >> probBits * uint64(chance(int(codes[same])+sum))
				if rank == c.rank(at, a.from[n]) {
					for width = bound; width < rangeTop; {
						low, width = e.shift(low, width)
					}
					continue entries
				}
				low += bound
				for width -= bound; width < rangeTop; {
					low, width = e.shift(low, width)
				}
				same, later = later, later+hints
				if terms != nil {
					sum = terms.later(n, at, first, above)
				}
			}
			if terms != nil {
				sum = terms.later(2, at, first, above)
			}

			expected, outcome := int(outcomeOf[first]), int(outcomeOf[rank])
			context := outcomeContext(a, t, expected)
			low, width = narrow(low, width, chance(int(codes[context])+sum), unlike(value.Rank(outcome), value.Rank(expected)))
			for width < rangeTop {
				low, width = e.shift(low, width)
			}
			if outcome != expected {
				low, width = narrow(low, width, chance(int(codes[context+1])), uint32((outcome-expected+outcomes)%outcomes-1))
				for width < rangeTop {
					low, width = e.shift(low, width)
				}
			}
			if outcome == 0 {
				continue
			}
			context, number, end := depthContext(t, outcome), depthOf(rank)<<1, uint32(1<<7)
			if outcome == expected {
				context, number, end = deltaContext(t, first, second), zigzag(int(rank)-int(first)), 1<<8
				if terms != nil {
					c.lookFar(at, t, first, &far)
				}
			}
			for node := uint32(1); node < end; number <<= 1 {
				bit := number >> 7 & 1 // the highest one first
				sum := int(codes[context+int(node)])
				if terms != nil && outcome == expected {
					sum += terms.bit(&far, int(node))
				}
				low, width = narrow(low, width, chance(sum), bit)
				node += node + bit
				for width < rangeTop {
					low, width = e.shift(low, width)
				}
			}
		}
	}
	e.low, e.width = low, width
	return e.finish()
}

// A Decoder decodes one tile after the other. It keeps its memory in between.
type Decoder struct{ canvas canvas }

// Within has tiles decoded that were described [Description.Within] some lanes.
func (d *Decoder) Within(lanes *[Side]board.Bitboard) { d.canvas.within = lanes }

// Decode decodes the first so many rows of a tile, for Copy and Put to hand
// out. Any bytes decode to something.
//
// It is one long function because all depends on the range decoder's state,
// which stays in registers, and because a call costs as much as a decision
// under wasm. Questions are branched on, since what they ask is mostly the
// case; the bits of a distance are not, since nobody can guess them.
func (d *Decoder) Decode(m *Model, g *Grid, number slice.Number, tile, rows int, bytes []byte) {
	c := &d.canvas
	c.prepare(g, number, tile, rows)
	codes, terms := m.contexts(), m.terms()
	var around look
	var far farLook
	code, width, pos := beginDecoding(bytes)
	for row, lanes := range c.legal[:rows] {
	entries:
		for ; lanes != 0; lanes = lanes.Rest() {
			at := (row*Side + int(lanes.First())) & (Size - 1)
			t := c.traits[margin+at]
			last := c.last[t&(traits-1)]
			near := c.near(at, last)
			a := &agreements[(uint(c.others[at])<<traitShift|tellRanks(near)|uint(last&unknown))&(tellings-1)]
			first := value.Rank(near >> (a.shift[0] & 31))
			second := value.Rank(near >> (a.shift[1] & 31))

			hint := a.hintFor(t, first, second)
			same, later, missed := firstSame+hint*noises+c.noise(at), firstLater+hint, uint8(0)
			sum, above := 0, 0
			if terms != nil {
				above = c.look(at, first, &around)
				sum = terms.sum(&around)
			}
			for n := range a.values {
				bound := width >> probBits * uint64(chance(int(codes[same])+sum))
				if code < bound {
					if width = bound; width < rangeTop {
						code, width, pos = refill(code, width, bytes, pos)
					}
					c.set(at, t, value.Rank(near>>(a.shift[n&3]&31)), missed)
					continue entries
				}
				code -= bound
				if width -= bound; width < rangeTop {
					code, width, pos = refill(code, width, bytes, pos)
				}
				same, later, missed = later, later+hints, 1
				if terms != nil {
					sum = terms.later(int(n), at, first, above)
				}
			}
			if terms != nil {
				sum = terms.later(2, at, first, above)
			}

			expected := int(outcomeOf[first])
			outcome, context := expected, outcomeContext(a, t, expected)
			bound := width >> probBits * uint64(chance(int(codes[context])+sum))
			if code < bound {
				width = bound
			} else {
				code -= bound
				if width -= bound; width < rangeTop {
					code, width, pos = refill(code, width, bytes, pos)
				}
				bound = width >> probBits * uint64(chance(int(codes[context+1])))
				if outcome++; code < bound {
					width = bound
				} else {
					code -= bound
					width -= bound
					outcome++
				}
				if outcome >= outcomes {
					outcome -= outcomes
				}
			}
			if width < rangeTop {
				code, width, pos = refill(code, width, bytes, pos)
			}
			if outcome == 0 {
				c.set(at, t, drawn, uint8(unlike(drawn, first)))
				continue
			}
			context, end := depthContext(t, outcome), uint64(1<<7)
			if outcome == expected {
				context, end = deltaContext(t, first, second), 1<<8
				if terms != nil {
					c.lookFar(at, t, first, &far)
				}
			}
			node := uint64(1)
			for node < end {
				sum := int(codes[context+int(node)])
				if terms != nil && outcome == expected {
					sum += terms.bit(&far, int(node))
				}
				bound := width >> probBits * uint64(chance(sum))
				zero := uint64(int64(code-bound) >> 63) // all bits set if the decision is 0
				node += node + 1 + zero
				code -= bound &^ zero
				if width = bound + (width-2*bound)&^zero; width < rangeTop {
					code, width, pos = refill(code, width, bytes, pos)
				}
			}
			if outcome == expected {
				c.set(at, t, first+value.Rank(unzigzag(uint32(node-end))), 1)
			} else {
				c.set(at, t, rankOf(outcome, uint32(node-end)), 1)
			}
		}
	}
}

// Put stores the values of the tile decoded last where they belong in its span.
// Entries that are not legal positions are left alone, and so are those that
// only [Grid.Unfold] fills in.
func (d *Decoder) Put(g *Grid, span Blocks) {
	c := &d.canvas
	for row, lanes := range c.legal {
		if lanes == 0 {
			continue
		}
		values := span.From(g.InSpan(slice.Entry(c.rows[row]))) // the row's lanes are in one frame
		for ; lanes != 0; lanes = lanes.Rest() {
			lane := int(lanes.First())
			values[lane*c.stride] = value.Rank(c.ranks[margin+row*Side+lane]).Byte()
		}
	}
}

// Legal returns the lanes of the tile decoded last that were told, by row: legal positions, like pieces in ascending order.
func (d *Decoder) Legal() *[Side]board.Bitboard { return &d.canvas.legal }

// Copy copies the values of the tile decoded last, row by row, as many as fit.
// Entries that are not legal positions mean nothing.
func (d *Decoder) Copy(into []value.Byte) {
	for i := range into {
		into[i] = value.Rank(d.canvas.ranks[margin+i]).Byte()
	}
}
