package find_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/find"
)

func men(t testing.TB, text string) find.Men {
	t.Helper()
	list, err := find.ParseMen(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestParseMen reads texts as people write them, and checks that invalid ones are refused.
func TestParseMen(t *testing.T) {
	for _, texts := range [][]string{
		{"Ph7", "white pawn on h7", "White Pawn H7", " white pawn on the h7 ,"},
		{"rd", "black rook on the d-file", "black rook d", "rd1-d8", "rd-d"},
		{"K7", "white king on the 7th rank", "white king 7-rank", "Ka7-h7", "Kh7-a7"},
		{"nc3-e5", "ne5-c3", "nc5-e3", "black knight on c3-e5"},
		{"Qa1 h8", "white queen on a1 or h8"},
		{"Ra", "white rook on a", "a white rook on the a file", "The white rook on the A-file"},
		{"Pa b", "white pawn on a or b"},
	} {
		want := men(t, texts[0])
		for _, text := range texts[1:] {
			if got := men(t, text); !slices.Equal(got.Standing, want.Standing) {
				t.Errorf("%q is read as %v, not as %v", text, got, want)
			}
		}
	}
	if got := men(t, "white bishop, pawn on 2nd-rank").Standing; len(got) != 2 || got[0].Squares.Count() != 64 ||
		got[1].Colors != [2]bool{true, true} ||
		got[1].Squares.Count() != 8 {
		t.Errorf("%v", got)
	}
	for text, n := range map[string]int{"rook on the a file": 8, "white rook on a": 8, "pawn on a or b": 16} {
		if got := men(t, text).Standing; len(got) != 1 || got[0].Squares.Count() != n {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for _, text := range []string{
		"Ph9", "pawn on h7x", "h7", "white", "king on z", "Ka1-b", "white tower on a1", "é4", "rook on a1-b2-c3",
		"K0", "-", "rook on an", "rook on an a",
	} {
		if got, err := find.ParseMen(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
