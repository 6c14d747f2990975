package slice_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

const (
	everywhere board.Bitboard = ^board.Bitboard(0)
	diagonals  board.Bitboard = 0x8142241818244281
	twoRanks   board.Bitboard = 0x000000ff0000ff00
	fewSquares board.Bitboard = 0x0018002400008100 // a2, h2, c5, f5, d7, e7
	corners    board.Bitboard = 0x8100001818000081 // and the centre
)

// counts has the legal positions by side to move.
type counts [2]struct{ all, distinct uint64 }

// TestOrbit checks the counts of positions against an enumeration of all placements on the labelled board. Four men and
// more use only some squares, a set that is symmetric itself.
func TestOrbit(t *testing.T) {
	tests := []struct {
		class   string
		squares board.Bitboard // for all men except the kings
	}{
		{"KQvK", everywhere},
		{"KPvK", everywhere},
		{"KBBvK", diagonals},
		{"KPPvK", twoRanks},
		{"KBBBvK", corners},
		{"KRRvKR", corners},
		{"KQQvKQ", corners},
		{"KNNPvK", fewSquares},
		{"KQPvKP", fewSquares},
		{"KPPPvK", fewSquares},
		{"KPPvKP", fewSquares},
	}
	for _, test := range tests {
		l := layout(t, test.class)
		got, want := countOrbits(l, test.squares), countPlacements(l, test.squares)
		if got != want {
			t.Errorf("%s: %v, want %v", test.class, got, want)
		}
	}
}

func countOrbits(l *slice.Layout, squares board.Bitboard) (n counts) {
	for number := range l.Slices() {
		for word := range l.Words() {
			var sc slice.Scene
			if !l.Scene(number, word, &sc) {
				continue
			}
			within := true
			for i := 2; i < sc.N; i++ {
				within = within && (i == l.Inner || squares.Has(sc.Men[i].Square))
			}
			if !within {
				continue
			}
			orbit := l.Orbit(number, &sc)
			for _, c := range board.Colors {
				legal := ^sc.Illegal(c)
				if l.Men[l.Inner].Type != board.King {
					legal &= squares
				}
				n[c].all += uint64((orbit.Lanes & legal).Count()) * orbit.Placements
				n[c].distinct += uint64((orbit.Distinct & legal).Count())
			}
		}
	}
	return n
}

// countPlacements puts each man on each square, like men in ascending order.
func countPlacements(l *slice.Layout, squares board.Bitboard) (n counts) {
	men := make([]board.Man, len(l.Men))
	copy(men, l.Men)
	var place func(i int, occupied board.Bitboard)
	place = func(i int, occupied board.Bitboard) {
		if i == len(men) {
			for _, c := range board.Colors {
				p := board.NewPosition(c, men...)
				if p.Check() != nil {
					continue
				}
				n[c].all++
				if isOwnMeaning(&p) {
					n[c].distinct++
				}
			}
			return
		}
		free := ^occupied
		if men[i].Type != board.King {
			free &= squares
		}
		if i > 2 && men[i-1].Color == men[i].Color && men[i-1].Type == men[i].Type {
			free &^= men[i-1].Square.Bit() - 1
		}
		for ; free != 0; free = free.Rest() {
			men[i].Square = free.First()
			place(i+1, occupied|men[i].Square.Bit())
		}
	}
	place(0, 0)
	return n
}

// isOwnMeaning reports whether a position is the least of its symmetric images.
func isOwnMeaning(p *board.Position) bool {
	men := slices.Clone(p.Men())
	slices.SortFunc(men, compareMen)
	least := meaningOf(p)
	return slices.Equal(men, least.men[:len(men)])
}
