package check_test

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/check"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/pgn"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

var tablesDir = flag.String(
	"tables",
	"",
	"a directory of all `tables` with up to five men, to check studies with five men, too",
)

var shared struct {
	sync.Once
	store.Store
}

// tables returns those of a directory, or of a few classes with up to four men. They are only read.
func tables(t testing.TB) store.Store {
	shared.Do(func() {
		if *tablesDir != "" {
			shared.Store = store.NewFileStore(*tablesDir)
			return
		}
		shared.Store = tabletest.Built(t, "KPvKP", "KPvKR", "KRvKR-a1")
	})
	return shared.Store
}

// reports reads games, and judges them.
func reports(t testing.TB, prober *probe.Prober, threads int, text string) (list []*check.Report) {
	t.Helper()
	err := check.New(prober, check.AsTagged).
		All(t.Context(), threads, pgn.NewReader(strings.NewReader(text)).NextUnread, func(r *check.Report) error {
			list = append(list, r)
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// code returns the code of a message, with shorter keys.
func code(m words.Message) string { return strings.ReplaceAll(m.Code(), "core.", "") }

// goalOf returns the code of a goal, or "" without one.
func goalOf(r *check.Report) string {
	if r.Goal == nil {
		return ""
	}
	return code(*r.Goal)
}

// summary lists the findings with their moves. Moves of variations are in brackets.
func summary(r *check.Report) (list []string) {
	for i := range r.Findings {
		f := &r.Findings[i]
		name := ""
		if f.Node != nil && f.Node.Parent != nil {
			if name = f.Node.Name(); !f.Node.IsMain() {
				name = "(" + name + ")"
			}
			name += " "
		}
		list = append(list, fmt.Sprintf("%s: %s%s", f.Kind, name, code(f.Said)))
	}
	return list
}

func study(fen, result, moves string) string {
	return fmt.Sprintf(
		"[Event \"a study\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n[Result \"%s\"]\n\n%s %s\n\n",
		fen,
		result,
		moves,
		result,
	)
}

const (
	saavedra  = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"
	reti      = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"
	trebuchet = "8/8/8/1Kp5/2Pk4/8/8/8 w - - 0 1"
	lucena    = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"
	selesniev = "8/1k6/3P4/8/8/8/1r6/R3K3 w Q - 0 1"
)

// TestStudies checks that known flaws of studies are found, and no others. Long because of its table of studies.
func TestStudies(t *testing.T) {
	prober := probe.New(tables(t))
	defer prober.Close()
	for _, test := range []struct {
		name, text, goal string
		five             bool
		want             []string
	}{
		{
			"Saavedra 1895",
			study(
				saavedra, "1-0", "1. c7 Rd6+ 2. Kb5 (2. Kc5? Rd1 3. Kb6) Rd5+ 3. Kb4 Rd4+ 4. Kb3 (4. Kc3 Rd1 5. Kc2) "+
					"Rd3+ 5. Kc2 Rd4 6. c8=R (6. c8=Q? Rc4+ 7. Qxc4) Ra4 7. Kb3",
			),
			"check.goal.win side=White", false,
			[]string{
				"minor: 3. Kb4 check.minor count=1 moves=Kb6",
				"dual: 4. Kb3 check.dualAndMinor count=1 minors=Kb5 moves=Kc3 result=win", // which is well known
				"minor: 6. c8=R check.minor count=2 moves=(list.and first=[Kb3] last=Kc3)",
			},
		},
		{
			"the draw that Saavedra found a win in",
			study(strings.Replace(saavedra, " w ", " b ", 1), "1/2-1/2", "1... Kb2"),
			"check.goal.draw side=White", false, nil,
		},
		{
			"with a queen",
			study(saavedra, "1-0", "1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 Rd4+ 4. Kc3 Rd1 5. Kc2 Rd4 6. c8=Q Rc4+ 7. Qxc4"),
			"check.goal.win side=White", false,
			[]string{
				"minor: 3. Kb4 check.minor count=1 moves=Kb6",
				"dual: 4. Kc3 check.dualAndMinor count=1 minors=Kb5 moves=Kb3 result=win",
				"mistake: 6. c8=Q check.mistake loses=no moves=(list.or first=[c8=R Kb3] last=Kc3) result=win",
			},
		},
		{
			"Réti 1921",
			study(reti, "1/2-1/2", "1. Kg7 h4 2. Kf6 Kb6 (2... h3 3. Ke7 h2 4. c7 Kb7 5. Kd7) 3. Ke5 Kxc6 4. Kf4"),
			"check.goal.draw side=White", false,
			[]string{
				"dual: (3. Ke7) check.dual count=1 moves=Ke6 result=draw",
				"dual: (5. Kd7) check.dual count=1 moves=Kd8 result=draw",
				"dual: 4. Kf4 check.dual count=1 moves=Ke4 result=draw",
			},
		},
		{
			"Réti's as a win", study(reti, "1-0", "1. Kg7 h4 2. Kf6 Kb6 3. Ke5"), "check.goal.win side=White", false,
			[]string{"stipulation: check.stipulation.draw task=(check.task.win side=White)"},
		},
		{
			"Réti's with a mistake", study(reti, "1/2-1/2", "1. Kg7 h4 2. Kh6 h3"),
			"check.goal.draw side=White", false,
			[]string{"mistake: 2. Kh6 check.mistake loses=no moves=Kf6 result=draw"},
		},
		{"the side to move loses", study(trebuchet, "0-1", "1. Kb6"), "check.goal.win side=Black", false, nil},
		{"without a result", study(trebuchet, "*", "1. Kb6"), "check.goal.win side=Black", false, nil},
		{
			"the wrong one wins", study(trebuchet, "1-0", "1. Kb6"), "check.goal.win side=White", false,
			[]string{"stipulation: check.stipulation.wins side=Black task=(check.task.win side=White)"},
		},
		{
			"castling", study("8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1", "1-0", "1. O-O-O+ Kc4 2. Kxb2"),
			"check.goal.win side=White", false,
			nil,
		},
		{
			"castling, marked as a mistake", study("8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1", "1-0", "1. Rd1+ (1. O-O-O+?)"),
			"check.goal.win side=White", false,
			[]string{
				"mistake: 1. Rd1+ check.mistake loses=no moves=O-O-O+ result=win",
				"try: (1. O-O-O+) check.falseTry result=win",
			},
		},
		{"a game is no study", "1. e4 e5 1-0", "", false, nil},
		{
			"a position", "8/3P4/8/8/8/8/8/k1K5 w - - 0 1", "check.goal.win side=White", false,
			[]string{
				"verdict: check.verdict.moves moves=(list.and first=[Kc2 d8=Q d8=R Kd1] last=Kd2) " +
					"verdict=(check.verdict.mate moves=3 side=White)",
			},
		},
		{
			"a mate", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
			"check.goal.win side=White", false, []string{"verdict: check.verdict.checkmate"},
		},
		{
			"a stalemate", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
			"check.goal.draw side=Black", false, []string{"verdict: check.verdict.stalemate"},
		},
		{
			"a mate in three", "8/3P4/8/8/8/8/8/k1K5 w - - bm Kc2; dm 3;", "check.goal.mate moves=3 side=White", false,
			[]string{"cook: 1. Kc2 check.dual count=2 moves=(list.and first=[d8=Q] last=d8=R) result=win"},
		},
		{
			"a mate in four", "8/3P4/8/8/8/8/8/k1K5 w - - bm Kc2 d8=Q d8=R; dm 4;",
			"check.goal.mate moves=4 side=White", false,
			[]string{"stipulation: check.stipulation.length moves=3 task=(check.task.mate moves=4 side=White)"},
		},
		{
			"two solutions, both given", "8/8/8/8/8/1k6/7p/K7 b - - bm h1=Q h1=R#; am h1=N; dm 1;",
			"check.goal.mate moves=1 side=Black",
			false, nil,
		},
		{
			"no mistake, and no solution of which there would be another", "8/8/8/8/8/1k6/7p/K7 b - - am h1=Q;",
			"check.goal.win side=Black", false, []string{"try: 1... h1=Q# check.falseTry result=win"},
		},
		{
			"no mistake", "8/8/8/8/8/1k6/7p/K7 b - - bm h1=Q h1=R#; am Kc2;", "check.goal.win side=Black", false,
			[]string{
				"cook: 1... h1=Q# check.dual count=6 moves=(list.and first=[Kc2 Kc3 Kc4 Ka3 Kb4] last=Ka4) result=win",
				"try: (1... Kc2) check.falseTry result=win",
			},
		},
		{
			"a mate in three, as programs write it", "8/3P4/8/8/8/8/8/k1K5 w - - bm #3;",
			"check.goal.mate moves=3 side=White", false,
			[]string{
				"verdict: check.verdict.moves moves=(list.and first=[Kc2 d8=Q d8=R Kd1] last=Kd2) " +
					"verdict=(check.verdict.mate moves=3 side=White)",
			},
		},
		{
			"a mate of the side to move", "8/8/8/8/8/1k6/7r/K7 w - - am #-1;",
			"check.goal.mate moves=1 side=Black", false,
			[]string{"verdict: check.verdict.mate moves=1 side=Black"},
		},
		{
			"one that takes longer", "8/8/8/8/8/1k6/7r/K7 w - - bm #-2;", "check.goal.mate moves=2 side=Black", false,
			[]string{
				"stipulation: check.stipulation.length moves=1 task=(check.task.mate moves=2 side=Black)",
				"verdict: check.verdict.mate moves=1 side=Black",
			},
		},
		{
			"threats are not judged", study(reti, "1/2-1/2", "1. Kg7 (1. -- h4 2. c7 Kb7) 1... h4 2. Kf6"),
			"check.goal.draw side=White", false, nil,
		},
		{
			"a null move in the main line", study(reti, "1/2-1/2", "1. Kg7 -- 2. Kh7"),
			"check.goal.draw side=White", false,
			[]string{
				"warning: pgn.nullMove",
				"mistake: 2. Kh7 check.mistake loses=no moves=(list.or first=[Kf6 Kf7] last=Kg6) result=draw",
			},
		},
		{
			"other rules", "[Variant \"Antichess\"]\n[FEN \"" + reti + "\"]\n\n1. Kg7 1-0", "", false,
			[]string{"variant: check.notChess name=Antichess"},
		},
		{
			"a result that the tag hides",
			strings.Replace(study(reti, "1/2-1/2", "1. Kg7"), "[Result \"1/2-1/2\"]", "[Result \"?\"]", 1),
			"check.goal.draw side=White", false, nil,
		},
		{"Lucena", study(lucena, "1-0", "1. Rd1+ Ke7 2. Rd4 Ra1 3. Kc7 Rc1+ 4. Kb6"),
			"check.goal.win side=White", true, []string{
				"cook: 1. Rd1+ check.dual count=11 " +
					"moves=(check.andOthers count=6 moves=[Rc4 Rb1 Rc3 Rc5 Rc6]) result=win",
				"dual: 2. Rd4 check.dualAndMinor count=8 minors=(list.and first=[Kc8] last=Rc1) " +
					"moves=(check.andOthers count=3 moves=[Rd3 Rd5 Kc7 Rb1 Re1+]) result=win",
				"dual: 3. Kc7 check.dualAndMinor count=9 minors=Kc8 moves=(check.andOthers count=4 " +
					"moves=[Rb4 Rc4 Rd2 Rd3 Rd5]) result=win",
				"minor: 4. Kb6 check.minor count=1 moves=Kb8",
			}},
		{
			"Selesniev 1921", study(selesniev, "1-0", "1. d7 Kc7 2. d8=Q+ Kxd8 3. O-O-O+"),
			"check.goal.win side=White", true,
			[]string{"dual: 2. d8=Q+ check.dual count=1 moves=d8=R result=win"},
		},
	} {
		if test.five && *tablesDir == "" {
			continue
		}
		r := reports(t, prober, 1, test.text)[0]
		if got := summary(r); !slices.Equal(got, test.want) || goalOf(r) != test.goal {
			t.Errorf("%s: %s, %q, want %s, %q", test.name, goalOf(r), got, test.goal, test.want)
		}
	}
}

// TestPlayed checks that in a played game other moves with the same result are not flaws, but mistakes are. It uses
// best play in KBNvK, in which many moves have such alternatives.
func TestPlayed(t *testing.T) {
	tables := tabletest.Built(t, "KBNvK")
	prober := probe.New(tables)
	defer prober.Close()
	p, err := board.ParseFEN("8/8/8/8/8/2k5/8/KBN5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	line, err := prober.Line(t.Context(), p)
	if err != nil || len(line.Moves) < 20 {
		t.Fatal(len(line.Moves), err)
	}
	var moves []string
	for _, m := range line.Moves {
		moves = append(moves, m.SAN)
	}
	text := study(p.FEN(), "1-0", strings.Join(moves, " "))
	duals := func(as check.As, text string) (n int) {
		r, err := check.New(prober, as).Game(t.Context(), must(pgn.NewReader(strings.NewReader(text)).Next()))
		if err != nil {
			t.Fatal(err)
		}
		return r.Flaws()
	}
	played := strings.Replace(text, "[Result", "[TimeControl \"60+1\"]\n[Result", 1)
	asStudy, asGame, byTags := duals(check.AsStudy, played), duals(check.AsGame, text), duals(check.AsTagged, played)
	if asStudy < 5 || asGame > 0 || byTags > 0 {
		t.Errorf("%d flaws as a study, %d as a game, %d by its tags", asStudy, asGame, byTags)
	}
	if n := duals(check.AsTagged, strings.Replace(played, line.Moves[0].SAN, "Bh7", 1)); n > 1 {
		t.Errorf("%d flaws where another move is played", n)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestRule checks that a win which comes too late by tables of DTZ50 is reported, but is not a flaw.
func TestRule(t *testing.T) {
	prober := probe.New(tables(t)).AddMetric(value.DTZ50, tabletest.BuiltBy(t, value.DTZ50, "KRvK"))
	defer prober.Close()
	for _, test := range []struct {
		fen, moves string
		want       []string
	}{
		{"8/8/8/8/8/2k5/8/K6R w - - 73 90", "90. Rh4", nil},
		{
			"8/8/8/8/8/2k5/8/K6R w - - 73 90", "90. Ka2",
			[]string{"rule: 90. Ka2 check.ruleMistake result=win"},
		},
		{
			"8/8/8/8/8/2k5/8/K6R w - - 74 90", "90. Rh4",
			[]string{"rule: check.ruleDraws task=(check.task.win side=White)"},
		},
	} {
		r := reports(t, prober, 1, study(test.fen, "1-0", test.moves))[0]
		got := slices.DeleteFunc(
			summary(r),
			func(s string) bool { return strings.HasPrefix(s, "cook") || strings.HasPrefix(s, "minor") },
		)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %s: %q, want %q", test.fen, test.moves, got, test.want)
		}
	}
}

// TestUnjudged checks that positions without tables are counted, and do not end the run. A game that can't be read is
// reported, and its readable part is judged.
func TestUnjudged(t *testing.T) {
	prober := probe.New(tabletest.Built(t, "KQvK"))
	defer prober.Close()
	text := study(
		"8/8/8/8/8/2k5/7P/K6R w - - 0 1",
		"1-0",
		"1. h4 Kb3",
	) + // two classes with four men, and one with three
		study("8/8/8/8/8/2k4p/7P/K6R w - - 0 1", "1-0", "1. Rg1 (1. Kb1 Kb3) 1... Kb3 2. Rh1") +
		"1. e4 e5 2. Ke2 Ke7 1-0\n\n" +
		study("8/8/8/8/8/2k5/7Q/K7 w - - 0 1", "1/2-1/2", "1. Qh3+ Kz9") +
		study("8/8/8/8/8/2k5/7Q/8 w - - 0 1", "1/2-1/2", "1. Qh3+") +
		study("8/8/8/8/8/2k5/7Q/K7 w - - 0 1", "1-0", "1. Qc2+")
	list := reports(t, prober, 2, text)
	missing := func(r *check.Report) string { return fmt.Sprint(r.Record().Missing) }
	if len(list) != 6 || missing(list[0]) != "map[KRPvK:3]" || missing(list[1]) != "map[KRPvKP:6]" ||
		list[2].Beyond != 5 ||
		list[1].Positions+list[2].Positions > 0 {
		t.Fatalf("%d reports, %+v %+v %+v", len(list), list[0].Record(), list[1].Record(), list[2].Record())
	}
	if got := summary(list[3]); len(got) != 2 ||
		!strings.HasPrefix(got[0], "unreadable: pgn.illegal ") ||
		!strings.HasSuffix(got[0], `text="Kz9"`) ||
		got[1] != "stipulation: check.stipulation.wins side=White task=(check.task.draw side=White)" ||
		list[3].Positions != 2 {
		t.Errorf("%q of %d positions", got, list[3].Positions)
	}
	if got := summary(list[4]); len(got) != 1 || !strings.HasPrefix(got[0], "unreadable: fen.unusable why=") ||
		list[4].Findings[0].Line == 0 ||
		list[4].Beyond > 0 {
		t.Errorf("%q", got)
	}
	if got := summary(list[5]); len(got) != 1 ||
		!strings.HasPrefix(got[0], "mistake: 1. Qc2+ check.mistake loses=no ") {
		t.Errorf("%q", got)
	}
}

// TestCounted checks that each position of a game is counted once. The search for losses of time may have probed it
// before, such as the one after 1. Rc7+ Kxc7, which leads near to the start.
func TestCounted(t *testing.T) {
	prober := probe.New(tabletest.Built(t, "KRRvK"))
	defer prober.Close()
	const fen = "2k5/R7/8/8/8/8/1R6/7K w - - 0 1"
	for moves, want := range map[string]int{
		"1. Rb8+":                               2,
		"1. Rb8+ (1. Rc7+ Kxc7)":                4,
		"1. Rb8+ (1. Rc7+ Kxc7) (1. Rc7+ Kxc7)": 4,
	} {
		if r := reports(t, prober, 1, study(fen, "1-0", moves))[0]; r.Positions != want || len(r.Missing) > 0 {
			t.Errorf("%s: %d positions are counted of %d, without tables %v", moves, r.Positions, want, r.Missing)
		}
	}
}

// TestAll checks that reports come in the order of the games, and do not depend on the number of threads. An error ends
// the run.
func TestAll(t *testing.T) {
	prober := probe.New(tables(t))
	defer prober.Close()
	var text strings.Builder
	for i := range 40 {
		text.WriteString(study([]string{saavedra, reti, trebuchet}[i%3], "*", ""))
	}
	var alone []check.Record
	for _, r := range reports(t, prober, 1, text.String()) {
		alone = append(alone, r.Record())
	}
	for i, r := range reports(t, prober, 7, text.String()) {
		record := r.Record()
		if diff := cmp.Diff(alone[i], record); record.Game != i+1 || diff != "" {
			t.Fatalf("game %d is number %d (-want +got):\n%s", i+1, record.Game, diff)
		}
	}
	enough := fmt.Errorf("enough")
	next := pgn.NewReader(strings.NewReader(text.String())).NextUnread
	err := check.New(prober, check.AsTagged).All(t.Context(), 3, next, func(r *check.Report) error {
		if r.Game.Number == 5 {
			return enough
		}
		return nil
	})
	if err != enough {
		t.Errorf("%v, want %v", err, enough)
	}
	err = check.New(prober, check.AsTagged).
		All(t.Context(), 3, func() (func() []*game.Game, error) { return nil, io.ErrUnexpectedEOF }, nil)
	if err != io.ErrUnexpectedEOF {
		t.Errorf("%v, want %v", err, io.ErrUnexpectedEOF)
	}
}

// TestAnnotate checks that Annotate adds the findings to a game and keeps its marks and comments. A second call changes
// nothing.
func TestAnnotate(t *testing.T) {
	prober := probe.New(tables(t))
	defer prober.Close()
	text := study(reti, "1/2-1/2", "{Réti} 1. Kg7! {brilliant} h4 2. Kh6 (2. Kf6) h3")
	r := reports(t, prober, 1, text)[0]
	for range 2 {
		r.Annotate(code)
	}
	var b strings.Builder
	if err := pgn.Write(&b, r.Game); err != nil {
		t.Fatal(err)
	}
	_, moves, _ := strings.Cut(b.String(), "\n\n")
	const want = "{Réti} 1. Kg7 $1 $7 {brilliant} 1... h4 2. Kh6 $2 " +
		"{check.comment.finding finding=(check.mistake loses=no moves=Kf6 result=draw) kind=mistake} " +
		"(2. Kf6 $7) 2... h3 {check.comment.longer move=Kb6 plies=2} 1/2-1/2"
	if got := strings.Join(strings.Fields(moves), " "); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	if rows := r.Rows(code); len(rows) != 5 || len(rows[0]) != len(check.Columns) || rows[2][9] != "mistake" ||
		rows[2][12] != "Kf6" ||
		rows[2][13] != "mistake" {
		t.Errorf("%q", rows)
	}
}
