package pgn

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/words"
)

var badRight = words.New(
	"core.fen.unusable",
	"why",
	words.New("core.fen.rightLetter", "letter", "'x'", "letters", "KQkq"),
)

func readAll(t testing.TB, text string) (games []*game.Game) {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	for {
		g, err := r.Next()
		if err == io.EOF {
			return games
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}

// coded returns the line of an error and the code of its message, with a shorter key.
func coded(e *game.Error) string {
	return fmt.Sprintf("line %d: %s", e.Line, strings.TrimPrefix(e.Said.Code(), "core."))
}

// summary writes the moves of a game in one line, with comments, marks and errors.
func summary(t testing.TB, g *game.Game) string {
	t.Helper()
	h := *g
	if h.Tags, h.Errors = nil, nil; h.Root == nil {
		h.Root = new(game.Node)
	}
	var b strings.Builder
	if err := Write(&b, &h); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, e := range g.Errors {
		text += " / " + coded(e)
	}
	return text
}

const lucena = `[FEN "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"]` + "\n\n"

// TestRead checks the games that are read from each text. Long because of its table of texts.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"plain", lucena + "1.Rd1+ Ke7 2.Rd4! 1-0", []string{"1. Rd1+ Ke7 2. Rd4 $1 1-0"}},
		{
			"as Windows has it", "\ufeff" + strings.ReplaceAll(lucena+"1.Rd1+\nKe7\n2.Rd4!\n1-0\n", "\n", "\r\n"),
			[]string{"1. Rd1+ Ke7 2. Rd4 $1 1-0"},
		},
		{
			"as old Macs had it", strings.ReplaceAll(lucena+"1.Rd1+\nKe7\n2.Rd4!\n1-0\n", "\n", "\r"),
			[]string{"1. Rd1+ Ke7 2. Rd4 $1 1-0"},
		},
		{
			"variations in variations",
			lucena +
				"{Lucena} 1. Rd1+ {bridge} (1. Rc4 $6 {slow} Ra1 (1... Ke7?!) 2. Rd4+) ({or} 1. Rh1) 1... Ke7 ; or " +
				"not\n2. Rd4 *",
			[]string{
				"{Lucena} 1. Rd1+ {bridge} (1. Rc4 $6 {slow} 1... Ra1 (1... Ke7 $6) 2. Rd4+) ({or} 1. Rh1) " +
					"1... Ke7 {or not} 2. Rd4 *",
			},
		},
		{"two games", lucena + "1. Rd1+ *\n" + lucena + "1. Rc4 *", []string{"1. Rd1+ *", "1. Rc4 *"}},
		{
			"games without tags", "1. e4 e5 1-0 2. d4 0-1\n\n1. d4 {end} *{too}",
			[]string{"1. e4 e5 1-0", "1. d4 0-1", "1. d4 {end too} *"},
		},
		{
			"without moves", `[Event "a"]` + "\n\n" + `[Event "b"]` + "\n[Site \"c\"]\n\n1. e4 *",
			[]string{"*", "1. e4 *"},
		},
		{
			"a comment with tags in it", lucena + "1. Rd1+ {see\n[Event \"x\"]} *\n\n" + lucena + "*",
			[]string{`1. Rd1+ {see [Event "x"]} *`, "*"},
		},
		{
			"a comment without an end", lucena + "1. Rd1+ {see\n\n" + lucena + "1. Rc4 *",
			[]string{"1. Rd1+ {see} * / line 3: pgn.openComment", "1. Rc4 *"},
		},
		{"escaped lines, reserved marks", lucena + "% nobody { reads this\n1. Rd1+ <what> *", []string{"1. Rd1+ *"}},
		{
			"an illegal move", lucena + "1. Rd1+ Kd9 2. Kc8 *\n\n" + lucena + "1. Rc4 *",
			[]string{`1. Rd1+ * / line 3: pgn.illegal fen=1K1k4/1P6/8/8/8/8/r7/3R4 b - - 0 1 text="Kd9"`, "1. Rc4 *"},
		},
		{
			"one in a variation", lucena + "1. Rd1+ (1. Rc9 Ke7 (1... Kd6)) 1... Ke7 *",
			[]string{`1. Rd1+ Ke7 * / line 3: pgn.illegal fen=1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1 text="Rc9"`},
		},
		{
			"a start that is none", `[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]` + "\n\n1. Kc1 *",
			[]string{"* / line 1: fen.unusable why=(core.fen.noKing color=White)"},
		},
		{
			"brackets that do not match", lucena + "1. Rd1+ ) (1. Rc4 *",
			[]string{
				"1. Rd1+ (1. Rc4) * / line 3: pgn.strayParenthesis / line 4: pgn.openVariation",
			},
		},
		{
			"a variation of nothing", lucena + "(1. Rc4) 1. Rd1+ } *",
			[]string{"1. Rd1+ * / line 3: pgn.earlyVariation / line 3: pgn.strayBrace"},
		},
		{
			"no mark", lucena + "1. Rd1+ $300 *",
			[]string{"1. Rd1+ * / line 3: pgn.notMark last=255 text=$300"},
		},
		{
			"Black begins", `[FEN "1K1k4/1P6/8/8/8/8/r7/2R5 b - - 7 30"]` + "\n30... Ra1 31. Rxa1 Kd7 *",
			[]string{"30... Ra1 31. Rxa1 Kd7 *"},
		},
		{
			"an EPD",
			`8/8/8/8/2k5/8/1K1P4/8 w - - bm Kc2 "Ka3"; am d4; id "so; what"; c0 "why"; ce 5;` +
				"\n# nothing\n8/8/8/8/2k5/8/1K1P4/8_b_-_-_0_9\n1. e4 *",
			[]string{"{why} 1. Kc2 $1 (1. Ka3 $1) (1. d4 $2) *", "*", "1. e4 *"},
		},
		{
			"EPDs that are none",
			"8/8/8/8/2k5/8/1K1P4/8 w - - bm Kc9; dm 0;\n8/8/8/8/2k5/8/1K1P4/8 w xQ - bm Kc2;\n" +
				"8/8/8/8/2k5/8/1K1P4/8 w - - bm Kc9",
			[]string{
				`* / line 1: pgn.notMate most=9999 text="0"`,
				"* / line 2: " + strings.TrimPrefix(badRight.Code(), "core."),
				`* / line 3: pgn.illegal fen=8/8/8/8/2k5/8/1K1P4/8 w - - 0 1 text="Kc9"`,
			},
		},
		{
			"EPDs with too many moves to mate",
			"8/8/8/8/2k5/8/1K1P4/8 w - - dm 10000;\n8/8/8/8/2k5/8/1K1P4/8 w - - bm #-10000;\n" +
				"8/8/8/8/2k5/8/1K1P4/8 w - - dm 9223372036854775807;\n" +
				"8/8/8/8/2k5/8/1K1P4/8 w - - bm #9223372036854775808;",
			[]string{
				`* / line 1: pgn.notMate most=9999 text="10000"`,
				`* / line 2: pgn.notMate most=9999 text="#-10000"`,
				`* / line 3: pgn.notMate most=9999 text="9223372036854775807"`,
				`* / line 4: pgn.notMate most=9999 text="#9223372036854775808"`,
			},
		},
		{
			"positions with fewer fields",
			"8/8/8/8/2k5/8/1K1P4/8\n8/8/8/8/2k5/8/1K1P4/8 b bm Kd5;\n8/8/8/8/2k5/8/1K1P4/8 to move, and win",
			[]string{"*", "1... Kd5 $1 *", "*"},
		},
		{
			"a result twice", lucena + "1. Rd1+ 1-0 1-0\n\n" + lucena + "1. Rc4 *\n*\n",
			[]string{"1. Rd1+ 1-0", "1. Rc4 *"},
		},
		{
			"tags after a result",
			lucena +
				"1. Rd1+ 1/2-1/2[Event \"b\"]\n[Site \"c\"]\n\n1. e4 1-0 [Event \"d\"]\n\n1. d4 {*[Event \"e\"]} *",
			[]string{"1. Rd1+ 1/2-1/2", "1. e4 1-0", `1. d4 {*[Event "e"]} *`},
		},
		{
			"an ambiguous move",
			"[FEN \"4k3/8/8/8/8/8/8/R3K2R w - - 0 1\"]\n\n1. Rf1 Kd7 2. Rd1 *\n\n" +
				"[FEN \"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1\"]\n\n1. Rd1 *",
			[]string{
				"1. Rf1 Kd7 2. Rd1+ *",
				`* / line 7: pgn.ambiguous fen=4k3/8/8/8/8/8/8/R4RK1 w - - 0 1 ` +
					`moves=(core.list.or first=[Rad1] last=Rfd1) text="Rd1"`,
			},
		},
		{
			"a promotion to nothing", "[FEN \"8/1P6/8/8/8/k1K5/8/8 w - - 0 1\"]\n\n1. b8 *",
			[]string{
				`* / line 3: pgn.ambiguous fen=8/1P6/8/8/8/k1K5/8/8 w - - 0 1 ` +
					`moves=(core.list.or first=[b8=Q b8=R b8=B] last=b8=N) text="b8"`,
			},
		},
		{
			"a null move in check", lucena + "1. Rd1+ -- 2. Rd2 *",
			[]string{"1. Rd1+ * / line 3: pgn.nullInCheck fen=1K1k4/1P6/8/8/8/8/r7/3R4 b - - 0 1"},
		},
		{
			"an EPD of programs",
			`8/8/8/8/2k5/8/1K1P4/8 w - - hmvc 7; fmvn 40; bm Kc2 Duals(4) 00:00, Ka3!; c0 "Ann - Bob"; c9 ` +
				`"1-0";` + "\n" +
				"8/8/8/2k5/1pP5/8/8/K7 b - c3 bm bxc3e.p.;\n8/8/8/2k5/1pP5/8/8/K7 b - c3 bm b4c3ep;\n" +
				"8/8/8/2k5/1pP5/8/8/K7 b - c3 c1 1/2-1/2; White draws;",
			[]string{"{Ann - Bob} 40. Kc2 $1 (40. Ka3 $1) 1-0", "1... bxc3 $1 *", "1... bxc3 $1 *", "1/2-1/2"},
		},
		{
			"an EPD with numbers and commas",
			"8/8/8/8/2k5/8/1K1P4/8 w - - bm 1.Kc2,Ka3 1. d3+!; am 1... Kb1;\n" +
				"8/8/8/2k5/1pP5/8/8/K7 b - c3 bm 1...b4×c3;",
			[]string{"1. Kc2 $1 (1. Ka3 $1) (1. d3+ $1) (1. Kb1 $2) *", "1... bxc3 $1 *"},
		},
		{
			"moves of an EPD", "8/8/8/8/2k5/8/1K1P4/8 w - - 3 9 pv Kc2 Kd4; bm Kc2 d3+;",
			[]string{"9. Kc2 $1 (9. d3+ $1) 9... Kd4 *"},
		},
		{"null moves of an EPD", "8/8/8/8/2k5/8/1K1P4/8 w - - pv Kc2 -- d3+ 0000;", []string{
			"1. Kc2 -- 2. d3+ * / line 1: pgn.nullInCheck fen=8/8/8/8/2k5/3P4/2K5/8 b - - 0 1"}},
	} {
		var got []string
		for i, g := range readAll(t, test.text) {
			got = append(got, summary(t, g))
			if g.Number != i+1 {
				t.Errorf("%s: game %d has the number %d", test.name, i+1, g.Number)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:\n%q, want\n%q", test.name, got, test.want)
		}
	}
}

// TestGames checks that the texts in testdata/games.json are divided into games as stated there. The page reads the
// same file (web/src/features/paste/pasted.test.js).
func TestGames(t *testing.T) {
	text, err := os.ReadFile("testdata/games.json")
	if err != nil {
		t.Fatal(err)
	}
	type stated struct{ FEN, Event, Result, Moves string }
	var tests []struct {
		Name, Text string
		Games      []stated
	}
	if err := json.Unmarshal(text, &tests); err != nil || len(tests) == 0 {
		t.Fatal(err, len(tests))
	}
	for _, test := range tests {
		var got []stated
		for _, g := range readAll(t, test.Text) {
			if g.Variant != "" {
				continue
			}
			moves := strings.TrimSuffix(summary(t, g), cmp.Or(g.Result, "*"))
			got = append(got, stated{g.Root.FEN(), g.Tag("Event"), g.Outcome(), strings.TrimSpace(moves)})
		}
		if !slices.Equal(got, test.Games) {
			t.Errorf("%s:\n%q, want\n%q", test.Name, got, test.Games)
		}
	}
}

// TestStated checks the results, mates, variants and warnings from the tags and operations of games. Long because of
// its table of games.
func TestStated(t *testing.T) {
	const fen = "8/8/8/8/2k5/8/1K1P4/8 w - - 0 1"
	tagged := func(tags, moves string) string { return fmt.Sprintf("[FEN \"%s\"]\n%s\n\n%s\n", fen, tags, moves) }
	epd := strings.TrimSuffix(fen, "0 1")
	for _, test := range []struct {
		text, outcome string
		mate          int
		variant       string
		warnings      string
		played        bool
	}{
		{tagged(`[Result "1-0"]`, "1. Kc2 *"), "1-0", 0, "", "", false},
		{tagged(`[Result "1-0"]`, "1. Kc2 1/2-1/2"), "1-0", 0, "", "", false},
		{tagged(`[Result "1/2"]`, "1. Kc2 1-0"), "1-0", 0, "", "", false},
		{tagged(`[Result "?"]`, "1. Kc2 0-1"), "0-1", 0, "", "", false},
		{tagged(`[Result ""]`, "1. Kc2 1/2 - 1/2"), "1/2-1/2", 0, "", "", false},
		{tagged(`[Result "1/2"]`, "1. Kc2 *"), "1/2-1/2", 0, "", "", false},
		{
			tagged(`[Result "1-0"]`, "1. Kc2 1-0 0-1"), "1-0", 0, "",
			"line 4: pgn.secondResult result=0-1", false,
		},
		{
			tagged(`[White "a"]`+"\n"+`[white "b"]`, "1. Kc2 1-0"), "1-0", 0, "",
			"line 3: pgn.tagTwice name=white", false,
		},
		{
			tagged(`[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]`, "1. Kc2 1-0"), "1-0", 0, "",
			"line 2: pgn.tagTwice name=FEN", false,
		},
		{
			tagged("", "1. Kc2 -- 2. Kd1 Kd5 *"), "*", 0, "",
			"line 4: pgn.nullMove", false,
		},
		{tagged("", "1. Kc2 (1. -- Kd3) *"), "*", 0, "", "", false},
		{tagged(`[WhiteElo "2400"]`, "1. Kc2 *"), "*", 0, "", "", true},
		{tagged(`[WhiteElo "?"]`+"\n"+`[TimeControl "-"]`, "1. Kc2 *"), "*", 0, "", "", false},
		{tagged(`[TimeControl "40/7200"]`, "1. Kc2 *"), "*", 0, "", "", true},
		{tagged(`[Termination "normal"]`, "1. Kc2 *"), "*", 0, "", "", true},
		{tagged("", "1. Kc2 {[%clk 0:00:07]} *"), "*", 0, "", "", true},
		{tagged(`[Event "Best play"]`+"\n"+`[Site "Matewright"]`, "1. Kc2 *"), "*", 0, "", "", true},
		{tagged(`[Event "Best play"]`, "1. Kc2 *"), "*", 0, "", "", false},
		{"1. e4 *", "*", 0, "", "", true},
		{tagged(`[Variant "From Position"]`, "1. Kc2 *"), "*", 0, "", "", false},
		{tagged(`[Variant "Chess 960"]`, "1. Kc2 *"), "*", 0, "", "", false},
		{tagged(`[Variant "King of the Hill"]`, "1. N@f3 *"), "*", 0, "King of the Hill", "", false},
		{`[Variant "chess960"]` + "\n\n1. e4 *", "*", 0, "chess960", "", true},
		{
			`[Variant "Chess960"]` + "\n" + `[FEN "8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1"]` + "\n\n1. O-O-O *", "*", 0,
			"", "", false,
		},
		{
			epd + "pv Kc2 -- d3+;", "*", 0, "",
			"line 1: pgn.nullMove", false,
		},
		{epd + "bm #5;", "*", 5, "", "", false},
		{epd + "bm Kc2 #3;", "*", 3, "", "", false},
		{epd + "bm #-4;", "*", -4, "", "", false},
		{epd + "am #-4;", "*", -4, "", "", false},
		{epd + "dm 4;", "*", 4, "", "", false},
		{epd + "dm 9999;", "*", 9999, "", "", false},
		{epd + "bm #wins Kc2;", "*", 0, "", "", false},
		{epd + "dm -4;", "*", -4, "", "", false},
		{epd + "bm \"#+2\"; PV: Kc2;", "*", 2, "", "", false},
	} {
		g := readAll(t, test.text)[0]
		var warnings []string
		for _, w := range g.Warnings {
			warnings = append(warnings, coded(w))
		}
		if got := strings.Join(warnings, " / "); g.Outcome() != test.outcome && g.Variant == "" ||
			g.Mate != test.mate ||
			g.Variant != test.variant ||
			got != test.warnings ||
			len(g.Errors) > 0 {
			t.Errorf(
				"%q: outcome %q, mate %d, variant %q, warnings %q, errors %v",
				test.text,
				g.Outcome(),
				g.Mate,
				g.Variant,
				got,
				g.Errors,
			)
		}
		if g.Root != nil && g.IsPlayed() != test.played {
			t.Errorf("%q: played %v", test.text, g.IsPlayed())
		}
	}
}

// TestLong checks that the time to read a text grows linearly with its length. With the square of the length, each of
// the long texts would take minutes.
func TestLong(t *testing.T) {
	begin := time.Now()
	for _, piece := range []string{"e4 ", "1. ", "1-0 ", "{} ", "! ", "[A \"\"] ", "(", ") ", "1 - ", "; ", "$1 "} {
		readAll(t, "1. e4 "+strings.Repeat(piece, 40_000))
		readAll(t, strings.Repeat(piece, 40_000))
	}
	const many = 300_000
	var tags strings.Builder
	for i := range many {
		fmt.Fprintf(&tags, "[A%d \"\"]\n", i)
	}
	for _, text := range []string{
		"1. e4 " + strings.Repeat("{abcdefgh} ", many),
		"1. e4 (" + strings.Repeat("{abcdefgh} ", many) + "1. d4)",
		"1. e4 1-0 " + strings.Repeat("{abcdefgh} ", many),
		"8/8/8/8/2k5/8/1K1P4/8 w - - " + strings.Repeat("c0 \"abcdefgh\"; ", many),
		"1. e4 " + strings.Repeat("* ", many),
		"1. e4 1-0 " + strings.Repeat("[a \"b\"] * ", many),
		"1. e4 1-0 " + strings.Repeat("[a \"b\"] {}* ", many) + strings.Repeat(" ", many) + "[a \"b\"]",
		"1. e4 " + strings.Repeat("[a\f\"", many),
		tags.String(),
	} {
		readAll(t, text)
	}
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}

// TestWordsOnly checks that a variation without moves becomes a comment.
func TestWordsOnly(t *testing.T) {
	games := readAll(t, "[FEN \"8/8/8/8/8/2k5/8/K6R w - - 0 1\"]\n\n1. Kb1 ({refuted} {by Kb3}) Kb3 *\n")
	if want := "1. Kb1 {refuted by Kb3} 1... Kb3 *"; len(games) != 1 || summary(t, games[0]) != want {
		t.Errorf("%d games, %s, want %s", len(games), summary(t, games[0]), want)
	}
}
