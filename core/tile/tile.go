// Package tile packs the values of a slice with one side to move.
//
// The entries of a slice are cut into tiles of 64 x 64, each of which can be read alone (grid.go). spans.go finds the
// frames in them. A tile is described as a sequence of yes-no decisions, entry by entry, without illegal ones
// (description.go). The questions are whether the value is that of a neighbour, and if not, which value it is. A range
// coder (rangecoder.go) writes each decision in fewer bits the likelier it is.
//
// The chance of a decision depends on the agreement of the neighbours (canvas.go, forecast.go), and on attacks and
// defences in the position (traits.go). The chances are counted in a first pass over some or all of the tiles
// (census.go), and stored beside them (model.go). contexts.go numbers the kinds of decisions.
//
// This is lossless image compression with fixed contexts, in the manner of CALIC (X. Wu, N. Memon, 1997). The traits of
// a position predict more than its neighbours. That is our own observation: on KRPvKR they save a quarter.
//
// A model may be summed (looks.go, terms.go). Then the odds of most decisions are those of their context times others.
// These depend on the squares of the entry's two men, and on the comparison of each neighbour with the first. They also
// depend on which neighbours were missed. That is logistic regression, trained for each section (trainer.go). Tables of
// DTZ50 use it if it saves bytes: a fifth, and on KBNvKP a third.
//
// BenchmarkEncode and BenchmarkDecode in package encode measure the time of an entry. docs/rationale/bytes.md shows
// where the time goes.
package tile

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// The contexts of the questions about an entry that is like no neighbour.

func unzigzag(z uint32) int {
	if z&1 == 0 {
		return int(z/2) + 1
	}
	return -int(z+1) / 2
}

func rankOf(outcome int, depth uint32) value.Rank {
	if outcome == 1 {
		return value.Rank(255 - depth)
	}
	return value.Rank(depth)
}

// Encode appends the bytes of a description. It makes the decisions of [Description.decide], and writes each at once,
// which takes half of the time.
//
// Long because the state of the coder stays in registers and calls are slow, as in [Decoder.Decode].
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
			differs := unlike(value.Rank(outcome), value.Rank(expected))
			low, width = narrow(low, width, chance(int(codes[context])+sum), differs)
			for width < rangeTop {
				low, width = e.shift(low, width)
			}
			if outcome != expected {
				answer := uint32((outcome-expected+outcomes)%outcomes - 1)
				low, width = narrow(low, width, chance(int(codes[context+1])), answer)
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

// Within sets the lanes that the next tiles were described within; see [Description.Within].
func (d *Decoder) Within(lanes *[Side]board.Bitboard) { d.canvas.within = lanes }

// Decode decodes the given number of first rows of a tile, for Copy and Put. Any bytes decode to something.
//
// Long because all code depends on the state of the range decoder, which stays in registers. Under wasm a call costs as
// much as a decision. All answers are branches, even the bits of a distance. If one is predicted, the processor begins
// the next decision before the coder has finished it.
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
			near, index := c.near(at, c.last[t&(traits-1)])
			a := &agreements[index&(allAgreements-1)]
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
				if node += node; code < bound {
					width = bound
				} else {
					node++
					code -= bound
					width -= bound
				}
				if width < rangeTop {
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

// Put stores the values of the tile decoded last in their places in its span. It leaves entries that are not legal
// positions unchanged, and also those that only [Grid.Unfold] fills in.
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

// Legal returns the described lanes of the tile decoded last, by row: legal positions, with like pieces in ascending
// order.
func (d *Decoder) Legal() *[Side]board.Bitboard { return &d.canvas.legal }

// Copy copies the values of the tile decoded last, row by row, as many as fit. Entries that are not legal positions
// mean nothing.
func (d *Decoder) Copy(into []value.Byte) {
	for i := range into {
		into[i] = value.Rank(d.canvas.ranks[margin+i]).Byte()
	}
}
