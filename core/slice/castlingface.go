package slice

import (
	"github.com/matewright/matewright/core/board"
)

func newCastlingFace(castle *board.Castle, mirror bool) *castlingFace {
	cf := &castlingFace{castle: castle, mirror: mirror}
	cf.king = board.Attacks(board.King, castle.King, 0) | castle.King.Bit() | castle.KingTo.Bit()
	moves := board.Attacks(board.Rook, castle.Rook, castle.King.Bit()) &^ castle.King.Bit()
	for all := moves | castle.Rook.Bit() | castle.RookTo.Bit(); all != 0; all = all.Rest() {
		cf.rook = append(cf.rook, all.First())
	}
	return cf
}

// slices returns how many slices the face has for each of the whole layout.
func (cf *castlingFace) slices() int {
	if cf.mirror {
		return 2 * len(cf.rook)
	}
	return len(cf.rook)
}

// leads reports whether a move that gives up the right can leave king and rook so.
func (cf *castlingFace) leads(king, rook board.Square) bool {
	switch castle := cf.castle; {
	case king == castle.KingTo && rook == castle.RookTo:
		return true
	case king == castle.King:
		return rook != castle.Rook
	default:
		return rook == castle.Rook && board.Attacks(board.King, castle.King, 0).Has(king)
	}
}

// frames returns the possible placements of the kings.
func (cf *castlingFace) frames(innerKing bool) *Frames {
	return newFrames(1, innerKing, func(white, black board.Square) bool {
		king := [2]board.Square{white, black}[cf.castle.Color]
		return king == board.NoSquare || cf.king.Has(king)
	})
}
