package slice

import (
	"slices"

	"github.com/matewright/matewright/core/board"
)

// An Orbit says how the lanes of a word count in statistics.
type Orbit struct {
	// Lanes has each set of like pieces in one order only.
	Lanes board.Bitboard
	// Placements is the number of placements on the labelled board, like
	// pieces unordered, that each of these lanes stands for.
	Placements uint64
	// Distinct has those of the lanes that count up to symmetry: where two
	// symmetric placements are both kept, one of them.
	Distinct board.Bitboard
}

// Orbit returns how the lanes of a word of a slice count. Illegal lanes are not
// sorted out here. Statistics are of whole classes, not of faces.
func (l *Layout) Orbit(slice int, sc *Scene) Orbit {
	o := Orbit{Lanes: l.SortedLanes(sc)}
	fixed := board.Identity // the symmetry that maps the kept placements onto each other
	switch {
	case len(l.Men) > l.firstPwn:
		o.Placements = 2
		if pawns := l.pawns.list[slice]; l.mirrorsItself(pawns) {
			o.Placements, fixed = 1, board.MirrorFiles
		}
	default:
		o.Placements = 8
		if sc.Frame.SelfSymmetric {
			o.Placements, fixed = 4, board.Transpose
		}
	}
	o.Distinct = o.Lanes
	if fixed != board.Identity {
		for lanes := o.Lanes; lanes != 0; lanes = lanes.Rest() {
			if !l.isFirstImage(sc, lanes.First(), fixed) {
				o.Distinct &^= lanes.First().Bit()
			}
		}
	}
	return o
}

// SortedLanes returns the lanes of a scene, whichever piece is inner, in which
// like pieces stand in ascending order.
func (l *Layout) SortedLanes(sc *Scene) board.Bitboard {
	lanes := ^board.Bitboard(0)
	for i := l.firstOut + 1; i < l.firstPwn; i++ {
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
	image := make([]board.Square, len(pawns))
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
