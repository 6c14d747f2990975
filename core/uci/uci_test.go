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
	"github.com/matewright/matewright/core/material"
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

// tables returns a store with KQvKR, KPvK and what they depend on, only to be read.
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

// ask sends lines, and returns what is told until the best move, the last lines of info first, and the move.
func (g *gui) ask(lines ...string) (infos []string, best string) {
	g.t.Helper()
	for _, line := range lines {
		g.send("%s", line)
	}
	infos, last := g.until("bestmove ")
	return infos, strings.Fields(last)[1]
}

// TestTranscripts sends lines, and holds what comes back to regular expressions, each for all of it.
func TestTranscripts(t *testing.T) {
	info := func(score, more string) string {
		return `(.*\n)*info depth \d+ seldepth \d+ multipv 1 score ` + score + ` nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+ pv ` + more
	}
	for _, test := range []struct{ name, in, want string }{
		{"who it is", "uci\nisready\n", `id name Matewright\nid author .*\noption name Hash type spin default 64 min 1 max 64\noption name Clear Hash type button\n` +
			`option name Ponder type check default false\noption name MultiPV type spin default 1 min 1 max 256\noption name Syzygy50MoveRule type check default true\noption name Move Overhead type spin default 30 min 0 max 10000\nuciok\nreadyok\n`},
		{"mate in one", "position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\ngo\n", `info depth 1 .*score mate 1 .* pv g1g8\nbestmove g1g8\n`},
		{"being mated", "position fen 8/8/8/8/8/2K5/7R/k7 b - - 0 1\ngo depth 1\n", info(`mate -\d+`, `a1b1 .*`) + `\nbestmove a1b1 ponder .*\n`},
		{"stalemate", "position fen 8/8/8/8/8/k7/p7/K7 w - - 0 1\ngo\n", `info depth 0 score cp 0\nbestmove \(none\)\n`},
		{"checkmate", "position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo infinite\nstop\n", `info depth 0 score mate 0\nbestmove \(none\)\n`},
		{"a draw", "position fen k7/1Q6/8/8/8/8/8/7K b - - 0 1\ngo\n", `info string draw proven\n` + info("cp 0", "a8b7") + `\nbestmove a8b7\n`},
		{"moves that are asked about", "position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1\ngo searchmoves a1b1 b1c1 a1a3\n", `info string "a1b1" is not a legal move, and is left out\ninfo string "a1a3" is .*\n` + `(.*\n)*bestmove b1c1.*\n`},
		{"all moves", "position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\nsetoption name multipv value 3\ngo\n", `info depth 1 .* multipv 1 score mate 1 .*\ninfo .* multipv 2 score mate 2 .*\ninfo .* multipv 3 score mate 2 .*\nbestmove g1g8\n`},
		{"a proof without a table", "position fen 8/3k4/8/1p1p1p2/1P1P1P2/8/3K4/8 w - - 0 1\ngo\n", `(.*\n)*info string draw proven\n` + info("cp 0", ".*") + `\nbestmove d2.*\n`},
		{"many men", "position startpos\ngo depth 2\n", `info string this position has 32 men: tables go up to 6, and the search for proofs up to 8\ninfo string nothing is proven: .*\n` + info(`cp -?\d+`, ".*") + `\nbestmove .*\n`},
		{"mate with many men", "position startpos moves f2f3 e7e5 g2g4\ngo depth 4\n", info("mate 1", "d8h4") + `\nbestmove d8h4\n`},
		{"mate in two is asked for", "position fen 6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1\ngo mate 1\nposition fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo mate 2\n", `(.*\n)*bestmove d1d8\n` + info("mate 2", "a1a6") + `\nbestmove a1a6\n`},
		{"no mate in one", "position startpos\ngo mate 1\n", `(.*\n)*info string there is no mate in 1\nbestmove .*\n`},
		{"a mate that was not looked for to the end", "position startpos\ngo mate 60 nodes 500\n", `(.*\n)*info string no mate in 60 was found\nbestmove .*\n`},
		{"a mate in more moves than are read", "position startpos\ngo mate 1000000 nodes 500\n", `(.*\n)*info string after "mate" 1000000 is taken for 1000, which is the most\n(.*\n)*info string no mate in 1000 was found\nbestmove .*\n`},
		{"tables have a longer mate", "position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\ngo mate 1 searchmoves b6a6 b6c6\n", `(.*\n)*info string there is no mate in 1: the quickest is mate in \d\nbestmove .*\n`},
		{"tables have a mate of whom it is not asked", "position fen 8/8/8/8/8/2K5/7R/k7 b - - 0 1\ngo mate 30\n", `(.*\n)*info string there is no mate in 30\nbestmove a1b1.*\n`},
		{"mate in one where a draw can be claimed", "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 100 90\ngo mate 1\n", `info depth 1 .*score mate 1 .*\nbestmove g6g7\n`},
		{"mate in two after a draw can be claimed", "position fen 7k/8/8/2p1p1p1/2P1P1P1/8/R7/1R4K1 w - - 100 1\ngo mate 2\n", `(.*\n)*info string there is no mate in 2\nbestmove a2a7\n`},
		{"tables have no mate", "position fen k7/1Q6/8/8/8/8/8/7K b - - 0 1\ngo mate 5\n", `(.*\n)*info string there is no mate in 5\nbestmove a8b7\n`},
		{"tables have the mate", "position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\ngo mate 1\n", `info depth 1 .*score mate 1 .*\nbestmove g1g8\n`},
		{"castling left", "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1\n", `info string .*the table of KRvK-h1 is missing; searching for a proof\n(.*\n)*info string win proven, .*\n` + info("cp 20000", ".*") + `\nbestmove .*\n`},
		{"a table is missing", "position fen 8/8/8/3k4/8/8/8/K1BN4 w - - 0 1\ngo nodes 3000\n", `info string .*missing.*; searching for a proof\n(.*\n)*bestmove .*\n`},
		{"bare kings", "position fen 8/8/8/8/8/2k1K3/8/8 w - - 0 1\ngo\n", `(.*\n)*info .* score cp 0 .*\nbestmove .*\n`},
		{"a refused position", "position fen 8/8/8/8/8/8/8/K7 w - -\ngo\nposition startpos\nisready\n", `info string this position is refused: .*Black has no king\ninfo string there is no position to think about\nbestmove \(none\)\nreadyok\n`},
		{"who is not to move is in check", "position fen k7/8/8/8/8/8/8/K6R b - -\nposition fen 7k/8/8/8/8/8/8/K6R w - -\n", `info string this position is refused: .*is in check.*\n`},
		{"a position that is repaired", "position fen k7/8/1K6/8/8/8/8/6Q1 w KQkq c4 120 9999999\n", `info string the castling rights KQkq need a king and a rook at home; they were dropped\ninfo string the en-passant square c4 is .*; it was dropped\ninfo string the move number is 9999999, .*\n`},
		{"an illegal move", "position startpos moves e2e4 e2e4\n", `info string this position is refused: its move 2, "e2e4", is not legal\n`},
		{"nonsense", "\n  \nhello\ndebug on\nposition\nposition fen\nposition here\nsetoption\nsetoption name\nsetoption name Hash value\nsetoption name Hash value 65\nsetoption name hash value 0\nsetoption name Ponder value perhaps\nsetoption name Ponder value true\n" +
			"setoption name No Such Thing value 1\nponderhit\nstop\n" + strings.Repeat("x", longestLine+5) + "\nposition startpos\ngo deep depth x depth 1 nodes\n",
			`info string there is no command "hello"\n(info string this position is refused: it begins with .*\n){3}info string setoption takes .*\ninfo string there is no option ""\n` +
				`(info string Hash goes from 1 to 64, .*\n){3}info string Ponder is true or false, .*\ninfo string there is no option "No Such Thing"\ninfo string a line of more than \d+ characters is ignored\n` +
				`info string go knows no "deep"\ninfo string after "depth" there is "x" .*\ninfo string after "nodes" there is no number\n(.*\n)*bestmove .*\n`},
		{"the edges of numbers", "position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\ngo depth -5 nodes 99999999999 movetime -1 wtime -7 winc 99999999999 movestogo 0 mate 1000\ngo nodes 99999999999999999999\n",
			`(.*\n)*bestmove g1g8\n.*is ignored.*\n|(.*\n)*bestmove g1g8\ninfo string after "nodes" there is "9+" .*\n(.*\n)*bestmove g1g8\n`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := transcript(t, test.in); !regexp.MustCompile("^(?:" + test.want + ")$").MatchString(got) {
				t.Errorf("%q\nwant %q", got, test.want)
			}
		})
	}
}

// transcript sends lines, each "go" and "stop" answered before the next one, and returns all that comes back.
func transcript(t testing.TB, in string) string {
	g := start(t, tables(t))
	var all strings.Builder
	for line := range strings.Lines(in) {
		g.send("%s", strings.TrimSuffix(line, "\n"))
		word := ""
		switch command, goal, _ := strings.Cut(strings.TrimSpace(line), " "); {
		case command == "go" && !strings.Contains(goal, "infinite"):
			word = "bestmove "
		case command == "uci":
			word = "uciok"
		case command == "isready":
			word = "readyok"
		}
		if word != "" {
			before, last := g.until(word)
			all.WriteString(strings.Join(append(before, last, ""), "\n"))
		}
	}
	g.in.Close()
	rest, err := io.ReadAll(g.out)
	if err != nil {
		t.Fatal(err)
	}
	return all.String() + string(rest)
}

// An oracle knows positions from tables.
type oracle struct{ *probe.Prober }

func (o oracle) judge(t testing.TB, p board.Position) *probe.Result {
	t.Helper()
	r, err := o.Probe(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomPosition returns a position that goes on.
func randomPosition(r *rand.Rand, class material.Class) board.Position {
	for {
		if p := tabletest.RandomPosition(r, class); p.HasLegalMove() {
			return p
		}
	}
}

// scoreOf returns the last score that was told.
func scoreOf(t testing.TB, infos []string) string {
	t.Helper()
	for i := len(infos) - 1; i >= 0; i-- {
		if _, rest, found := strings.Cut(infos[i], " score "); found {
			score, _, _ := strings.Cut(rest, " nodes ")
			return score
		}
	}
	t.Fatalf("no score in %q", infos)
	return ""
}

// wantScore is what a position's score must be.
func wantScore(r *probe.Result) string {
	switch {
	case r.DTM == nil:
		return "cp 0"
	case *r.DTM > 0:
		return fmt.Sprint("mate ", (*r.DTM+1)/2)
	}
	return fmt.Sprint("mate ", *r.DTM/2)
}

// TestPerfectPlay has the engine play against itself, against whoever moves at random, and against the tables' best
// play: wins take as long as they must and no longer, what is lost is lost as late as it can be, and draws are
// held.
func TestPerfectPlay(t *testing.T) {
	o := oracle{probe.New(tables(t))}
	defer o.Close()
	g := start(t, tables(t))
	r := rand.New(rand.NewPCG(17, 1))
	ends := map[value.Category]int{}
	for n := range 24 {
		p := randomPosition(r, tabletest.Layout(t, []string{"KQvKR", "KPvK", "KRvK"}[n%3]).Class)
		verdict := o.judge(t, p)
		engine, random := p.Turn, n%2 == 0
		fen, moves := p.FEN(), ""
		var plies int
		for plies = 0; plies < 200 && p.HasLegalMove() && !p.InsufficientMaterial(); plies++ {
			now := o.judge(t, p)
			infos, best := g.ask("position fen "+fen+" moves"+moves, "go wtime 1000 btime 1000")
			if score := scoreOf(t, infos); score != wantScore(now) {
				t.Fatalf("%s: the score is %s, want %s", p.FEN(), score, wantScore(now))
			}
			m, ok := find(&p, best)
			if !ok {
				t.Fatalf("%s: %s is not legal", p.FEN(), best)
			}
			if random && p.Turn != engine {
				legal := p.LegalMoves(nil)
				m = legal[r.IntN(len(legal))]
			} else if after := p.Play(m); wantScore(now) != "cp 0" {
				if dtm := *o.judge(t, after).DTM; abs(dtm) != abs(*now.DTM)-1 {
					t.Fatalf("%s %s: %d plies after %d", p.FEN(), best, dtm, *now.DTM)
				}
			} else if o.judge(t, after).DTM != nil {
				t.Fatalf("%s %s gives the draw away", p.FEN(), best)
			}
			p = p.Play(m)
			moves += " " + m.String()
			if verdict.DTM == nil && plies >= 16 {
				break // a draw goes on
			}
		}
		ends[verdict.Category]++
		dtm := 0
		if verdict.DTM != nil {
			dtm = *verdict.DTM
		}
		switch end := o.judge(t, p); {
		case dtm > 0 && (!end.Checkmate || p.Turn == engine || plies > dtm || !random && plies != dtm):
			t.Errorf("%s: %d plies to %s, want mate in %d", fen, plies, p.FEN(), dtm)
		case dtm < 0 && !random && (!end.Checkmate || plies != -dtm):
			t.Errorf("%s: %d plies to %s, want mate in %d", fen, plies, p.FEN(), -dtm)
		case dtm == 0 && end.DTM != nil && !random:
			t.Errorf("%s: %s is no draw any more", fen, p.FEN())
		}
	}
	if len(ends) < 3 {
		t.Errorf("only %v were tried", ends)
	}
}

// TestProvenWin plays a win that no table has from proofs alone, against whoever moves at random: it gets there,
// although no distance is known.
func TestProvenWin(t *testing.T) {
	some := store.NewMemStore()
	tabletest.Build(t, some, "KQvK")
	g := start(t, some)
	r := rand.New(rand.NewPCG(17, 2))
	for range 3 {
		p := tabletest.Position(t, "8/8/8/8/2k5/8/1P4P1/1K6 w - - 0 1")
		fen, moves, proven := p.FEN(), "", 0
		for p.HasLegalMove() {
			if len(moves) > 5*150 {
				t.Fatalf("after %s it is not won", moves)
			}
			legal := p.LegalMoves(nil)
			m := legal[r.IntN(len(legal))]
			if p.Turn == board.White {
				infos, best := g.ask("position fen "+fen+" moves"+moves, "go nodes 200000")
				if scoreOf(t, infos) == "cp 20000" {
					proven++
				}
				m, _ = find(&p, best)
			}
			moves += " " + m.String()
			p = p.Play(m)
		}
		if !p.InCheck(p.Turn) || p.Turn != board.Black || proven == 0 {
			t.Errorf("it ends with %s, and was proven %d times", p.FEN(), proven)
		}
	}
}

// TestScoreBeforeMove: programs drop an engine whose move comes without a score.
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
		for _, goal := range []string{"nodes 1", "nodes 1 searchmoves e1e2 e5f6 g2g1", "movetime 1", "movetime 20", "wtime 100 btime 100", "wtime 0 btime 0", "depth 1", "mate 1 nodes 1", "infinite", "ponder"} {
			g.send("position fen %s", fen)
			g.send("go %s", goal)
			if goal == "infinite" || goal == "ponder" {
				g.send("stop")
			}
			infos, last := g.until("bestmove ")
			best := strings.Fields(last)[1]
			want := `info depth \d+ seldepth \d+ multipv 1 score (cp|mate) -?\d+.* nodes \d+ nps \d+ .* pv ` + best + `\b`
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

// TestStop: what is infinite waits to be stopped, even if all is known, and other commands meanwhile.
func TestStop(t *testing.T) {
	g := start(t, tables(t))
	for _, fen := range []string{"k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "1r6/8/8/3k4/8/8/3K4/1R5N w - - 0 1", startFEN, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"} {
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

// TestTime: what is left on the clock is shared out, and never all of it taken.
func TestTime(t *testing.T) {
	const overhead = 30 * time.Millisecond
	for _, test := range []struct {
		goal string
		want time.Duration
		ok   bool
	}{
		{"", 0, false},
		{"infinite wtime 1000", 0, false},
		{"depth 5 nodes 7 btime 1000", 0, false}, // it is White's turn
		{"movetime 500", 470 * time.Millisecond, true},
		{"movetime 20", time.Millisecond, true},
		{"wtime 60000 btime 1 winc 1000 binc 5", 2720 * time.Millisecond, true},
		{"wtime 60000 movestogo 10", 5970 * time.Millisecond, true},
		{"wtime 1000 movestogo 1", 720 * time.Millisecond, true},
		{"wtime 0", time.Millisecond, true},
		{"wtime -50 winc 20000", time.Millisecond, true},
	} {
		p := board.NewPosition(board.White)
		g := parseGoal(&p, strings.Fields(test.goal), t.Errorf)
		if got, ok := g.time(board.White, overhead); got != test.want || ok != test.ok {
			t.Errorf("%q: %v, %v; want %v, %v", test.goal, got, ok, test.want, test.ok)
		}
	}
}

// TestHash: the table has exactly the bytes that it is given, what fills it is told, and is forgotten on demand.
func TestHash(t *testing.T) {
	e := newEngine(
		t.Context(),
		&output{w: io.Discard, failed: func(err error) { t.Error(err) }},
		Settings{Tables: tables(t), MostHash: mostHash},
	)
	defer e.close()
	for _, mebibytes := range []int64{64, 1, 7, 64} {
		e.obey(fmt.Sprint("setoption name Hash value ", mebibytes))
		if s := e.search.Table().Stats(); s.Bytes != mebibytes<<20 || s.Entries*search.EntryBytes != s.Bytes {
			t.Errorf("%d MiB: %+v", mebibytes, s)
		}
	}
	g := start(t, tables(t))
	full := func(fen string) int {
		t.Helper()
		infos, _ := g.ask("position fen "+fen, "go nodes 60000")
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
	for _, forget := range []string{"setoption name Clear Hash", "ucinewgame", "setoption name Hash value 2\nsetoption name Hash value 1"} {
		if both := full(another); both <= first {
			t.Errorf("%d, and after another position %d in a thousand are used", first, both)
		}
		g.send("%s", forget)
		if again := full(one); again != first {
			t.Errorf("after %s, %d instead of %d in a thousand are used", forget, again, first)
		}
	}
}

// TestDeterministic asks twice with a bound on nodes, and is told the same, times apart.
func TestDeterministic(t *testing.T) {
	g := start(t, tables(t))
	times := regexp.MustCompile(` (nps|time) \d+`)
	for _, fen := range []string{"1r6/8/8/3k4/8/8/3K4/1R5N w - - 0 1", startFEN, "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1"} {
		var told [2]string
		for i := range told {
			infos, best := g.ask("ucinewgame", "position fen "+fen, "go nodes 20000")
			var last string
			for _, info := range infos {
				if strings.Contains(info, " pv ") {
					last = times.ReplaceAllString(info, "")
				}
			}
			told[i] = last + best
			_, rest, _ := strings.Cut(last, " nodes ")
			if n, err := strconv.Atoi(strings.Fields(rest)[0]); err != nil || n > 20_010 {
				t.Errorf("%s: %d nodes, %v", fen, n, err)
			}
		}
		if told[0] != told[1] {
			t.Errorf("%s: %q and %q", fen, told[0], told[1])
		}
	}
}

// TestNewTables: tables that have come into the store since are seen.
func TestNewTables(t *testing.T) {
	some := store.NewMemStore()
	g := start(t, some)
	infos, _ := g.ask("position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "go nodes 2000")
	if score := scoreOf(t, infos); strings.Contains(score, "mate") {
		t.Errorf("without a table the score is %s", score)
	}
	tabletest.Build(t, some, "KQvK")
	if infos, _ = g.ask("go"); !strings.HasPrefix(scoreOf(t, infos), "mate ") {
		t.Errorf("with a table: %q", infos)
	}
}

// TestOneTable: the outcome of a table does not say by which move, if what the moves lead to is missing; that is
// searched for.
func TestOneTable(t *testing.T) {
	g := start(t, tabletest.ImageOf(t, tables(t), "KPvK").Store(t, "KPvK"))
	o := oracle{probe.New(tables(t))}
	defer o.Close()
	r, tried := rand.New(rand.NewPCG(17, 3)), 0
	for range 40 {
		p := randomPosition(r, tabletest.Layout(t, "KPvK").Class)
		infos, best := g.ask("position fen "+p.FEN(), "go nodes 50000")
		if score := scoreOf(t, infos); score != "cp 20000" && score != "cp 0" {
			continue
		}
		tried++
		m, _ := find(&p, best)
		if before, after := o.judge(t, p), o.judge(t, p.Play(m)); before.Category != (map[value.Category]value.Category{"loss": "win", "draw": "draw", "win": "loss"})[after.Category] {
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

// TestSearchMoves: moves that are asked about are judged by themselves, in a position that no table has.
func TestSearchMoves(t *testing.T) {
	g := start(t, tables(t))
	const position = "position fen 6k1/5ppp/8/8/8/8/q7/3R2K1 w - - 0 1" // it is mate in one
	for goal, want := range map[string]string{"": "mate 1", " searchmoves d1a1": "cp 0 upperbound|cp -", " searchmoves d1d8": "mate 1", " searchmoves g1f1 d1d2": "cp 0 upperbound|cp -"} {
		infos, best := g.ask(position, "go nodes 50000"+goal)
		if score := scoreOf(t, infos); !regexp.MustCompile("^("+want+")").MatchString(score) ||
			goal != "" && !strings.Contains(goal, best) {
			t.Errorf("%q: %s with %s, want %s", goal, best, score, want)
		}
	}
}

// TestScore: the best move is shown first with what is proven of the position, never more.
func TestScore(t *testing.T) {
	const loss, draw, win = value.Loss, value.Drawn, value.Win
	for _, test := range []struct {
		candidates  []*candidate
		want, doubt string
	}{
		{[]*candidate{{low: loss, high: win, estimate: 150}}, "cp 150", "nothing is proven"},
		{[]*candidate{{low: loss, high: win, estimate: 150, repeats: true}, {low: loss, high: win, estimate: -20}}, "cp 0", "nothing is proven"},
		{[]*candidate{{low: draw, high: draw}, {low: loss, high: win, estimate: 100}}, "cp 0 lowerbound", "a draw at least"},
		{[]*candidate{{low: draw, high: draw}, {low: loss, high: win, estimate: 500}}, "cp 500", "nothing is proven"},
		{[]*candidate{{low: draw, high: draw}, {low: loss, high: draw, estimate: 500}}, "cp 0", "draw proven"},
		{[]*candidate{{low: loss, high: draw, estimate: 500}, {low: loss, high: win, estimate: -100}}, "cp 0", "nothing is proven"},
		{[]*candidate{{low: loss, high: draw, estimate: 500}, {low: loss, high: loss, estimate: 900}}, "cp 0 upperbound", "a draw at most"},
		{[]*candidate{{low: loss, high: loss, estimate: 500}, {low: loss, high: loss, estimate: 900}}, "cp -20000", "loss proven"},
		{[]*candidate{{low: win, high: win, estimate: -500}, {low: loss, high: win, estimate: 9000}}, "cp 20000", "win proven"},
		{[]*candidate{{low: win, high: win}, {low: win, high: win, plies: 5}, {low: win, high: win, plies: 7}}, "mate 3", ""},
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

// TestDamaged: who can't read a table says so, and thinks on.
func TestDamaged(t *testing.T) {
	some := store.NewMemStore()
	tabletest.Build(t, some, "KQvK")
	im := tabletest.ImageOf(t, some, "KQvK")
	for i := range im.Data {
		im.Data[i] ^= 0x55
	}
	g := start(t, im.Store(t, "KQvK"))
	for _, fen := range []string{"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/7P/KQ6 w - - 0 1"} {
		infos, best := g.ask("position fen "+fen, "go nodes 5000")
		if all := strings.Join(infos, "\n"); best == "(none)" ||
			!strings.Contains(all, "info string "+words.Of("core.problem.damaged", "class", "KQvK").String()) &&
				!strings.Contains(all, "missing") {
			t.Errorf("%s: %s, %s", fen, best, all)
		}
	}
}

// TestEnds: the engine ends with its input, when it is told to, and when nobody hears it.
func TestEnds(t *testing.T) {
	broken := errors.New("broken")
	settings := Settings{Tables: store.NewMemStore(), MostHash: mostHash}
	if err := Run(t.Context(), strings.NewReader("isready\ngo infinite\n"), io.Discard, settings); err != nil {
		t.Errorf("the input ends: %v", err)
	}
	if err := Run(t.Context(), strings.NewReader("go infinite\nquit\nhello\n"), failing{broken, 0}, settings); err != nil &&
		!errors.Is(err, broken) {
		t.Errorf("quit: %v", err)
	}
	in, toEngine := io.Pipe()
	defer toEngine.Close()
	go io.WriteString(toEngine, "isready\n")
	if err := Run(t.Context(), in, failing{broken, 0}, settings); !errors.Is(err, broken) {
		t.Errorf("nobody hears: %v", err)
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

// FuzzUCI: no input makes an engine crash, or hang when its input is over, and it speaks the protocol.
func FuzzUCI(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1\ngo depth 1\n",
		"position fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8c8\ngo nodes 300\nstop\n",
		"position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1\ngo searchmoves b1c1 ponder wtime 10\nponderhit\n",
		"position fen 8/8/7k/8/1pP5/7K/8/8 b - c3 0 1\ngo nodes 10\n",
		"position fen 8/8/8/8/8/1k6/8/KQ6 b - - 0 1\ngo mate 1 nodes 100\n", // White is not in check
		"setoption name Hash value 99999999999999999999\nsetoption name Clear Hash value\nsetoption name value value value\n",
		"position fen \x00\xff moves \xff\ngo movetime -1 nodes\n\r\ngo go go\n", "position fen k7/8/8/8/8/8/8/K7 w KQkq e3 x y z moves\n", "position moves moves\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var out strings.Builder
		if err := Run(t.Context(), strings.NewReader(in), &out, Settings{Tables: store.NewMemStore(), MostHash: 1 << 20}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if !regexp.MustCompile(`^(id|option|uciok|readyok|info|bestmove)\b[^\r\n]*\n$`).MatchString(line) {
				t.Errorf("%q is no line of the protocol", line)
			}
		}
	})
}
