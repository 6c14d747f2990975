package board_test

import (
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// TestCutFEN cuts a position from the text after it. Long because of its table of texts.
func TestCutFEN(t *testing.T) {
	const men = "8/8/8/3k4/8/8/1r6/R3K3"
	for _, test := range []struct{ after, fields, rest string }{
		{"", "", ""},
		{" w Q - 3 40", "w Q - 3 40", ""},
		{" w Q - 3 40 and more", "w Q - 3 40", " and more"},
		{"_w_-_-_0_1", "w - - 0 1", ""},
		{" \t w  - \u00a0-\n", "w - -", "\n"},

		// words that end it
		{" is won", "", " is won"},
		{" Qh4 wins", "", " Qh4 wins"},
		{" Qh4 - wins", "", " Qh4 - wins"},
		{" – White wins", "", " – White wins"},
		{" B wins", "", " B wins"},
		{", w to move", "", ", w to move"},
		{".", "", "."},
		{" w", "w", ""},
		{" b, I said", "b", ", I said"},
		{" b. K and P draw", "b", ". K and P draw"},
		{" w wins", "w", " wins"},
		{" w wins - see e4", "w", " wins - see e4"},
		{" w a draw", "w", " a draw"},
		{" w Qh4 wins", "w", " Qh4 wins"},
		{" w Kb2 e5", "w", " Kb2 e5"},
		{" w 1. Kb2", "w", " 1. Kb2"},
		{" w 1-0", "w", " 1-0"},
		{" w 1/2-1/2", "w", " 1/2-1/2"},
		{" w O-O-O Kc6", "w", " O-O-O Kc6"},
		{" w Q Kd1 wins", "w Q", " Kd1 wins"},
		{" w - - bm Kd2; id \"x\";", "w - -", " bm Kd2; id \"x\";"},
		{" w - - dm 5;", "w - -", " dm 5;"},
		{" w - - D1 20 ;D2 400", "w - -", " D1 20 ;D2 400"},
		{" w - -; D1 20", "w - -", "; D1 20"},
		{" w - - hmvc 0; fmvn 1;", "w - -", " hmvc 0; fmvn 1;"},
		{" w - - 0 1; bm Kd2", "w - - 0 1", "; bm Kd2"},
		{" w - - 1. Kd2 Kd4", "w - -", " 1. Kd2 Kd4"},
		{" w - - 1.Kd2 Kd4", "w - -", " 1.Kd2 Kd4"},
		{" w - - 1. O-O-O", "w - -", " 1. O-O-O"},
		{" w - - 40. That wins", "w - - 40", ". That wins"},
		{" w - - 40 60. That wins", "w - - 40 60", ". That wins"},
		{" w - - 40 60.", "w - - 40 60", "."},
		{" w - - 1-0", "w - -", " 1-0"},
		{" w - - 1:0", "w - -", " 1:0"},
		{" w - - 0 0–1", "w - - 0", " 0–1"},
		{" w - - 1/2", "w - -", " 1/2"},
		{" w - - 1...Kd4", "w - -", " 1...Kd4"},
		{" w - - 50-move rule", "w - -", " 50-move rule"},
		{" w - - 3 (5 men)", "w - - 3", " (5 men)"},
		{" w - - (3 moves)", "w - -", " (3 moves)"},
		{" w - - #5", "w - -", " #5"},
		{" w - -; 5", "w - -", "; 5"},
		{" w - - | 12 |", "w - -", " | 12 |"},
		{` w - -","dtm":12`, "w - -", `","dtm":12`},
		{" w - - 3 40, 5 men", "w - - 3 40", ", 5 men"},
		{", 3 men", "", ", 3 men"},
		{" w - - 5-men endings", "w - -", " 5-men endings"},
		{" w - - I think", "w - -", " I think"},
		{" w - - a draw", "w - -", " a draw"},
		{" w - - – a draw", "w - -", " – a draw"},
		{" w - - 3 moves", "w - - 3", " moves"}, // could also be three moves

		// fields that are repaired
		{" w KK - 0 1", "w KK - 0 1", ""},
		{" w -- - 99 1", "w -- - 99 1", ""},
		{" w – – 99 1", "w – – 99 1", ""},
		{" w A - 0 1", "w A - 0 1", ""},
		{" w A", "w A", ""},
		{" w HAh - 0 1", "w HAh - 0 1", ""},
		{" b - c4 30 40", "b - c4 30 40", ""},
		{" b - C3 30 40", "b - C3 30 40", ""},
		{" w - - 99999 123456", "w - - 99999 123456", ""},
		{" w - - -1 0", "w - - -1 0", ""},
		{" w - - −1 0", "w - - −1 0", ""},
		{" w - - - -", "w - - - -", ""},
		{" w - - -", "w - - -", ""},

		// fields that are broken
		{" W - - 0 1", "W - - 0 1", ""},
		{" x Q - 0 1", "x Q - 0 1", ""},
		{" - - 5 1", "- - 5 1", ""},
		{" Q - 5 1", "Q - 5 1", ""},
		{" Q -", "Q -", ""},
		{" w xQ - 0 1", "w xQ - 0 1", ""},
		{" w xQ", "w xQ", ""},
		{" w Zz - 0 1", "w Zz - 0 1", ""},
		{" w ? - 0 1", "w ? - 0 1", ""},
		{" w 37 60", "w 37", " 60"},
		{" w - c9 0 1", "w - c9 0 1", ""},
		{" w - c9", "w - c9", ""},
		{" w - ? 0 1", "w - ? 0 1", ""},
		{" w - 37 60", "w - 37 60", ""},
		{" w - - x 1", "w - - x 1", ""},
		{" w - - ? ?", "w - - ? ?", ""},
		{" w - - 0 x", "w - - 0 x", ""},
		{" w - - 12+ 40", "w - - 12+ 40", ""},
		{" w - - 12+ bm Kd2;", "w - - 12+", " bm Kd2;"},
		{" w - - 99/1", "w - - 99/1", ""},
		{" w - - 1e2 40", "w - - 1e2 40", ""},
		{" w - - 1e2", "w - - 1e2", ""},
		{" w - - 1.5 40", "w - - 1.5 40", ""},
		{" w - - 0 1x", "w - - 0 1x", ""},
		{" w - - 0 1+ and more", "w - - 0 1+", " and more"},
		{" w - - 0,5 1", "w - - 0,5", " 1"},
		{` w - - "99" 1`, `w - - "99"`, " 1"},
		{` w - - 99 "1"`, `w - - 99 "1"`, ""},
		{" w -,-,99,1", "w -,-,99,1", ""},
		{" w - -, 99 1", "w - -,", " 99 1"},
		{" w (Q) - 0 1", "w (Q)", " - 0 1"},
		{` w" - - 0 1`, `w"`, " - - 0 1"},
	} {
		want := strings.TrimSpace(men + " " + test.fields)
		if fen, rest := board.CutFEN(men + test.after); fen != want || rest != test.rest {
			t.Errorf("%q becomes %q, %q; want %q, %q", test.after, fen, rest, want, test.rest)
		}
	}
	if fen, rest := board.CutFEN(men + ", w - - 0 1"); fen != men+"," || rest != " w - - 0 1" {
		t.Errorf("a comma leaves %q, %q", fen, rest)
	}
	for _, text := range []string{"", " ", "\n", ",", ". x"} {
		if fen, rest := board.CutFEN(text); fen != "" || rest != text {
			t.Errorf("%q becomes %q, %q", text, fen, rest)
		}
	}
}
