package pgn

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/game"
)

// pieces are texts that begin, end, hide or join games.
var pieces = []string{
	"", "", "", `[Event "a"]`, `[Event "a"]`, `[FEN "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"]`, `[White "b"] [Black "c"]`,
	`[garbage]`, `[Event "open`, "% for programs", "# a remark", "; a remark", "{ opened", "closed }", "{a comment}",
	"1. e4 e5", "1. Rd1+ Ke7 (1... Kd6 2. Rd4) 2. Rd4!", "1-0", "* *", `1-0 [Event "joined"]`,
	`1. e4 1/2-1/2 [White "d"] 1. d4 * [Event "e"]`, "8/8/8/8/2k5/8/1K1P4/8 w - - bm Kc2; id \"so\";",
	"8/8/8/8/2k5/8/1K1P4/8_b_-_-_0_9", "\ufeff" + `[Event "marked"]`, "\ufeff\ufeff1. d4", "1. e5", "  " + `[Site "f"]`,
}

// seen has the parts of a game that depend on its text and its place.
type seen struct {
	Number, Line             int
	Text, Written            string
	Tags                     []game.Tag
	Errors, Warnings         []string
	Result, Variant, Comment string
	SetUp                    bool
}

func look(t *testing.T, g *game.Game) seen {
	s := seen{
		Number: g.Number, Line: g.Line, Text: g.Text, Written: summary(t, g), Tags: g.Tags, Result: g.Result,
		Variant: g.Variant, SetUp: g.SetUp,
	}
	for _, e := range g.Errors {
		s.Errors = append(s.Errors, coded(e))
	}
	for _, e := range g.Warnings {
		s.Warnings = append(s.Warnings, coded(e))
	}
	return s
}

func lookAtAll(t *testing.T, r *Reader, before int) (all []seen) {
	for {
		g, err := r.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			return all
		}
		g.Number += before
		all = append(all, look(t, g))
	}
}

// TestEndOfPart checks that the games of parts of random length are those of the whole text. In these texts the border
// between two games is hard to find.
func TestEndOfPart(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	most := 0
	for range 600 {
		var b strings.Builder
		for range random.IntN(40) {
			b.WriteString(pieces[random.IntN(len(pieces))] + []string{"\n", "\n", "\r\n", "\r", " "}[random.IntN(5)])
		}
		text := b.String()
		whole := lookAtAll(t, NewReader(strings.NewReader(text)), 0)
		var parts []seen
		count := 0
		for at := (Place{}); at.Offset < int64(len(text)) || count == 0; count++ {
			rest := text[at.Offset:]
			least := int64(1 + random.IntN(100))
			end, err := EndOfPart(strings.NewReader(rest), least)
			if err != nil || end.Offset < min(least, int64(len(rest))) {
				t.Fatalf("%+v: a part of at least %d bytes of %q, %v", end, least, rest, err)
			}
			part := NewReader(strings.NewReader(rest[:end.Offset])).After(at.Lines)
			parts = append(parts, lookAtAll(t, part, len(parts))...)
			at = Place{at.Offset + end.Offset, at.Lines + end.Lines}
		}
		most = max(most, count)
		if diff := cmp.Diff(whole, parts); diff != "" {
			t.Fatalf("%q (-whole +parts):\n%s", text, diff)
		}
	}
	if most < 10 {
		t.Errorf("at most %d parts", most)
	}
}

// TestEndOfPartFails checks that a text that can't be read has no end, and that its part fails at the same place.
func TestEndOfPartFails(t *testing.T) {
	fault := errors.New("unplugged")
	text := func() io.Reader {
		return io.MultiReader(strings.NewReader("1. e4 *\n\n[Event \"a\"]\n\n1. d4 *\n\n"), failing{fault})
	}
	if _, err := EndOfPart(text(), 1000); !errors.Is(err, fault) {
		t.Errorf("%v", err)
	}
	if end, err := EndOfPart(text(), 1); end != (Place{9, 2}) || err != nil {
		t.Errorf("%v, %v", end, err)
	}
	r := NewReader(text())
	var lines []int
	for {
		g, err := r.Next()
		if err != nil {
			if !errors.Is(err, fault) || !slices.Equal(lines, []int{1, 3}) {
				t.Errorf("%v after games in lines %v", err, lines)
			}
			return
		}
		lines = append(lines, g.Line)
	}
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }
