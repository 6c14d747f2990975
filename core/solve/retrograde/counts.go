package retrograde

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// counts has a byte for each lane of a word, as eight planes: bit i of all bytes is
// plane i. So 64 counts go down by one in some word operations, and a word is a line
// of the cache.
//
// The byte of a lane that is not won is twice the number of its moves that are not
// known to lose, those of the inner man apart, which one fill answers; one more for
// exits that lose later. If an exit keeps the lane from losing for ever, its last plane
// is set. When a lane is decided the byte becomes its value: that of a loss is odd.
//
// A move is counted once, and subtracted once when the opponent has won the position
// behind it. That this is so under symmetry is shown at [kernel.Retraction].
type counts [8]board.Bitboard

const (
	lostPlane  = 0
	onePlane   = 1 // counts begin here: KQQQvK has 27 + 27 + 8 moves and an exit, so 6 planes do
	neverPlane = 7
)

// add counts a move more in some lanes.
func (n *counts) add(lanes board.Bitboard) {
	for i := onePlane; lanes != 0; i++ {
		carry := n[i&7] & lanes
		n[i&7] ^= lanes
		lanes = carry
	}
}

// subtract counts a move less in some lanes, which have one.
func (n *counts) subtract(lanes board.Bitboard) {
	for i := onePlane; lanes != 0; i++ {
		borrow := lanes &^ n[i&7]
		n[i&7] ^= lanes
		lanes = borrow
	}
}

// zero returns the lanes in which nothing is left, and that are not lost yet.
func (n *counts) zero() board.Bitboard {
	return ^(n[0] | n[1] | n[2] | n[3] | n[4] | n[5] | n[6] | n[7])
}

// done returns the lanes that are lost, or never will be; those that are won apart.
func (n *counts) done() board.Bitboard { return n[lostPlane] | n[neverPlane] }

// decide gives some lanes their value.
func (n *counts) decide(v value.Byte, lanes board.Bitboard) {
	for i := range n {
		n[i] = n[i]&^lanes | lanes&-board.Bitboard(v>>i&1)
	}
}

// values returns the bytes: the values of the lanes that are decided, others are drawn.
func (n *counts) values(won board.Bitboard) kernel.Octets {
	decided := won | n[lostPlane]
	var o kernel.Octets
	for i := range n {
		o[i] = uint64(n[i] & decided)
	}
	o.Transpose()
	for i := range o {
		o[i] = uint64(board.Bitboard(o[i]).Transposed())
	}
	return o
}
