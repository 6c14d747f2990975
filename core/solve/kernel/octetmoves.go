package kernel

import (
	"encoding/binary"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// Slide adds the moves of a sliding inner man in both directions of some lines. A step along a line is one rank, and a
// shift by the given numbers of bits.
func (o *Octets) Slide(ranks, free *Octets, left, right uint) {
	var reach uint64 // the best of the moves onto this rank or beyond, seen from before it
	for i := 7; i >= 0; i-- {
		o[i] = maxBytes(o[i], reach)
		reach = maxBytes(reach, ranks[i]) & free[i] << left >> right
	}
	reach = 0
	for i := range o {
		o[i] = maxBytes(o[i], reach)
		reach = maxBytes(reach, ranks[i]) & free[i] << left >> right
	}
}

// SlideAlongRanks adds the moves of a sliding inner man to the left and right.
func (o *Octets) SlideAlongRanks(ranks, free *Octets) {
	var sideways Octets
	turned, turnedFree := *ranks, *free
	turned.Transpose()
	turnedFree.Transpose()
	sideways.Slide(&turned, &turnedFree, 0, 0)
	sideways.Transpose()
	o.Raise(&sideways)
}

// Step adds the moves of an inner man by the given number of ranks up and down, with a shift by left and right bits.
func (o *Octets) Step(ranks *Octets, up int, left, right uint) {
	for i := up; i < 8; i++ {
		o[i-up] = maxBytes(o[i-up], ranks[i]<<left>>right)
		o[i] = maxBytes(o[i], ranks[i-up]<<left>>right)
	}
}

// RaiseToRanks makes each byte at least the rank of its lane.
func (o *Octets) RaiseToRanks(ranks []value.Rank) {
	raw := (*[64]byte)(value.RawBytes(ranks))
	for i := range o {
		o[i] = maxBytes(o[i], binary.LittleEndian.Uint64(raw[8*i:]))
	}
}

// DrawStalemates gives the rank of a draw to the given lanes without a move. None of these lanes may be in check.
func (o *Octets) DrawStalemates(lanes board.Bitboard) {
	for i := range o {
		// The high bit alone is a draw.
		o[i] |= zeroBytes(o[i]) & board.Spread[lanes>>(8*i)&255]
	}
}

// DrawMoves sets all lanes that have a rank to a draw. The others have no move and are mated.
func (o *Octets) DrawMoves() {
	for i := range o {
		o[i] = HighBits &^ zeroBytes(o[i])
	}
}

// AsChildren returns the ranks of moves to positions with the ranks of o, with 0 outside the lanes. It also reports
// whether one of the positions has the longest loss: moves to it have no rank.
func (o *Octets) AsChildren(lanes board.Bitboard) (moves Octets, longest bool) {
	const longestLoss = 127
	for i := range o {
		mask := board.Spread[lanes>>(8*i)&255]
		longest = longest || zeroBytes(o[i]^longestLoss*lowBits)&mask != 0
		moves[i] = parentBytes(valueBytes(o[i])) & mask
	}
	return moves, longest
}

// PutChildren writes the values of positions, given the ranks of moves to them.
func (o *Octets) PutChildren(into []value.Byte) {
	for lane := range 64 {
		into[lane] = childOf[byte(o[lane>>3]>>(8*(lane&7)))]
	}
}

// childOf has the value of a position for each rank of a move to it, and a draw for rank 0.
var childOf = func() (children [256]value.Byte) {
	ranks := value.WithGoal(value.ToMate).Ranks(value.Quiet)
	for b := range 256 {
		children[ranks[b]] = value.Byte(b)
	}
	children[0] = value.DrawByte
	return children
}()

// Differ returns the lanes in which the bytes differ.
func (o *Octets) Differ(other *Octets) (lanes board.Bitboard) {
	for i := range o {
		if x := o[i] ^ other[i]; x != 0 {
			// gathers the high bits of the bytes that are not 0
			lanes |= board.Bitboard((^zeroBytes(x)&HighBits)>>7*0x0102040810204080>>56) << (8 * i)
		}
	}
	return lanes
}
