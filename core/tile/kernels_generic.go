//go:build !wasm

package tile

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// The kernels: the loops over the lanes of a row that nearly all of encoding is done in. Under wasm they are in
// assembly (kernels_wasm.s), for the reason that those of package solve are; a test holds both to the same twins.

// likeInKernel says that [Model.Encode] is to call encodeLike. Natively its own loop is as quick, and this one is the
// kernel's twin.
const likeInKernel = false

// encodeLike writes, from the first of some lanes of a row on, the entries that are like their first neighbour, up
// to one that is not. It returns that lane and those behind it.
func encodeLike(e *rangeEncoder, d *Description, chances *[contexts]uint16, row int, lanes board.Bitboard) (left board.Bitboard) {
	c := &d.canvas
	low, width := e.low, e.width
	for ; lanes != 0; lanes = lanes.Rest() {
		at := (row*Side + int(lanes.First())) & (Size - 1)
		a := d.agreement(at)
		first := c.rank(at, a.from[0])
		if a.values == 0 || c.rank(at, margin) != first {
			break
		}
		hint := a.hintFor(c.traits[margin+at], first, c.rank(at, a.from[1]))
		width = width >> probBits * uint64(chances[firstSame+hint*noises+c.noise(at)])
		c.missed[rowBefore+at] = 0
		for width < rangeTop {
			low, width = e.shift(low, width)
		}
	}
	e.low, e.width = low, width
	return lanes
}

// readLanes reads the ranks of some lanes of a row, the first of all its lanes being that of the first value, the others
// so far apart.
func readLanes(c *canvas, values []value.Byte, stride, row int, lanes board.Bitboard) {
	for ; lanes != 0; lanes = lanes.Rest() {
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
