package slice

import (
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
)

// Anchored men are a king and the rooks with which it may castle. They stand still in a slice, as pawns do. If one of
// them moves, or a rook is captured, a right is lost. So such a move is an exit, and castling is one. These slices are
// small: KRPvKR-h1 has 64 entries for each of the frames in which White's king is on e1. In Chess960 they are anchored
// on other squares.
//
// No symmetry is left: all placements of pawns are slices of their own, with mirrored ones side by side.

// anchor takes the rooks that may castle out of the pieces.
func (l *Layout) anchor(pieces []board.Man) (free, rooks []board.Man) {
	for castle := range l.Class.Rights().Castles() {
		i := slices.Index(pieces, board.Man{Color: castle.Color, Type: board.Rook})
		rooks = append(rooks, pieces[i])
		pieces = slices.Delete(pieces, i, i+1)
		l.rooks = append(l.rooks, castle.Rook)
	}
	return pieces, rooks
}

// anchorKings chooses the frames of a class with castling rights. If Black's anchored king is the inner man,
// InnerSquares keeps it on its square.
func (l *Layout) anchorKings(innerKing bool) {
	rights := l.Class.Rights()
	white, black := rights.Side(board.White) != 0, rights.Side(board.Black) != 0
	if innerKing && black {
		l.InnerSquares = rights.King(board.Black).Bit()
		black = false
	}
	if innerKing && !white {
		l.frames = loneKingFrames()
		return
	}
	homes := [2]board.Square{board.NoSquare, board.NoSquare}
	if white {
		homes[board.White] = rights.King(board.White)
	}
	if black {
		homes[board.Black] = rights.King(board.Black)
	}
	l.frames = anchoredFrames(homes, innerKing)
}

// anchoredFrames returns the frames in which some kings are at home: on a square that is not NoSquare. Every call
// returns the same ones.
func anchoredFrames(homes [2]board.Square, innerKing bool) *Frames {
	type key struct {
		homes     [2]board.Square
		innerKing bool
	}
	k := key{homes, innerKing}
	if f, ok := anchored.Load(k); ok {
		return f.(*Frames)
	}
	isAt := func(home, at board.Square) bool { return home == board.NoSquare || home == at }
	f, _ := anchored.LoadOrStore(k, newFrames(1, innerKing, func(w, b board.Square) bool {
		return isAt(homes[board.White], w) && isAt(homes[board.Black], b)
	}))
	return f.(*Frames)
}

var anchored sync.Map

// Anchored returns the set of rights to castle that are lost when a man of the layout moves or is captured.
func (l *Layout) Anchored(man int) (rights board.Rights) {
	for castle := range l.Class.Rights().Castles() {
		if man == int(castle.Color) || man == l.CastlingRook(castle) {
			rights |= castle.Right
		}
	}
	return rights
}

// CastlingRook returns the index in Men of the rook for one of the ways to castle of the class.
func (l *Layout) CastlingRook(castle *board.Castle) int {
	before := l.Class.Rights() & (castle.Right - 1)
	return l.firstPwn - len(l.rooks) + before.Count()
}

// canStand reports whether a man can be the one on a square. A rook that may castle can only be on its home square.
// Other like rooks can be on any other square.
func (l *Layout) canStand(man int, at board.Square) bool {
	first := l.firstPwn - len(l.rooks)
	if man >= first && man < l.firstPwn {
		return at == l.rooks[man-first]
	}
	if l.Men[man].Type != board.Rook {
		return true
	}
	for i, home := range l.rooks {
		if at == home && l.Men[first+i].Color == l.Men[man].Color {
			return false
		}
	}
	return true
}
