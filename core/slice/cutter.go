package slice

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

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

// NewTurner returns a cutter for frames that are already cut, up to the symmetry of the whole layout. Such a frame has
// the entries with the promoted piece on a certain square, in the order of the face. The class must have other pieces.
func NewTurner[V any](face *Layout) *Cutter[V] {
	c := &Cutter[V]{face: face, whole: face.whole}
	for i := range face.Men {
		c.strides[i] = face.Stride(i)
	}
	return c
}

// Frame fills in the values of a frame in a slice of the face. Entries with touching kings, and frames that no move
// leads to, are zero. Whole returns the values of a frame of the whole slice, of which those with the promoted piece on
// the given square are read.
func (c *Cutter[V]) Frame(
	slice Number, frame FrameNo, whole func(frame FrameNo, promoted board.Square) ([]V, error), into []V,
) error {
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

// cut copies a frame, given the images of squares under its symmetry.
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
