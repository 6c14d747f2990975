package write

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// A kingsPlace is the first code of two kings in a slice, and the symmetry of the other men.
type kingsPlace struct {
	first    int32 // negative if the kings touch
	symmetry board.Symmetry
}

// A pawnsPlace is the first code of a slice, and whether the board is mirrored.
type pawnsPlace struct {
	first  int
	mirror board.Symmetry
}

// tablePlaces are the places of codes by the squares of kings and pawns. All orders share them, as they have the same
// pawns first.
type tablePlaces struct {
	kings  []kingsPlace // by White's king and Black's
	slices []pawnsPlace // by the squares of the pawns
}

// setKings finds the places of all pairs of kings.
func (t *tablePlaces) setKings(l *slice.Layout) {
	t.kings = make([]kingsPlace, 64*64)
	frames := l.Frames()
	lone := frames.At(0).Kings[board.Black] == board.NoSquare
	for wk := range board.Square(64) {
		for bk := range board.Square(64) {
			at := &t.kings[int(wk)<<6|int(bk)]
			switch {
			case wk == bk || board.Attacks(board.King, wk, 0).Has(bk):
				at.first = -1
			case lone:
				at.first = int32(l.FirstEntry(slice.FrameNo(wk))) + int32(bk)
			default:
				frame, symmetry := frames.Find(wk, bk)
				at.first, at.symmetry = int32(l.FirstEntry(frame)), symmetry
			}
		}
	}
}

// setSlices finds the slices of all placements of pawns, which are these men of the table, given the first code of
// each slice.
func (t *tablePlaces) setSlices(l *slice.Layout, first map[slice.Number]int, pawns []int) {
	t.slices = make([]pawnsPlace, 1<<(6*len(pawns)))
	for i := range t.slices {
		var squares slice.Squares
		taken, valid := board.Bitboard(0), true
		for k, man := range pawns {
			s := board.Square(i>>(6*k)) & 63
			valid = valid && s.Rank() > 0 && s.Rank() < 7 && !taken.Has(s)
			taken |= s.Bit()
			squares[man] = s
		}
		t.slices[i].first = -1
		if valid {
			number, mirror := l.SliceOf(&squares)
			if at, found := first[number]; found {
				t.slices[i] = pawnsPlace{at, mirror}
			}
		}
	}
}
