package encode_test

import (
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// TestMostKept checks the listed numbers of kept slices, for all numbers of pawns.
func TestMostKept(t *testing.T) {
	seen := map[[2]int]bool{}
	for _, class := range material.UpTo(material.MaxMen) {
		pawns := [2]int{class.Count(board.White, board.Pawn), class.Count(board.Black, board.Pawn)}
		if seen[pawns] {
			continue
		}
		seen[pawns] = true
		if listed, found := encode.MostKept(slice.NewLayout(class)); listed != found {
			t.Errorf("%v: %d slices are listed, want %d", class, listed, found)
		}
	}
	if len(seen) != 12 {
		t.Errorf("there are %d numbers of pawns", len(seen))
	}
}
