package uci

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// byRule are the tables that the tests by the fifty-move rule use, only to be read.
type byRule struct{ mates, zeroings, clocked store.Store }

// rules returns tables of KQvKN, KRvKN, KPvK and KBNvK, and those by the clock of KPvK.
func rules(t testing.TB) *byRule {
	t.Helper()
	return &byRule{
		mates:    tabletest.Built(t, "KQvKN", "KRvKN", "KPvK", "KBNvK"),
		zeroings: tabletest.BuiltBy(t, value.DTZ50, "KQvKN", "KRvKN", "KPvK", "KBNvK"),
		clocked:  tabletest.BuiltByClock(t, "KPvK"),
	}
}

// all returns a prober with all tables.
func (b *byRule) all() *probe.Prober {
	return probe.New(b.mates).AddMetric(value.DTZ50, b.zeroings).WithClock(dtm50.NewLibrary(b.clocked))
}

// settings returns the settings of an engine by the metrics of its tables.
func (b *byRule) settings() map[string]Settings {
	nothing := store.NewMemStore()
	return map[string]Settings{
		"DTM, DTZ50, DTM50": {Tables: b.mates, ByRule: b.all().Any()},
		"DTM, DTZ50":        {Tables: b.mates, ByRule: probe.New(b.mates).AddMetric(value.DTZ50, b.zeroings).Any()},
		"DTZ50":             {Tables: nothing, ByRule: probe.New(nothing).AddMetric(value.DTZ50, b.zeroings).Any()},
		"DTM":               {Tables: b.mates},
	}
}

// TestJustInTime plays random wins whose next capture, pawn move or mate comes just in time, or a
// little earlier. It plays against the longest defence, and against one that repeats positions, and checks that all are
// won.
func TestJustInTime(t *testing.T) {
	b := rules(t)
	o := oracle{b.all()}
	t.Cleanup(func() { o.Close() })
	games := 32
	if testing.Short() {
		games = 8
	}
	for name, settings := range b.settings() {
		if name == "DTM" {
			continue // DTM alone cannot judge the clock
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := startWith(t, settings)
			r := rand.New(rand.NewPCG(49, 1))
			for n := 0; n < games; {
				p := randomPosition(r, tabletest.Classes(t, []string{"KQvKN", "KRvKN", "KPvK", "KQvK"}[n%4])[0])
				start := o.judge(t, p)
				if start.Category != value.WinCategory || n%4 < 3 && *start.DTZ == *start.DTM {
					continue
				}
				n++
				clock := value.FiftyMoves - *start.DTZ - r.IntN(2)*r.IntN(20)
				g.wins(o, p, max(clock, 0), n%2 == 0)
			}
		})
	}
}

// TestClock checks positions whose outcome depends on the clock. Long because of its table.
func TestClock(t *testing.T) {
	const (
		pawn   = "8/1K6/8/4k3/1P6/8/8/8 w - - 99 1"  // only a pawn move keeps the win
		knight = "8/8/8/8/4K3/1Q6/4nk2/8 w - - 95 1" // the quickest mate comes too late
		bishop = "8/8/6k1/3B4/3K4/4N3/8/8 w - - %d 106"
		rook   = "8/8/8/8/8/2k5/8/KR6 w - - 0 1 moves"
		again  = " b1d1 c3c4 d1b1 c4c3"
		ladder = "7k/8/2p1p3/2p1p1p1/2PpPpPp/3P1P1P/R2P1P2/1R4K1 w - - %d 1" // 20 men, mate in two
		mate   = "7k/8/5KQ1/8/8/8/8/8 w - - 100 90"
		off    = "setoption name Syzygy50MoveRule value false\n"
	)
	byTables := map[string]*gui{}
	for name, settings := range rules(t).settings() {
		byTables[name] = startWith(t, settings)
	}
	for _, test := range []struct{ tables, first, fen, score, best, note string }{
		{"DTM, DTZ50, DTM50", "", pawn, "mate 14", "b4b5", ""},
		{"DTM, DTZ50", "", pawn, "mate 14", "b4b5", ""},
		{"DTZ50", "", pawn, "cp 20000", "b4b5", "win proven by the fifty-move rule, distance not known"},
		{"DTM", "", pawn, "mate 14", "b4b5", ""},
		{"DTM, DTZ50", off, pawn, "mate 12", "b7c6", ""},
		{"DTM, DTZ50", "", knight, "cp 20000", "b3[bc]2", "win proven by the fifty-move rule, distance not known"},
		{
			"DTM", "", knight, "mate 4", "b3f3",
			"the clock is at 95 plies: by the fifty-move rule this may be a draw; DTZ50 tables would decide",
		},
		{"DTM", off, knight, "mate 4", "b3f3", ""},
		{
			"DTM", "", strings.Replace(knight, "95", "100", 1), "cp 0", "b3f3",
			"draw by the fifty-move rule, without it a win, with mate in 4",
		},
		{"DTM, DTZ50", "", fmt.Sprintf(bishop, 53), "mate 24", "d4e5", ""},
		{
			"DTM, DTZ50", "", fmt.Sprintf(bishop, 54), "cp 0", "d4e5",
			"draw by the fifty-move rule, without it a win, with mate in 24",
		},
		{"DTM, DTZ50", off, fmt.Sprintf(bishop, 54), "mate 24", "d4e5", ""},
		{"DTZ50", "", fmt.Sprintf(bishop, 54), "cp 0", "d4e5", "draw by the fifty-move rule, without it a win"},
		{"DTZ50", "", "8/8/8/8/3k4/8/8/KQ6 w - - 98 1", "cp 0", ".*", "draw by the fifty-move rule, without it a win"},

		// The moves of a game count.
		{"DTM, DTZ50", "", fmt.Sprintf(bishop, 49) + " moves d4d3 g6g5 d3d4 g5g6", "mate 24", "d4e5", ""},
		{
			"DTM, DTZ50", "", fmt.Sprintf(bishop, 50) + " moves d4d3 g6g5 d3d4 g5g6", "cp 0", "d4e5",
			"draw by the fifty-move rule, .*",
		},
		{"DTM", "", rook, "mate 14", "b1d1", ""},
		{"DTM", "", rook + again, "mate 14", "b1d1", ""},
		{"DTM", "", rook + again + again, "mate 15", ".*", ""}, // and not b1d1 for the third time
		{"DTM", "", rook + again + " b1d1 c3c4 d1b1", "cp 0", "c4c3", "draw by the third repetition of a position"},

		// Mates that are seen without tables come in time, too.
		{"DTM", "", fmt.Sprintf(ladder, 97), "mate 2", "a2a7|b1b7", "nothing .*"},
		{"DTM", "", fmt.Sprintf(ladder, 98), "cp \\d+", ".*", "nothing .*"},
		{"DTM", off, fmt.Sprintf(ladder, 98), "mate 2", "a2a7|b1b7", "nothing .*"},
		{"DTM", "", fmt.Sprintf(ladder, 100), "cp 0", "a2a7|b1b7", "draw by the fifty-move rule"},
		{"DTM", off, fmt.Sprintf(ladder, 100), "mate 2", "a2a7|b1b7", "nothing .*"},

		// Nobody has claimed the draw: a move that mates at once does so.
		{"DTM", "", mate, "mate 1", "g6g7", ""},
		{"DTZ50", "", mate, "mate 1", "g6g7", ""},
		{"DTM, DTZ50, DTM50", "", mate, "mate 1", "g6g7", ""},
		{
			"DTM", "", "7k/R7/2p1p3/2p1p1p1/2PpPpPp/3P1P1P/3P1P2/1R4K1 w - - 100 1", "mate 1", "b1b8",
			"the clock is at 100 plies: .*|nothing .*",
		},
	} {
		g := byTables[test.tables]
		on := "setoption name Syzygy50MoveRule value true"
		infos, best := g.query(on, strings.TrimSpace(test.first+"position fen "+test.fen), "go nodes 50000")
		note := ""
		for _, info := range infos {
			if words, found := strings.CutPrefix(info, "info string "); found {
				note = words
			}
		}
		for got, want := range map[string]string{scoreOf(t, infos): test.score, best: test.best, note: test.note} {
			if !regexp.MustCompile("^(" + want + ")$").MatchString(got) {
				t.Errorf(
					"%s%s, by %s: %q, want %q in %q, %s",
					test.first,
					test.fen,
					test.tables,
					got,
					want,
					infos,
					best,
				)
			}
		}
	}
}

// TestPlayByDTZ checks that the user can choose the way to win. Without tables of DTZ50 there is one.
func TestPlayByDTZ(t *testing.T) {
	const pawn = "8/1K6/8/4k3/1P6/8/8/8 w - - 0 1" // the quickest mate does not begin with the pawn
	for _, test := range []struct{ tables, choice, best string }{
		{"DTM, DTZ50", "false", "b7c6"},
		{"DTM, DTZ50", "true", "b4b5"},
		{"DTM", "true", "b7c6"},
	} {
		g := startWith(t, rules(t).settings()[test.tables])
		infos, best := g.query("setoption name PlayByDTZ value "+test.choice, "position fen "+pawn, "go nodes 10")
		if score := scoreOf(t, infos); best != test.best || !strings.HasPrefix(score, "mate ") {
			t.Errorf("by %s, %s: %s with %s", test.tables, test.choice, score, best)
		}
	}
}

// TestAllowed checks that a move is a draw if the other side can answer it with the third repetition of a position.
func TestAllowed(t *testing.T) {
	g := start(t, tables(t))
	const once, again = " b1d1 c3c4", " d1b1 c4c3 b1d1 c3c4"
	for moves, want := range map[string]string{once: "mate ", once + again: "cp 0"} {
		infos, _ := g.query("position fen "+rookWins+" moves"+moves, "go nodes 10 searchmoves d1b1")
		if score := scoreOf(t, infos); !strings.HasPrefix(score, want) {
			t.Errorf("after%s: %s, want %s", moves, score, want)
		}
	}
}

// wins checks that the engine wins a position with a clock.
func (g *gui) wins(o oracle, p board.Position, clock int, repeats bool) {
	g.t.Helper()
	counters := board.Counters{Clock: clock, Number: 1}
	fen, moves, engine := p.FENWith(counters), "", p.Turn
	seen := map[string]int{p.FEN(): 1}
	for p.HasLegalMove() {
		var m board.Move
		if p.Turn == engine {
			now, err := o.ProbeAt(g.t.Context(), p, counters.Clock)
			if err != nil {
				g.t.Fatal(err)
			}
			infos, best := g.query("position fen "+fen+" moves"+moves, "go")
			m, _ = find(&p, best)
			score, known := scoreOf(g.t, infos), "cp 20000"
			if now.DTM50 != nil {
				known = fmt.Sprint("mate ", (*now.DTM50+1)/2)
			}
			if score != known && score != "cp 20000" {
				g.t.Errorf("%s moves%s: the score is %s, want %s", fen, moves, score, known)
			}
		} else {
			m = defence(g.t, o, &p, counters.Clock, seen, repeats)
		}
		moves += " " + m.String()
		counters = counters.After(p.Turn, p.IsZeroing(m))
		p = p.Play(m)
		seen[p.FEN()]++
		if counters.Clock >= value.FiftyMoves && p.HasLegalMove() || p.InsufficientMaterial() || seen[p.FEN()] > 2 {
			break
		}
	}
	if p.HasLegalMove() || !p.InCheck(p.Turn) || p.Turn == engine {
		g.t.Errorf("%s moves%s is not won: %s", fen, moves, p.FENWith(counters))
	}
}

// defence returns a move that lasts longest, or one that repeats positions as often as it can.
func defence(t testing.TB, o oracle, p *board.Position, clock int, seen map[string]int, repeats bool) board.Move {
	r, err := o.ProbeBy(t.Context(), value.DTZ50, *p, clock)
	if err != nil {
		t.Fatal(err)
	}
	best := 0
	for i := range r.Moves {
		if repeats && seen[r.Moves[i].After.FEN()] > seen[r.Moves[best].After.FEN()] {
			best = i
		}
	}
	m, _ := find(p, r.Moves[best].UCI)
	return m
}
