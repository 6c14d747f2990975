package board_test

import (
	"testing"

	"github.com/matewright/matewright/core/board"
)

// TestGenerators checks the three generators against their definitions.
func TestGenerators(t *testing.T) {
	for s := range board.NoSquare {
		file, rank := s.File(), s.Rank()
		for symmetry, want := range map[board.Symmetry]board.Square{
			board.Identity:    s,
			board.MirrorFiles: board.NewSquare(7-file, rank),
			board.FlipRanks:   board.NewSquare(file, 7-rank),
			board.Transpose:   board.NewSquare(rank, file),
		} {
			if got := symmetry.Square(s); got != want {
				t.Errorf("symmetry %d takes %v to %v, want %v", symmetry, s, got, want)
			}
		}
	}
}

// TestGroup: eight symmetries, all different, that undo and follow each other.
func TestGroup(t *testing.T) {
	images := map[[64]board.Square]board.Symmetry{}
	for a := range board.Symmetry(board.Symmetries) {
		images[*a.Squares()] = a
		if got := a.Then(a.Inverse()); got != board.Identity {
			t.Errorf("%d and its inverse make %d", a, got)
		}
		for b := range board.Symmetry(board.Symmetries) {
			for s := range board.NoSquare {
				if got, want := a.Then(b).Square(s), b.Square(a.Square(s)); got != want {
					t.Fatalf("%d then %d takes %v to %v, want %v", a, b, s, got, want)
				}
			}
		}
	}
	if len(images) != 8 {
		t.Errorf("%d different symmetries", len(images))
	}
}

// TestSymmetryOfSets: the image of a set has the images of its squares.
func TestSymmetryOfSets(t *testing.T) {
	r := random()
	for range 1000 {
		set := randomSet(r)
		for symmetry := range board.Symmetry(board.Symmetries) {
			var want board.Bitboard
			for rest := set; rest != 0; rest = rest.Rest() {
				want |= symmetry.Square(rest.First()).Bit()
			}
			if got := symmetry.Bitboard(set); got != want {
				t.Fatalf("symmetry %d takes %#x to %#x, want %#x", symmetry, set, got, want)
			}
		}
	}
}
