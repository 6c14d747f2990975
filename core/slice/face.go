package slice

import (
	"slices"

	"github.com/matewright/matewright/core/board"
)

// faceFiles returns the number of files of the promoted piece: the slices of the face for each slice of the whole
// layout.
func (l *Layout) faceFiles() int {
	if l.castling != nil {
		return l.castling.slices()
	}
	if l.Class.Pawns() > 0 {
		return 8
	}
	return 4
}

// FaceSlices returns the slices of a face that are taken from a slice of the whole layout. End is the one after the
// last. They differ in the square of the piece that stands still.
func (l *Layout) FaceSlices(whole Number) (first, end Number) {
	n := Number(l.faceFiles())
	return whole * n, (whole + 1) * n
}

// WholeSlice returns the slice of the whole layout that a slice of a face is taken from.
func (l *Layout) WholeSlice(slice Number) Number { return slice / Number(l.faceFiles()) }

// promotedSquare returns the square of the piece that stands still in a slice of a face.
func (l *Layout) promotedSquare(slice Number) board.Square {
	if l.castling != nil {
		return l.castling.rook[int(slice)%l.castling.slices()%len(l.castling.rook)]
	}
	rank := 7
	if l.Men[l.Promoted()].Color == board.Black {
		rank = 0
	}
	return board.Square(rank*8 + int(slice)%l.faceFiles())
}

// faceSlice is SliceOf for a face. The kings do not matter.
func (l *Layout) faceSlice(squares *Squares) (slice Number, mirror board.Symmetry) {
	if l.castling != nil {
		return l.castlingSlice(squares)
	}
	slice, mirror = l.pawns.find(squares[l.firstPwn:len(l.Men)])
	file := mirror.Square(squares[l.Promoted()]).File()
	if file >= l.faceFiles() {
		file, mirror = 7-file, board.MirrorFiles
	}
	return slice*Number(l.faceFiles()) + Number(file), mirror
}

// Leads reports whether a move can lead into a frame of a slice. In the face of a castling right no move leads into
// most frames. In other layouts it returns true.
func (l *Layout) Leads(slice Number, frame FrameNo) bool {
	if l.castling == nil {
		return true
	}
	king := l.frames.At(frame).Kings[l.castling.castle.Color]
	return king == board.NoSquare || l.castling.leads(king, l.promotedSquare(slice))
}

// ReachedEntries returns the number of entries of a slice of a face. In the face of a castling right it counts all
// slices that come from one of the whole layout. Frames that no move leads into are left out.
func (l *Layout) ReachedEntries() int64 {
	if l.castling == nil {
		return int64(l.Entries())
	}
	frames := 0
	for number := range Number(l.faceFiles()) {
		for frame := range l.frames.Len() {
			if l.Leads(number, frame) {
				frames++
			}
		}
	}
	return int64(frames) * int64(l.FrameEntries())
}

// faceMirror returns the symmetry that takes a slice of a face to its whole layout.
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
