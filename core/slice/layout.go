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
// The inner piece stands everywhere at once: a word is a set of positions, one
// for each of its squares. An entry is the number of a position in its slice
// and side, word<<6 | inner square. Where nothing but kings and pawns is on
// the board, Black's king is the inner piece and a frame is the square of
// White's king alone.
//
// Symmetry is removed where it is cheap: classes without pawns keep White's
// king in the triangle a1-d1-d4 (when both kings stand on the diagonal a1-h8,
// both mirror images of the rest are kept, and must agree), classes with pawns
// keep one of two mirrored pawn placements. Like pieces are kept in every order.
//
// Where somebody may still castle, that king and that rook stand still in a slice, as pawns do: they are anchored
// (anchored.go).
//
// What a class with more pawns reads of one is only the positions in which a pawn has
// just been promoted. [Layout.Face] makes a layout of these, in which the promoted piece
// is counted with the pawns.
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

	// Men has a colour and a type for each man: the kings, the outer pieces,
	// the inner one, in a face the promoted one, the rooks that may castle, then the pawns. Squares
	// and scenes follow this order.
	Men   []board.Man
	Inner int // index in Men

	// InnerSquares is where the inner man can stand: everywhere, but for a king that may castle.
	InnerSquares board.Bitboard

	// GroupEntries is how many entries make a group of slices in a stored table; 0 stands for the usual number. Package
	// format uses it, and sets it before anybody else has the layout.
	GroupEntries int

	frames   *Frames
	firstOut int // the outer pieces are Men[firstOut:endOut]
	endOut   int
	firstPwn int // the pawns are Men[firstPwn:]
	pawns    *pawnPlacements
	rooks    []board.Square // of those that may castle, Men[firstPwn-len(rooks):firstPwn]

	whole    *Layout       // of which this is a face, or nil
	castling *castlingFace // what it is for, if for a right to castle
	faces    [2][board.Pawn]face

	rightFaces [len(board.Castles)]face
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

// Outer returns the indices in Men between which the outer pieces stand.
func (l *Layout) Outer() (first, end int) { return l.firstOut, l.endOut }

func (l *Layout) outers() int { return l.endOut - l.firstOut }

// Stride returns by how much entries of a frame differ for each square that a
// man stands further on, the squares being those after the frame's symmetry; 0
// for men that decide the frame or the slice.
func (l *Layout) Stride(man int) int {
	switch {
	case man == l.Inner:
		return 1
	case l.firstOut <= man && man < l.endOut:
		return 64 << (6 * (l.endOut - 1 - man))
	}
	return 0
}

// A face is a layout with one piece, the promoted one, on the last rank: the positions
// of a class that a promotion can lead to. Its piece stands still, as pawns do, and its
// square is part of the slice's number. So a slice of a face is what the promotion of a
// pawn on a certain square leads to, wherever the other pieces stand.
//
// A class with pawns has the mirror symmetry of their placements, and a slice of the face
// for each of its slices and each of the eight squares. One without pawns loses all
// symmetry but the left-right mirror: the promoted piece stands on one of the files a to d,
// and the kings in any of 3612 placements, as in the class with the pawn.
type face struct {
	once   sync.Once
	layout *Layout
}

// Promoted returns the index in Men of the piece of a face that stands still, the promoted one or a rook, or -1 for any
// other layout.
func (l *Layout) Promoted() int {
	if l.whole == nil {
		return -1
	}
	return l.firstPwn - 1
}

// Whole returns the layout that a layout is a face of, or nil if it is none.
func (l *Layout) Whole() *Layout { return l.whole }

// A castlingFace says of a face what a side can have come to that has just given up its last right to castle: where its
// rook stands, and its king. The class of the face has no rights any more.
type castlingFace struct {
	castle *board.Castle
	rook   []board.Square // in the order of the face's slices
	king   board.Bitboard
	mirror bool // of two mirrored placements of pawns both are there
}

// Right returns the right to castle whose face a layout is, or 0.
func (l *Layout) Right() board.Rights {
	if l.castling == nil {
		return 0
	}
	return l.castling.castle.Right
}

// keepsMirrored reports whether both of two mirrored placements of pawns are there.
func (l *Layout) keepsMirrored() bool { return l.Class.Rights() != 0 && l.Class.Pawns() > 0 }
