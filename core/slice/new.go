package slice

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// mobility orders piece types by the number of positions that a move in the word reaches. The most mobile piece is the
// best inner piece.
var mobility = [board.Pawn]int{board.Knight: 1, board.Bishop: 2, board.Rook: 3, board.Queen: 4}

// NewLayout returns the layout of a class.
func NewLayout(class material.Class) *Layout {
	var pieces, pawns []board.Man
	for _, c := range board.Colors {
		for t := board.Queen; t <= board.Pawn; t++ {
			for range class.Count(c, t) {
				man := board.Man{Color: c, Type: t}
				if t == board.Pawn {
					pawns = append(pawns, man)
				} else {
					pieces = append(pieces, man)
				}
			}
		}
	}
	// Stable: the second side's piece becomes inner if two are equally mobile.
	slices.SortStableFunc(pieces, func(a, b board.Man) int { return mobility[a.Type] - mobility[b.Type] })
	l := &Layout{Class: class, pawns: placementsOf(pawns)}
	pieces, rooks := l.anchor(pieces)
	l.arrange(pieces, append(rooks, pawns...))
	return l
}

// arrange puts the men in order. The pieces are those that move in a slice, the
// most mobile one last; the others stand still in it.
func (l *Layout) arrange(pieces, still []board.Man) {
	l.Men = append(
		l.Men,
		board.Man{Color: board.White, Type: board.King},
		board.Man{Color: board.Black, Type: board.King},
	)
	l.Men = append(append(l.Men, pieces...), still...)
	l.firstOut = 2
	l.firstPwn = len(l.Men) - l.Class.Pawns()
	l.InnerSquares = ^board.Bitboard(0)
	if len(pieces) > 0 {
		l.Inner = l.firstOut + len(pieces) - 1
		l.endOut = l.Inner
	} else {
		l.Inner = int(board.Black)
		l.endOut = l.firstOut
	}
	switch {
	case l.castling != nil:
		l.frames = l.castling.frames(len(pieces) == 0)
	case l.Class.Rights() != 0:
		l.anchorKings(len(pieces) == 0)
	case len(still) == 0:
		l.frames = pawnlessFrames()
	case len(pieces) == 0:
		l.frames = loneKingFrames()
	default:
		l.frames = pawnfulFrames()
	}
}

// Face returns the face of a class for a promoted piece, of a colour and a type that the class has. Every call returns
// the same layout. Any one of several like pieces is the promoted one: the others are on all other squares, before it
// and after it.
func (l *Layout) Face(promoted board.Man) *Layout {
	f := &l.faces[promoted.Color][promoted.Type]
	f.once.Do(func() { f.layout = l.newFace(promoted, nil) })
	return f.layout
}

// newFace returns a face in which a piece stands still.
func (l *Layout) newFace(still board.Man, castling *castlingFace) *Layout {
	pieces := slices.Clone(l.Men[l.firstOut:l.firstPwn])
	i := slices.IndexFunc(pieces, func(m board.Man) bool { return like(m, still) })
	f := &Layout{Class: l.Class, pawns: l.pawns, whole: l, castling: castling}
	f.arrange(
		slices.Delete(pieces, i, i+1),
		append([]board.Man{{Color: still.Color, Type: still.Type}}, l.Men[l.firstPwn:]...),
	)
	return f
}

// FaceOf returns a face of the class: for a promoted piece, or for a right to castle.
func (l *Layout) FaceOf(f material.Face) *Layout {
	if f.Right != 0 {
		return l.CastlingFace(f.Right)
	}
	return l.Face(f.Still)
}

// CastlingFace returns the face of a class for a right to castle that is given up: the king has moved, or the rook, or
// both. The rook is counted with the pawns, as a promoted piece is, and its square is part of the slice's number. Every
// call returns the same layout.
func (l *Layout) CastlingFace(right board.Rights) *Layout {
	at, _ := l.rightFaces.LoadOrStore(right, new(face))
	f := at.(*face)
	f.once.Do(func() {
		for castle := range right.Castles() { // the only one
			f.layout = l.newFace(
				board.Man{Color: castle.Color, Type: board.Rook},
				newCastlingFace(castle, l.Class.Pawns() > 0),
			)
		}
	})
	return f.layout
}
