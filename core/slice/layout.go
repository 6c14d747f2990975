// Package slice lays positions out in memory, 64 to a word.
//
// A slice is one placement of the pawns of a class; a class without pawns is
// a single slice. Inside a slice only pieces move, so a slice is the unit of
// solving and of storing.
//
//	class   KRPvKR
//	slice   pawn on a7, b7, ... d2: the most advanced first; mirrored away
//	  side    White to move, Black to move
//	    frame   squares of the kings           462 without pawns, 3612 with
//	      outer   squares of all pieces but one  64 each
//	      = word    uint64
//	        inner     square of the last piece     the 64 bits
//
// The inner piece is on every square at once: a word is a set of positions, one for each of its squares. An entry is
// the number of a position in its slice and side, word<<6 | inner square. If only kings and pawns are on the board,
// Black's king is the inner piece, and a frame is the square of White's king alone.
//
// Symmetry is removed if that is cheap. Classes without pawns keep White's king in the triangle a1-d1-d4. If both kings
// are on the diagonal a1-h8, both mirror images of the other men are kept, and must agree. Classes with pawns keep one
// of two mirrored pawn placements. Like pieces are kept in every order.
//
// A king and a rook that may still castle stand still in a slice, as pawns do: they are anchored (anchored.go).
//
// A class with more pawns reads only the positions of a class in which a pawn has just been promoted. [Layout.Face]
// makes a layout of these, in which the promoted piece is counted with the pawns.
package slice

import (
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// A Layout is the geometry of one class: its slices, and the words of each.
// White is the class's first side. A layout is read-only once made.
type Layout struct {
	Class material.Class

	// Men has a colour and a type for each man. The kings come first, then the outer pieces, the inner one, a face's
	// promoted one, the rooks that may castle, and the pawns. Squares and scenes have the same order.
	Men   []board.Man
	Inner int // index in Men

	// InnerSquares has the squares of the inner man: all of them, except for a king that may castle.
	InnerSquares board.Bitboard

	// GroupEntries is the number of entries of a group of slices in a stored table; 0 stands for the usual number. If
	// OneUnit is set, the table is stored as a whole. Package format uses both, and sets them before any other package
	// has the layout.
	GroupEntries int
	OneUnit      bool

	frames   *Frames
	firstOut int // the outer pieces are Men[firstOut:endOut]
	endOut   int
	firstPwn int // the pawns are Men[firstPwn:]
	pawns    *pawnPlacements
	rooks    []board.Square // of those that may castle, Men[firstPwn-len(rooks):firstPwn]

	whole    *Layout       // of which this is a face, or nil
	castling *castlingFace // of a castling right's face, or nil
	faces    [2][board.Pawn]face

	rightFaces sync.Map // from each right to its *face
}

// Words returns the number of words of a slice, for one side to move.
func (l *Layout) Words() WordNo { return WordNo(len(l.frames.list)) << (6 * l.outers()) }

// Entries returns the number of entries of a slice, for one side to move.
func (l *Layout) Entries() int { return int(l.Words()) << 6 }

// FrameEntries returns the number of entries of a frame: entries of the same
// frame follow each other.
func (l *Layout) FrameEntries() int { return 64 << (6 * l.outers()) }

// FirstEntry returns the first entry of a frame.
func (l *Layout) FirstEntry(frame FrameNo) Entry { return Entry(int(frame) * l.FrameEntries()) }

// FrameOf returns the frame of an entry.
func (l *Layout) FrameOf(entry Entry) FrameNo { return FrameNo(int(entry) / l.FrameEntries()) }

// Frames returns the placements of the kings.
func (l *Layout) Frames() *Frames { return l.frames }

// Outer returns the range of the outer pieces in Men.
func (l *Layout) Outer() (first, end int) { return l.firstOut, l.endOut }

func (l *Layout) outers() int { return l.endOut - l.firstOut }

// Stride returns the difference of the entries of a man's consecutive squares in a frame, after the frame's symmetry.
// It returns 0 for men that decide the frame or the slice.
func (l *Layout) Stride(man int) int {
	switch {
	case man == l.Inner:
		return 1
	case l.firstOut <= man && man < l.endOut:
		return 64 << (6 * (l.endOut - 1 - man))
	}
	return 0
}

// A face is a layout with one piece, the promoted one, on the last rank. It has the positions of a class that a
// promotion can lead to. Its piece stands still, as pawns do, and its square is part of the slice's number. So a slice
// of a face has the positions after a promotion on a certain square, with the other pieces on any squares.
//
// A class with pawns has the mirror symmetry of their placements. Its face has a slice for each slice of the class and
// each of the eight squares. A class without pawns keeps only the left-right mirror: the promoted piece is on one of
// the files a to d. The kings have any of 3612 placements, as in the class with the pawn.
type face struct {
	once   sync.Once
	layout *Layout
}

// Promoted returns the index in Men of the piece of a face that stands still, the promoted one or a rook. It returns -1
// for any other layout.
func (l *Layout) Promoted() int {
	if l.whole == nil {
		return -1
	}
	return l.firstPwn - 1
}

// Whole returns the layout that a face is taken from, or nil for any other layout.
func (l *Layout) Whole() *Layout { return l.whole }

// A castlingFace has the possible squares of a side's king and rook just after it gave up its last castling right. The
// class of the face has no castling rights.
type castlingFace struct {
	castle *board.Castle
	rook   []board.Square // in the order of the face's slices
	king   board.Bitboard
	mirror bool // both of two mirrored placements of pawns are slices
}

// Right returns the castling right of a face, with the squares of king and rook, or 0.
func (l *Layout) Right() board.Rights {
	if l.castling == nil {
		return 0
	}
	return l.castling.castle.Alone()
}

// keepsMirrored reports whether both of two mirrored placements of pawns are kept.
func (l *Layout) keepsMirrored() bool { return l.Class.Rights() != 0 && l.Class.Pawns() > 0 }
