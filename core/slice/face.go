package slice

import (
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

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

// faceFiles returns on how many files the promoted piece can stand: how many slices of the face are taken from one of the whole layout.
func (l *Layout) faceFiles() int {
	if l.castling != nil {
		return l.castling.slices()
	}
	if l.Class.Pawns() > 0 {
		return 8
	}
	return 4
}

// Face returns the face of a class for a promoted piece, of a colour and a type that the
// class has. The layout is the same one at every call. Of like pieces any one is the
// promoted one: the others stand everywhere else, before it and after it.
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
	f.arrange(slices.Delete(pieces, i, i+1), append([]board.Man{{Color: still.Color, Type: still.Type}}, l.Men[l.firstPwn:]...))
	return f
}

// Promoted returns the index in Men of the piece of a face that stands still, the promoted one or a rook, or -1 for any other
// layout.
func (l *Layout) Promoted() int {
	if l.whole == nil {
		return -1
	}
	return l.firstPwn - 1
}

// Whole returns the layout that a layout is a face of, or nil if it is none.
func (l *Layout) Whole() *Layout { return l.whole }

// FaceSlices returns the slices of a face that are taken from a slice of the whole layout: the
// first one, and the one after the last. They differ in the square of the piece that stands still.
func (l *Layout) FaceSlices(whole Number) (first, end Number) {
	n := Number(l.faceFiles())
	return whole * n, (whole + 1) * n
}

// WholeSlice returns the slice of the whole layout that a slice of a face is taken from.
func (l *Layout) WholeSlice(slice Number) Number { return slice / Number(l.faceFiles()) }

// promotedSquare returns where the piece stands still in a slice of a face.
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

// faceSlice is SliceOf for a face: the kings don't matter.
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

// A Cutter cuts frames of a face out of frames of its whole layout. It is used by one
// goroutine.
type Cutter[V any] struct {
	face, whole *Layout
	strides     [material.MaxMen]int // in the whole, of each man of the face
	offsets     [64]int              // of the inner man's squares, in the frame at hand
}

// NewCutter returns a cutter for a face.
func NewCutter[V any](face *Layout) *Cutter[V] {
	c := &Cutter[V]{face: face, whole: face.whole}
	var used [material.MaxMen]bool
	for i, m := range face.Men {
		for j, w := range c.whole.Men {
			if !used[j] && like(m, w) {
				used[j] = true
				c.strides[i] = c.whole.Stride(j)
				break
			}
		}
	}
	return c
}

// NewTurner returns a cutter for those who have cut frames already, up to the symmetry of the whole layout: what it gets of a frame
// is the entries in which the promoted piece stands on a certain square, in the order of the face. There must be other pieces.
func NewTurner[V any](face *Layout) *Cutter[V] {
	c := &Cutter[V]{face: face, whole: face.whole}
	for i := range face.Men {
		c.strides[i] = face.Stride(i)
	}
	return c
}

// Frame fills in the values of a frame in a slice of the face, or zeros where the kings
// touch, or where nothing leads. Whole returns the values of a frame of the whole slice, where the promoted piece stands on this square.
func (c *Cutter[V]) Frame(slice Number, frame FrameNo, whole func(frame FrameNo, promoted board.Square) ([]V, error), into []V) error {
	if !c.face.Leads(slice, frame) {
		clear(into)
		return nil
	}
	kings := c.face.frames.At(frame).Kings
	promoted, mirror := c.face.promotedSquare(slice), c.face.faceMirror(slice)
	if kings[board.Black] != board.NoSquare {
		number, symmetry := c.whole.frames.Find(mirror.Square(kings[board.White]), mirror.Square(kings[board.Black]))
		symmetry = mirror.Then(symmetry)
		values, err := whole(number, symmetry.Square(promoted))
		if err == nil {
			c.cut(symmetry.Squares(), promoted, values, into)
		}
		return err
	}
	// Black's king is the inner man, and there is no other piece: each lane has a frame.
	clear(into)
	for black := range board.NoSquare {
		number, symmetry := c.whole.frames.Find(mirror.Square(kings[board.White]), mirror.Square(black))
		if number < 0 {
			continue
		}
		symmetry = mirror.Then(symmetry)
		values, err := whole(number, symmetry.Square(promoted))
		if err != nil {
			return err
		}
		into[black] = values[int(symmetry.Square(promoted))*c.strides[c.face.Promoted()]]
	}
	return nil
}

// cut copies a frame, given what its symmetry makes of squares.
func (c *Cutter[V]) cut(image *[64]board.Square, promoted board.Square, values, into []V) {
	for lane := range c.offsets {
		c.offsets[lane] = int(image[lane]) * c.strides[c.face.Inner]
	}
	together := c.offsets[1] == 1 && c.offsets[8] == 8 // no symmetry, and the same inner man
	base := int(image[promoted]) * c.strides[c.face.Promoted()]
	for word := range len(into) >> 6 {
		at := base
		for i, rest := c.face.endOut-1, word; i >= c.face.firstOut; i-- {
			at += int(image[rest&63]) * c.strides[i]
			rest >>= 6
		}
		lanes := (*[64]V)(into[word<<6:])
		if together {
			copy(lanes[:], values[at:at+64])
			continue
		}
		from := values[at:]
		for lane := range lanes {
			lanes[lane] = from[c.offsets[lane]]
		}
	}
}
