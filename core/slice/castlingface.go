package slice

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// A castlingFace says of a face what a side can have come to that has just given up its last right to castle: where its rook stands, and
// its king. The class of the face has no rights any more.
type castlingFace struct {
	castle *board.Castle
	rook   []board.Square // in the order of the face's slices
	king   board.Bitboard
	mirror bool // of two mirrored placements of pawns both are there
}

// FaceOf returns a face of the class: for a promoted piece, or for a right to castle.
func (l *Layout) FaceOf(f material.Face) *Layout {
	if f.Right != 0 {
		return l.CastlingFace(f.Right)
	}
	return l.Face(f.Still)
}

// CastlingFace returns the face of a class for a right to castle that is given up: the king has moved, or the rook, or both. The rook is
// counted with the pawns, as a promoted piece is, and its square is part of the slice's number. The layout is the same one at every call.
func (l *Layout) CastlingFace(right board.Rights) *Layout {
	way := slices.IndexFunc(board.Castles[:], func(c board.Castle) bool { return c.Right == right })
	f := &l.rightFaces[way]
	f.once.Do(func() {
		castle := &board.Castles[way]
		f.layout = l.newFace(board.Man{Color: castle.Color, Type: board.Rook}, newCastlingFace(castle, l.Class.Pawns() > 0))
	})
	return f.layout
}

func newCastlingFace(castle *board.Castle, mirror bool) *castlingFace {
	cf := &castlingFace{castle: castle, mirror: mirror}
	cf.king = board.Attacks(board.King, castle.King, 0) | castle.King.Bit() | castle.KingTo.Bit()
	moves := board.Attacks(board.Rook, castle.Rook, castle.King.Bit()) &^ castle.King.Bit()
	for all := moves | castle.Rook.Bit(); all != 0; all = all.Rest() {
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
	switch king {
	case cf.castle.King:
		return rook != cf.castle.Rook
	case cf.castle.KingTo:
		return rook == cf.castle.RookTo
	}
	return rook == cf.castle.Rook
}

// frames returns where the kings can be.
func (cf *castlingFace) frames(innerKing bool) *Frames {
	return newFrames(1, innerKing, func(white, black board.Square) bool {
		king := [2]board.Square{white, black}[cf.castle.Color]
		return king == board.NoSquare || cf.king.Has(king)
	})
}

// Right returns the right to castle whose face a layout is, or 0.
func (l *Layout) Right() board.Rights {
	if l.castling == nil {
		return 0
	}
	return l.castling.castle.Right
}

// Leads reports whether a move can lead into a frame of a slice of a face: of one for a right to castle, most lead nowhere.
func (l *Layout) Leads(slice Number, frame FrameNo) bool {
	if l.castling == nil {
		return true
	}
	king := l.frames.At(frame).Kings[l.castling.castle.Color]
	return king == board.NoSquare || l.castling.leads(king, l.promotedSquare(slice))
}

// faceMirror returns what is done to the board to find a slice of a face in its whole layout.
func (l *Layout) faceMirror(slice Number) board.Symmetry {
	if l.castling != nil && int(slice)%l.castling.slices() >= len(l.castling.rook) {
		return board.MirrorFiles
	}
	return board.Identity
}

// castlingSlice is SliceOf for the face of a right to castle.
func (l *Layout) castlingSlice(squares *Squares) (Number, board.Symmetry) {
	placement, mirrored := l.pawns.find(squares[l.firstPwn:len(l.Men)])
	number := slices.Index(l.castling.rook, squares[l.Promoted()])
	if mirrored != board.Identity {
		number += len(l.castling.rook)
	}
	return placement*Number(l.castling.slices()) + Number(number), board.Identity
}
