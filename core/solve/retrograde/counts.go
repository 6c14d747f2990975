package retrograde

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// counts has a byte for each lane of a word, as eight planes: bit i of all bytes is plane i. So a few word operations
// decrement 64 counts, and the counts of a word fill a cache line.
//
// The byte of a lane that is not won is twice a number of moves. These are the moves that are not known to lose, and
// one more for exits that lose later. Moves of the inner man are not counted, as one fill tests them all. If an exit
// keeps the lane from losing for ever, its last plane is set. When a lane is decided, the byte becomes its value; the
// value of a loss is odd.
//
// Each move is counted once. It is subtracted once, when the opponent has won the position after it.
// [kernel.Retraction] shows that this holds under symmetry.
type counts [8]board.Bitboard

const (
	lostPlane  = 0
	onePlane   = 1 // counts begin here: KQQQvK has 27 + 27 + 8 moves and an exit, so 6 planes are enough
	neverPlane = 7
)

// add adds a move in some lanes.
func (n *counts) add(lanes board.Bitboard) {
	for i := onePlane; lanes != 0; i++ {
		carry := n[i&7] & lanes
		n[i&7] ^= lanes
		lanes = carry
	}
}

// subtract subtracts a move in some lanes. These must have one.
func (n *counts) subtract(lanes board.Bitboard) {
	for i := onePlane; lanes != 0; i++ {
		borrow := lanes &^ n[i&7]
		n[i&7] ^= lanes
		lanes = borrow
	}
}

// zero returns the lanes that have no move left, and are not lost yet.
func (n *counts) zero() board.Bitboard {
	return ^(n[0] | n[1] | n[2] | n[3] | n[4] | n[5] | n[6] | n[7])
}

// done returns the lanes that are lost or cannot be lost, apart from won ones.
func (n *counts) done() board.Bitboard { return n[lostPlane] | n[neverPlane] }

// decide gives some lanes their value.
func (n *counts) decide(v value.Byte, lanes board.Bitboard) {
	for i := range n {
		n[i] = n[i]&^lanes | lanes&-board.Bitboard(v>>i&1)
	}
}

// values returns the values of all lanes. Lanes that are not decided are drawn.
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
