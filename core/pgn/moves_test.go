package pgn

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// TestMoves checks that the moves of testdata/moves.json are read as stated there. The page reads the same file
// (web/src/features/game/pgn.test.js).
func TestMoves(t *testing.T) {
	text, err := os.ReadFile("testdata/moves.json")
	if err != nil {
		t.Fatal(err)
	}
	var tests []struct {
		Name, FEN, Text, Moves, Result string
		Errors                         []string // words that the command rejects as marks, and the page skips
	}
	if err := json.Unmarshal(text, &tests); err != nil || len(tests) == 0 {
		t.Fatal(err, len(tests))
	}
	for _, test := range tests {
		games := readAll(t, fmt.Sprintf("[FEN \"%s\"]\n\n%s\n", test.FEN, test.Text))
		if len(games) != 1 {
			t.Errorf("%s: %d games", test.Name, len(games))
			continue
		}
		want := test.Moves + " " + cmp.Or(test.Result, "*")
		for _, text := range test.Errors {
			want += fmt.Sprintf(" / line 3: pgn.notMark last=255 text=%s", text)
		}
		if got := summary(t, games[0]); got != want || games[0].Result != test.Result {
			t.Errorf("%s:\n%q, want\n%q, with result %q", test.Name, got, want, games[0].Result)
		}
	}
}

// TestNames reads moves in the many ways in which people write them. It checks that our own rules, by which the page
// reads games, find the same moves as the library.
func TestNames(t *testing.T) {
	for _, test := range []struct{ fen, text, want string }{
		{"r3k3/1P4P1/8/8/8/8/3R4/R3K2R w KQq -", "O-O O-O+ 0-0 o-o e1g1", "e1g1"},
		{"r3k3/1P4P1/8/8/8/8/3R4/R3K2R w KQq -", "O-O-O 0-0-0 e1c1", "e1c1"},
		{"r3k3/1P4P1/8/8/8/8/3R4/R3K2R w KQq -", "Rad1 Ra1d1 Ra1-d1 a1d1", "a1d1"},
		{"r3k3/1P4P1/8/8/8/8/3R4/R3K2R w KQq -", "Rd1 Rxd1 Ke1d3 d4 Kf8 e1e1 Z0 --", ""},
		{"r3k3/1P4P1/8/8/8/8/3R4/R3K2R w KQq -", "bxa8=Q+ bxa8Q bxa8(Q) b7xa8=Q b7a8q bxa8/Q ba8=Q", "b7a8q"},
		{"r3k3/1P4P1/8/8/8/8/3R4/R3K2R w KQq -", "Nb7b8q Bg7g8q Qa1b1 Nd2e2 Be1e2 Ke1g1", ""}, // of another man
		{"r3k3/1P4P1/8/8/8/8/3R4/R3K2R w KQq -", "g8=N g8N g7g8n", "g7g8n"},
		{"r3k3/1P4P1/8/8/8/8/3R4/R3K2R w KQq -", "Raxa8 Rxa8+ Ra8 Ra1xa8#", "a1a8"},
		{"r3k3/1P4P1/8/8/8/8/3R4/R3K2R w KQq -", "Rf2 R2f2 Rdf2 Rd2f2", "d2f2"},
		{"r3k3/1P4P1/8/8/8/8/3R4/R3K2R w KQq -", "Raf2 R1f2 Rh2f2", ""},
		{"8/8/8/2k5/1pP5/8/8/K7 b - c3", "bxc3 bc3 b4xc3 b4c3", "b4c3"},
		{"4k3/8/8/8/1b5B/8/3N1N2/2R1K3 w - -", "Nfe4 Ne4 N2e4 Nf2e4", "f2e4"}, // the other one is pinned
	} {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Fields(test.text) {
			m, err := readMove(&p, text)
			if (err == nil) != (test.want != "") || err == nil && m.String() != test.want {
				t.Errorf("%s in %s is %v, %v, want %q", text, test.fen, m, err, test.want)
			}
			if ours, found := p.FindMove(text, p.LegalMoves(nil)); found != (err == nil) || found && ours != m {
				t.Errorf("%s in %s is %v, %v by our rules, want %v", text, test.fen, ours, found, m)
			}
		}
	}
}
