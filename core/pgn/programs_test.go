package pgn

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/game"
)

// TestPrograms checks that games that chess.js, chessops, kokopu and pgn-extract have written are read with all their
// content. The test web/src/features/game/programs.test.js runs these programs on our files of the same game.
func TestPrograms(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("testdata/programs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var expected map[string]string
	if err := json.Unmarshal([]byte(read("expected.json")), &expected); err != nil || len(expected) != 4 {
		t.Fatal(err, len(expected))
	}
	source := readAll(t, read("source.pgn"))[0]
	for name, want := range expected {
		games := readAll(t, read(name+".pgn"))
		if len(games) != 1 {
			t.Errorf("%s: %d games", name, len(games))
			continue
		}
		if got := summary(t, games[0]); got != want+" 1-0" {
			t.Errorf("%s:\n%s, want\n%s 1-0", name, got, want)
		}
		for _, tag := range source.Tags {
			want := tag.Value
			switch {
			case name == "chess.js": // does not read quotation marks in tags
				want = strings.ReplaceAll(want, `"`, "'")
			case name == "kokopu" && tag.Name == "FEN": // has positions without a clock
				want = strings.Replace(want, " 12 61", " 0 61", 1)
			}
			if got := games[0].Tag(tag.Name); got != want {
				t.Errorf("%s: %s is %q, want %q", name, tag.Name, got, want)
			}
		}
		if len(games[0].Warnings) > 0 {
			t.Errorf("%s: %v", name, games[0].Warnings)
		}
	}
	for name, g := range map[string]*game.Game{
		"matewright":      source,
		"matewright-main": readAll(t, read("chess.js.pgn"))[0],
	} {
		var text strings.Builder
		if err := Write(&text, g); err != nil {
			t.Fatal(err)
		}
		if text.String() != read(name+".pgn") {
			t.Errorf("%s.pgn is written as\n%s", name, text.String())
		}
	}
}
