package slice

import (
	"slices"

	"github.com/matewright/matewright/core/board"
)

// An Orbit has the weights of the lanes of a word in statistics.
type Orbit struct {
	// Lanes has each set of like pieces in one order only.
	Lanes board.Bitboard
	// Placements is the number of placements on the labelled board, like
	// pieces unordered, that each of these lanes stands for.
	Placements uint64
	// Distinct has those of the lanes that count up to symmetry: one of two symmetric placements that are both kept.
	Distinct board.Bitboard
}

// Orbits has the weights of the words of a slice in statistics.
type Orbits struct {
	layout     *Layout
	placements uint64 // of the lanes of most words
	mirrors    bool   // the pawns are their own mirror image
	alike      int    // the inner man and those like it are the pieces from this one on
	anyAlike   bool   // pieces of any kind
}

// Orbits returns the weights of the words of a slice. Statistics are of whole classes, not of faces.
func (l *Layout) Orbits(slice Number) Orbits {
	o := Orbits{layout: l, placements: 8, alike: l.Inner}
	switch {
	case l.Class.Rights() != 0:
		o.placements = 1
	case len(l.Men) > l.firstPwn:
		o.placements, o.mirrors = 2, l.mirrorsItself(l.pawns.at(slice))
	}
	for o.alike > l.firstOut && like(l.Men[o.alike-1], l.Men[o.alike]) {
		o.alike--
	}
	for i := l.firstOut + 1; i < l.firstPwn-len(l.rooks); i++ {
		o.anyAlike = o.anyAlike || like(l.Men[i-1], l.Men[i])
	}
	return o
}

// Orbit returns the weights of the lanes of a word of a slice, as [Orbits.OrbitOf] does for one word after the other.
func (l *Layout) Orbit(slice Number, sc *Scene) Orbit {
	o := l.Orbits(slice)
	return o.OrbitOf(sc)
}

// Placements returns [Orbit.Placements] of words that no symmetry maps onto themselves. All their lanes count up to
// symmetry.
func (o *Orbits) Placements() uint64 { return o.placements }

// OrbitOf returns the weights of the lanes of a word. It does not remove illegal lanes.
func (o *Orbits) OrbitOf(sc *Scene) Orbit {
	lanes := ^board.Bitboard(0)
	if o.anyAlike {
		lanes = o.layout.SortedLanes(sc)
	}
	switch {
	case o.mirrors:
		return Orbit{lanes, o.placements / 2, o.firstImages(sc, lanes, board.MirrorFiles)}
	case o.placements == 8 && sc.Frame.SelfSymmetric:
		return Orbit{lanes, o.placements / 2, o.firstImages(sc, lanes, board.Transpose)}
	}
	return Orbit{lanes, o.placements, lanes}
}

// firstImages returns those of some lanes whose men come before their image, or
// are the same.
func (o *Orbits) firstImages(sc *Scene, lanes board.Bitboard, t board.Symmetry) board.Bitboard {
	var squares, image Squares
	for i := range o.alike {
		squares[i] = sc.Men[i].Square
		image[i] = t.Square(squares[i])
	}
	sortLike(o.layout.Men[:o.alike], image[:o.alike])
	switch slices.Compare(squares[:o.alike], image[:o.alike]) {
	case -1: // whatever the lane is
		return lanes
	case 1:
		return 0
	}
	first := lanes
	for ; lanes != 0; lanes = lanes.Rest() {
		if !o.layout.isFirstImage(sc, lanes.First(), t) {
			first &^= lanes.First().Bit()
		}
	}
	return first
}

// SortedLanes returns the lanes of a scene, whichever piece is inner, in which
// like pieces stand in ascending order.
func (l *Layout) SortedLanes(sc *Scene) board.Bitboard {
	lanes := ^board.Bitboard(0)
	for i := l.firstOut + 1; i < l.firstPwn-len(l.rooks); i++ {
		if !like(l.Men[i-1], l.Men[i]) {
			continue
		}
		before, at := sc.Men[i-1].Square, sc.Men[i].Square
		switch {
		case i == sc.Inner:
			lanes &^= before.Bit() | (before.Bit() - 1)
		case i-1 == sc.Inner:
			lanes &= at.Bit() - 1
		case before > at:
			return 0
		}
	}
	return lanes
}

func (l *Layout) mirrorsItself(pawns []board.Square) bool {
	var squares Squares
	image := squares[:len(pawns)]
	for i, s := range pawns {
		image[i] = board.MirrorFiles.Square(s)
	}
	sortLike(l.Men[l.firstPwn:], image)
	return slices.Equal(pawns, image)
}

// isFirstImage reports whether the men of a lane come before their image, or
// are the same.
func (l *Layout) isFirstImage(sc *Scene, lane board.Square, t board.Symmetry) bool {
	var squares, image Squares
	for i := range l.firstPwn {
		squares[i] = sc.Men[i].Square
		if i == l.Inner {
			squares[i] = lane
		}
		image[i] = t.Square(squares[i])
	}
	sortLike(l.Men[:l.firstPwn], image[:l.firstPwn])
	return slices.Compare(squares[:l.firstPwn], image[:l.firstPwn]) <= 0
}
