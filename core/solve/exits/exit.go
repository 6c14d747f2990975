package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// An exit is the part of a move that determines the slice after it.
type exit struct {
	man, victim int // indices of men; NoMan if the move is not a capture
	promotion   board.PieceType
	shift       int // see pawnShift; 0 for pieces; anchoredShift for those that end castling rights
	rook        int // a rook that loses its castling right by a move without a capture; or NoMan
}

// kind returns the kind of the move.
func (e exit) kind() value.MoveKind {
	switch {
	case e.victim != kernel.NoMan:
		return value.Capture
	case e.promotion != board.NoPiece:
		return value.Promotion
	case e.shift == anchoredShift:
		return value.Quiet
	}
	return value.PawnMove
}

// pawnShift returns the kind of a pawn move: 1 and 2 for pushes, 3 and 4 for captures to either side.
func pawnShift(from, to board.Square) int {
	switch {
	case from.File() > to.File():
		return 3
	case from.File() < to.File():
		return 4
	case board.Between(from, to) != 0:
		return 2
	}
	return 1
}

// anchoredShift is the shift of a king or rook with castling rights, which end with the move.
const anchoredShift = 5

const exitShifts = 6

const exitKinds = material.MaxMen * exitShifts * (material.MaxMen + 1) * (int(board.Knight) + 1)

// number returns the number of an exit. Captures of the same victim by pieces share a number, as they lead to the same
// slice.
func (e exit) number() int {
	man := e.man
	if e.shift == 0 {
		man = 0
	}
	return ((man*exitShifts+e.shift)*(material.MaxMen+1)+e.victim+1)*(int(board.Knight)+1) + int(e.promotion)
}
