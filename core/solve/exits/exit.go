package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// An exit names a move as far as it decides which slice it leads to.
type exit struct {
	man, victim int // indices of men; noMan if nothing is captured
	promotion   board.PieceType
	shift       int // see pawnShift, 0 for pieces; anchoredShift for those that end rights to castle
	rook        int // that might have castled, if the move gives that up and captures nothing; or noMan
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

// pawnShift tells the moves of a pawn apart: 1 and 2 for pushes, 3 and 4 for
// captures to either side.
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

// anchoredShift is that of a king or rook with rights to castle, which end with the move.
const anchoredShift = 5

const exitShifts = 6

const exitKinds = material.MaxMen * exitShifts * (material.MaxMen + 1) * (int(board.Knight) + 1)

// number numbers exits. Pieces share one number a victim: their captures all
// lead to the same slice.
func (e exit) number() int {
	man := e.man
	if e.shift == 0 {
		man = 0
	}
	return ((man*exitShifts+e.shift)*(material.MaxMen+1)+e.victim+1)*(int(board.Knight)+1) + int(e.promotion)
}
