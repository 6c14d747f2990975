package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

var shared struct {
	sync.Once
	store.Store
}

// tables returns a store with KQvKR, KPvK and the classes that they depend on, only to be read.
func tables(t testing.TB) store.Store {
	shared.Do(func() {
		shared.Store = tabletest.Built(t, "KQvKR", "KPvK")
	})
	return shared.Store
}

// A gui talks to an engine.
type gui struct {
	t     testing.TB
	in    *io.PipeWriter
	out   *bufio.Reader
	ended chan error
}

const mostHash = 64 << 20

func start(t testing.TB, tables store.Store) *gui { return startWith(t, Settings{Tables: tables}) }

func startWith(t testing.TB, s Settings) *gui {
	s.CacheBytes, s.MostHash = 16<<20, mostHash
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	g := &gui{t, toEngine, bufio.NewReader(fromEngine), make(chan error, 1)}
	go func() {
		err := Run(context.WithoutCancel(t.Context()), in, out, s)
		in.Close()
		out.Close()
		g.ended <- err
	}()
	t.Cleanup(func() {
		toEngine.Close()
		io.Copy(io.Discard, g.out)
		if err := <-g.ended; err != nil {
			t.Errorf("the engine has ended with %v", err)
		}
	})
	return g
}

func (g *gui) send(format string, args ...any) { fmt.Fprintf(g.in, format+"\n", args...) }

// until returns the lines up to the one that begins with a word, and that one.
func (g *gui) until(word string) (before []string, last string) {
	g.t.Helper()
	for {
		line, err := g.out.ReadString('\n')
		if err != nil {
			g.t.Fatalf("waiting for %q after %q: %v", word, before, err)
		}
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, word) {
			return before, line
		}
		before = append(before, line)
	}
}

// query sends lines, and returns the lines of info until the best move, and the move.
func (g *gui) query(lines ...string) (infos []string, best string) {
	g.t.Helper()
	for _, line := range lines {
		g.send("%s", line)
	}
	infos, last := g.until("bestmove ")
	return infos, strings.Fields(last)[1]
}

// TestScoreBeforeMove checks that a score comes before each move, as programs drop an engine without one.
func TestScoreBeforeMove(t *testing.T) {
	g := start(t, tables(t))
	for _, fen := range []string{
		startFEN,
		"3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27",
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", // mated: no move
		"r3k2r/8/8/8/8/8/4q3/R3K2R w KQkq - 0 1",                        // check
		"7k/5Q2/8/8/8/8/8/K7 b - - 0 1",                                 // stalemate: no move
		"5k2/5P2/8/4K3/8/8/8/8 w - - 0 1",                               // stalemate is near
		"8/8/1k6/8/8/8/1P6/1K6 w - - 99 80",
		"8/5pk1/R7/8/r6P/5PK1/8/8 w - - 0 45", // seven men
		"8/8/8/3k4/8/8/8/K1BN4 w - - 0 1",     // its table is missing
	} {
		p := tabletest.Position(t, fen)
		for _, goal := range []string{
			"nodes 1", "nodes 1 searchmoves e1e2 e5f6 g2g1", "movetime 1", "movetime 20", "wtime 100 btime 100",
			"wtime 0 btime 0", "depth 1", "mate 1 nodes 1", "infinite", "ponder",
		} {
			g.send("position fen %s", fen)
			g.send("go %s", goal)
			if goal == "infinite" || goal == "ponder" {
				g.send("stop")
			}
			infos, last := g.until("bestmove ")
			best := strings.Fields(last)[1]
			want := `info depth \d+ seldepth \d+ multipv 1 score (cp|mate) -?\d+.* ` +
				`nodes \d+ nps \d+ .* pv ` + best + `\b`
			if !p.HasLegalMove() {
				want = `info depth 0 score (cp 0|mate 0)$`
			} else if _, ok := find(&p, best); !ok {
				t.Errorf("%s, go %s: %q", fen, goal, last)
			}
			if !slices.ContainsFunc(infos, regexp.MustCompile("^"+want).MatchString) {
				t.Errorf("%s, go %s: %q, want %s", fen, goal, infos, want)
			}
		}
	}
}

// TestStop checks that an infinite search waits for "stop", even if all is known. Other commands wait meanwhile.
func TestStop(t *testing.T) {
	g := start(t, tables(t))
	for _, fen := range []string{
		"k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "1r6/8/8/3k4/8/8/3K4/1R5N w - - 0 1", startFEN,
		"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
	} {
		for _, goal := range []string{"infinite", "ponder wtime 1 btime 1", "ponder"} {
			g.send("position fen %s", fen)
			g.send("go %s", goal)
			g.until("info depth")
			g.send("position startpos")
			g.send("isready")
			if before, _ := g.until("readyok"); strings.Contains(strings.Join(before, "\n"), "bestmove") ||
				!strings.Contains(strings.Join(before, "\n"), "position is ignored") {
				t.Errorf("%s, %s: %q before stop", fen, goal, before)
			}
			if goal == "ponder wtime 1 btime 1" {
				g.send("ponderhit")
			} else {
				g.send("stop")
			}
			g.until("bestmove ")
		}
	}
	g.send("position fen 1r6/8/8/3k4/8/8/3K4/1R5N w - - 0 1")
	g.send("go infinite")
	g.until("info depth")
	g.send("quit")
	g.until("bestmove ")
}

// TestTime checks that a move gets a share of the time left on the clock, and never all of it.
func TestTime(t *testing.T) {
	const overhead = 30 * time.Millisecond
	for _, test := range []struct {
		goal string
		want time.Duration
		ok   bool
	}{
		{"", 0, false},
		{"infinite wtime 1000", 0, false},
		{"depth 5 nodes 7 btime 1000", 0, false}, // White is to move
		{"movetime 500", 470 * time.Millisecond, true},
		{"movetime 60", 40 * time.Millisecond, true},
		{"movetime 0", time.Millisecond, true},
		{"wtime 60000 btime 1 winc 1000 binc 5", 2720 * time.Millisecond, true},
		{"wtime 60000 movestogo 10", 5970 * time.Millisecond, true},
		{"wtime 1000 movestogo 1", 720 * time.Millisecond, true},
		{"wtime 0", time.Millisecond, true},
		{"wtime -50 winc 20000", time.Millisecond, true},
	} {
		p := board.NewPosition(board.White)
		g := parseGoal(&p, strings.Fields(test.goal), t.Errorf)
		if got, ok := g.time(board.White, overhead, 0); got != test.want || ok != test.ok {
			t.Errorf("%q: %v, %v; want %v, %v", test.goal, got, ok, test.want, test.ok)
		}
	}
}

// TestPatience checks that a thought waits for tables at most as long as the moves to come can spare.
func TestPatience(t *testing.T) {
	const overhead = 30 * time.Millisecond
	for _, test := range []struct {
		goal string
		want time.Duration
	}{
		{"", 0},
		{"infinite wtime 1000", 0},
		{"nodes 7 btime 1000", 0}, // White is to move
		{"movetime 500", 250 * time.Millisecond},
		{"wtime 60000", 30 * time.Second},
		{"wtime 2000 movestogo 40", 800 * time.Millisecond},
		{"wtime 1000 movestogo 39", 0},
	} {
		p := board.NewPosition(board.White)
		g := parseGoal(&p, strings.Fields(test.goal), t.Errorf)
		if got := g.patience(board.White, overhead); got != test.want {
			t.Errorf("%q: %v, want %v", test.goal, got, test.want)
		}
	}
}

// TestHash checks the size of the search's table, the reported fill, and that the user can clear it.
func TestHash(t *testing.T) {
	e := newEngine(
		t.Context(),
		&output{w: io.Discard, failed: func(err error) { t.Error(err) }},
		Settings{Tables: tables(t), MostHash: mostHash},
	)
	defer e.close()
	for _, mebibytes := range []int64{64, 1, 7, 64} {
		e.obey(fmt.Sprint("setoption name Hash value ", mebibytes))
		want := mebibytes << 20 / search.EntryBytes
		if s := e.search.Table().Stats(); s.Entries != want || s.Bytes != want*search.EntryBytes {
			t.Errorf("%d MiB: %+v", mebibytes, s)
		}
	}
	g := start(t, tables(t))
	full := func(fen string) int {
		t.Helper()
		infos, _ := g.query("position fen "+fen, "go nodes 60000")
		_, rest, _ := strings.Cut(infos[len(infos)-1], " hashfull ")
		n, err := strconv.Atoi(strings.Fields(rest)[0])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	g.send("setoption name Hash value 1")
	const one, another = "1r6/8/8/3k4/8/8/3K4/1R5N w - - 0 1", "2r5/8/8/3k4/8/8/3K4/N1R5 b - - 0 1"
	first := full(one)
	if first < 10 || first > 1000 {
		t.Errorf("of 65536 entries %d in a thousand are used", first)
	}
	for _, forget := range []string{
		"setoption name Clear Hash", "ucinewgame", "setoption name Hash value 2\nsetoption name Hash value 1",
	} {
		if both := full(another); both <= first {
			t.Errorf("%d, and after another position %d in a thousand are used", first, both)
		}
		g.send("%s", forget)
		if again := full(one); again != first {
			t.Errorf("after %s, %d instead of %d in a thousand are used", forget, again, first)
		}
	}
}

// TestDeterministic checks that two searches with the same bound on nodes write the same, except times.
func TestDeterministic(t *testing.T) {
	g := start(t, tables(t))
	times := regexp.MustCompile(` (nps|time) \d+`)
	for _, fen := range []string{"1r6/8/8/3k4/8/8/3K4/1R5N w - - 0 1", startFEN, "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1"} {
		var outputs [2]string
		for i := range outputs {
			infos, best := g.query("ucinewgame", "position fen "+fen, "go nodes 20000")
			var last string
			for _, info := range infos {
				if strings.Contains(info, " pv ") {
					last = times.ReplaceAllString(info, "")
				}
			}
			outputs[i] = last + best
			_, rest, _ := strings.Cut(last, " nodes ")
			if n, err := strconv.Atoi(strings.Fields(rest)[0]); err != nil || n > 20_010 {
				t.Errorf("%s: %d nodes, %v", fen, n, err)
			}
		}
		if outputs[0] != outputs[1] {
			t.Errorf("%s: %q and %q", fen, outputs[0], outputs[1])
		}
	}
}

// TestNewTables checks that an engine finds tables that were stored after its start.
func TestNewTables(t *testing.T) {
	some := store.NewMemStore()
	g := start(t, some)
	infos, _ := g.query("position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "go nodes 2000")
	if score := scoreOf(t, infos); strings.Contains(score, "mate") {
		t.Errorf("without a table the score is %s", score)
	}
	tabletest.Build(t, some, "KQvK")
	if infos, _ = g.query("go"); !strings.HasPrefix(scoreOf(t, infos), "mate ") {
		t.Errorf("with a table: %q", infos)
	}
}

// TestOneTable checks that the engine searches for a move if the tables after the moves are missing. The outcome of the
// position's table has no move.
func TestOneTable(t *testing.T) {
	g := start(t, tabletest.ImageOf(t, tables(t), "KPvK").Store(t, "KPvK"))
	o := oracle{probe.New(tables(t))}
	defer o.Close()
	r, tried := rand.New(rand.NewPCG(17, 3)), 0
	for range 40 {
		p := randomPosition(r, tabletest.Layout(t, "KPvK").Class)
		infos, best := g.query("position fen "+p.FEN(), "go nodes 50000")
		if score := scoreOf(t, infos); score != "cp 20000" && score != "cp 0" {
			continue
		}
		tried++
		m, _ := find(&p, best)
		before, after := o.judge(t, p), o.judge(t, p.Play(m))
		want := map[value.Category]value.Category{"loss": "win", "draw": "draw", "win": "loss"}[after.Category]
		if before.Category != want {
			t.Errorf(
				"%s: %v is a %v, and after %s for the other side a %v",
				p.FEN(),
				p.Turn,
				before.Category,
				best,
				after.Category,
			)
		}
	}
	if tried < 10 {
		t.Errorf("only %d positions were settled", tried)
	}
}

// TestSearchMoves checks that the moves of "searchmoves" are judged by themselves, in a position that no table has.
func TestSearchMoves(t *testing.T) {
	g := start(t, tables(t))
	const position = "position fen 6k1/5ppp/8/8/8/8/q7/3R2K1 w - - 0 1" // mate in one
	for goal, want := range map[string]string{
		"":                       "mate 1",
		" searchmoves d1a1":      "cp 0 upperbound|cp -",
		" searchmoves d1d8":      "mate 1",
		" searchmoves g1f1 d1d2": "cp 0 upperbound|cp -",
	} {
		infos, best := g.query(position, "go nodes 50000"+goal)
		if score := scoreOf(t, infos); !regexp.MustCompile("^("+want+")").MatchString(score) ||
			goal != "" && !strings.Contains(goal, best) {
			t.Errorf("%q: %s with %s, want %s", goal, best, score, want)
		}
	}
}

// TestScore checks that the first line has the best move, with the proven bounds of the position and no better ones.
func TestScore(t *testing.T) {
	const loss, draw, win = value.Loss, value.Drawn, value.Win
	for _, test := range []struct {
		candidates  []*candidate
		want, doubt string
	}{
		{[]*candidate{{low: loss, high: win, estimate: 150}}, "cp 150", "nothing is proven"},
		{
			[]*candidate{{low: loss, high: win, estimate: 150, repeats: true}, {low: loss, high: win, estimate: -20}},
			"cp 0", "nothing is proven",
		},
		{
			[]*candidate{{low: draw, high: draw}, {low: loss, high: win, estimate: 10}}, "cp 0 lowerbound",
			"a draw at least",
		},
		{[]*candidate{{low: draw, high: draw}, {low: loss, high: win, estimate: 500}}, "cp 500", "nothing is proven"},
		{[]*candidate{{low: draw, high: draw}, {low: loss, high: draw, estimate: 500}}, "cp 0", "draw proven"},
		{
			[]*candidate{{low: loss, high: draw, estimate: 500}, {low: loss, high: win, estimate: -100}}, "cp 0",
			"nothing is proven",
		},
		{
			[]*candidate{{low: loss, high: draw, estimate: 500}, {low: loss, high: loss, estimate: 900}},
			"cp 0 upperbound", "a draw at most",
		},
		{
			[]*candidate{{low: loss, high: loss, estimate: 500}, {low: loss, high: loss, estimate: 900}}, "cp -20000",
			"loss proven",
		},
		{
			[]*candidate{{low: win, high: win, estimate: -500}, {low: loss, high: win, estimate: 9000}}, "cp 20000",
			"win proven",
		},
		{
			[]*candidate{{low: win, high: win}, {low: win, high: win, plies: 5}, {low: win, high: win, plies: 7}},
			"mate 3", "",
		},
		{[]*candidate{{low: loss, high: loss, plies: -4}, {low: loss, high: loss, plies: -6}}, "mate -3", ""},
	} {
		th := &thought{candidates: test.candidates}
		th.sort()
		first := th.first()
		if got := first.score(); got != test.want {
			t.Errorf("%+v: %s, want %s", first, got, test.want)
		}
		if got := first.doubt(); !strings.HasPrefix(got, test.doubt) || got != "" && test.doubt == "" {
			t.Errorf("%+v: %q, want %q", first, got, test.doubt)
		}
	}
}

// TestDamaged checks that an unreadable table is reported, and that the thought continues.
func TestDamaged(t *testing.T) {
	some := store.NewMemStore()
	tabletest.Build(t, some, "KQvK")
	im := tabletest.ImageOf(t, some, "KQvK")
	for i := range im.Data {
		im.Data[i] ^= 0x55
	}
	g := start(t, im.Store(t, "KQvK"))
	for _, fen := range []string{"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/7P/KQ6 w - - 0 1"} {
		infos, best := g.query("position fen "+fen, "go nodes 5000")
		if all := strings.Join(infos, "\n"); best == "(none)" ||
			!strings.Contains(all, "info string "+words.New("core.problem.damaged", "class", "KQvK").String()) &&
				!strings.Contains(all, "missing") {
			t.Errorf("%s: %s, %s", fen, best, all)
		}
	}
}

// TestEnds checks that the engine ends with its input, on "quit", and if its output fails.
func TestEnds(t *testing.T) {
	broken := errors.New("broken")
	settings := Settings{Tables: store.NewMemStore(), MostHash: mostHash}
	if err := Run(t.Context(), strings.NewReader("isready\ngo infinite\n"), io.Discard, settings); err != nil {
		t.Errorf("the input ends: %v", err)
	}
	commands := strings.NewReader("go infinite\nquit\nhello\n")
	if err := Run(t.Context(), commands, failing{broken, 0}, settings); err != nil && !errors.Is(err, broken) {
		t.Errorf("quit: %v", err)
	}
	in, toEngine := io.Pipe()
	defer toEngine.Close()
	go io.WriteString(toEngine, "isready\n")
	if err := Run(t.Context(), in, failing{broken, 0}, settings); !errors.Is(err, broken) {
		t.Errorf("failing output: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(ctx, in, io.Discard, settings); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

type failing struct {
	err error
	n   int
}

func (f failing) Write([]byte) (int, error) { return f.n, f.err }

// FuzzUCI checks that no input makes an engine crash, or hang at the end of its input. All its lines must be of the
// protocol.
func FuzzUCI(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1\ngo depth 1\n",
		"position fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8c8\ngo nodes 300\nstop\n",
		"position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1\ngo searchmoves b1c1 ponder wtime 10\nponderhit\n",
		"position fen 8/8/7k/8/1pP5/7K/8/8 b - c3 0 1\ngo nodes 10\n",
		"position fen 8/8/8/8/8/1k6/8/KQ6 b - - 0 1\ngo mate 1 nodes 100\n", // White is not in check
		"setoption name Hash value 99999999999999999999\nsetoption name Clear Hash value\n" +
			"setoption name value value value\n",
		"position fen \x00\xff moves \xff\ngo movetime -1 nodes\n\r\ngo go go\n",
		"position fen k7/8/8/8/8/8/8/K7 w KQkq e3 x y z moves\n",
		"position moves moves\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var out strings.Builder
		settings := Settings{Tables: store.NewMemStore(), MostHash: 1 << 20}
		if err := Run(t.Context(), strings.NewReader(in), &out, settings); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if !regexp.MustCompile(`^(id|option|uciok|readyok|info|bestmove)\b[^\r\n]*\n$`).MatchString(line) {
				t.Errorf("%q is no line of the protocol", line)
			}
		}
	})
}
