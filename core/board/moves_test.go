package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// TestPartsOfMoves compares captures and pushes with those among all legal moves.
func TestPartsOfMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	var positions []board.Position
	for _, fen := range []string{"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "r3k2r/1P6/8/8/8/8/p6p/R3K2R w KQkq - 0 1"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, p)
	}
	for range 300 {
		positions = append(positions, randomPosition(random))
	}
	captures, pushes := 0, 0
	for _, p := range positions {
		var wantCaptures, wantPushes []board.Move
		for _, m := range p.LegalMoves(nil) {
			switch {
			case p.IsCapture(m):
				wantCaptures = append(wantCaptures, m)
			case p.IsZeroing(m):
				wantPushes = append(wantPushes, m)
			}
		}
		before := []board.Move{board.Null}
		if got := p.LegalCaptures(before); !slices.Equal(got[1:], wantCaptures) {
			t.Errorf("%s: captures %v, want %v", p.FEN(), got[1:], wantCaptures)
		}
		if got := p.LegalPushes(nil); !slices.Equal(got, wantPushes) {
			t.Errorf("%s: pushes %v, want %v", p.FEN(), got, wantPushes)
		}
		captures, pushes = captures+len(wantCaptures), pushes+len(wantPushes)
	}
	if captures < 20 || pushes < 20 {
		t.Errorf("only %d captures and %d pushes", captures, pushes)
	}
}
