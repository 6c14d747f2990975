package tile

import (
	"encoding/binary"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// Distances of neighbours. The entries before the first one are illegal.
const (
	rowBefore  = Side
	rankBefore = 8 * Side // the row man a rank lower
	margin     = rankBefore
)

// A canvas is a tile being described or decoded.
type canvas struct {
	view
	sights sights
	within *[Side]board.Bitboard // the lanes that are described, by row, or nil for all
	legal  [Side]board.Bitboard  // by row
	traits [margin + Size]trait  // of all entries; those that are not legal have the trait illegal
	others [Size]uint8           // which neighbours have other traits; see [canvas.markTraits]
	missed [margin + Size]uint8  // 1 for entries that are not like their first neighbour

	// ranks has the ranks of all entries that are read or decoded, from margin on. If all are read, it also has, from
	// lastRanks on, the rank of the last entry with the same trait before each entry.
	ranks [allRanks]uint8
	last  [traits]uint32 // the rank by trait so far; unknown is set at first
}

const (
	lastRanks = margin + Size
	allRanks  = 1 << 14 // more than needed, so that indices need only a mask
)

// prepare places the men of a tile in the given number of its first rows.
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
			c.legal[row] = rowTraits(
				&c.sights,
				&c.scene,
				g.Row,
				g.side,
				c.described(g.layout.SortedLanes(&c.scene)&g.layout.InnerSquares, row),
				into,
			)
		}
		if c.legal[row] == 0 {
			copy(into[:], noTraits[:])
		} else {
			c.markTraits(int(row))
		}
	}
}

// described returns those of a row's lanes that are described.
func (c *canvas) described(lanes board.Bitboard, row board.Square) board.Bitboard {
	if c.within != nil {
		lanes &= c.within[row]
	}
	return lanes
}

// begin clears the entries of another tile.
func (c *canvas) begin() {
	clear(c.missed[:])
	copy(c.ranks[:lastRanks], noRanks[:])
	for i := range c.last {
		c.last[i] = unknown | uint32(drawn)
	}
}

var noTraits = func() (list [margin]trait) {
	for i := range list {
		list[i] = illegal
	}
	return list
}()

// noise returns how many of the neighbours in the row before and in the lane before were missed.
func (c *canvas) noise(at int) int {
	at &= Size - 1
	return int(c.missed[margin+at-rowBefore] + c.missed[margin+at-1])
}

// set stores the rank of an entry that has a trait, and whether it was missed.
func (c *canvas) set(at int, t trait, r value.Rank, missed uint8) {
	at &= Size - 1
	c.ranks[margin+at] = uint8(r)
	c.missed[margin+at] = missed
	c.last[t&(traits-1)] = uint32(r)
}

// readRow reads the ranks of a row. The first value is that of lane 0, and the stride leads to the next lane.
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
		*last = uint32(rank)
	}
}

// rank returns the rank at a distance from an entry; see [canvas.ranks].
func (c *canvas) rank(at int, from uint16) value.Rank {
	return value.Rank(c.ranks[(at+int(from))&(allRanks-1)])
}

// markTraits marks the neighbours of a row's entries that have other traits.
func (c *canvas) markTraits(row int) {
	for at := row * Side; at < (row+1)*Side; at += 8 {
		if uint8(c.legal[row]>>(at&63)) == 0 {
			continue
		}
		here := binary.LittleEndian.Uint64(c.traits[margin+at:])
		other := func(distance int) uint64 {
			differ := binary.LittleEndian.Uint64(c.traits[margin+at-distance:]) ^ here // at most 0x7f in each
			return (differ + low7) & high1
		}
		others := other(rowBefore)>>7 | other(rankBefore)>>6 | other(1)>>5 | other(8)>>4
		binary.LittleEndian.PutUint64(c.others[at:], others)
	}
}

// noRank is the rank of neighbours that are not legal positions: that of a loss in more rounds than most metrics reach.
// Positions with such a loss do no harm.
const noRank = drawn - 1

var noRanks = func() (list [lastRanks]uint8) {
	for i := range list {
		list[i] = uint8(noRank)
	}
	return list
}()
