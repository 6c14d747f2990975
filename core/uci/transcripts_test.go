package uci

import (
	"io"
	"regexp"
	"strings"
	"testing"
)

// TestTranscripts sends lines, and checks the whole output against a regular expression. Long because of its table.
func TestTranscripts(t *testing.T) {
	info := func(score, more string) string {
		return `(.*\n)*info depth \d+ seldepth \d+ multipv 1 score ` + score +
			` nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+ pv ` + more
	}
	for _, test := range []struct{ name, in, want string }{
		{
			"who it is", "uci\nisready\n",
			`id name Matewright\nid author .*\noption name Hash type spin default 64 min 1 max 64\n` +
				`option name Clear Hash type button\n` +
				`option name Ponder type check default false\noption name MultiPV type spin default 1 min 1 max 256\n` +
				`option name Syzygy50MoveRule type check default true\n` +
				`option name UCI_Chess960 type check default false\n` +
				`option name PlayByDTZ type check default false\n` +
				`option name SyzygyPath type string default <empty>\n` +
				`option name Move Overhead type spin default 30 min 0 max 10000\nuciok\nreadyok\n`,
		},
		{
			"mate in one", "position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\ngo\n",
			`info depth 1 .*score mate 1 .* pv g1g8\nbestmove g1g8\n`,
		},
		{
			"being mated", "position fen 8/8/8/8/8/2K5/7R/k7 b - - 0 1\ngo depth 1\n",
			info(`mate -\d+`, `a1b1 .*`) + `\nbestmove a1b1 ponder .*\n`,
		},
		{
			"stalemate", "position fen 8/8/8/8/8/k7/p7/K7 w - - 0 1\ngo\n",
			`info depth 0 score cp 0\nbestmove \(none\)\n`,
		},
		{
			"checkmate", "position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo infinite\nstop\n",
			`info depth 0 score mate 0\nbestmove \(none\)\n`,
		},
		{
			"a draw", "position fen k7/1Q6/8/8/8/8/8/7K b - - 0 1\ngo\n",
			`info string draw proven\n` + info("cp 0", "a8b7") + `\nbestmove a8b7\n`,
		},
		{
			"moves that are asked about", "position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1\ngo searchmoves a1b1 b1c1 a1a3\n",
			`info string "a1b1" is not a legal move, and is left out\ninfo string "a1a3" is .*\n` +
				`(.*\n)*bestmove b1c1.*\n`,
		},
		{
			"all moves", "position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\nsetoption name multipv value 3\ngo\n",
			`info depth 1 .* multipv 1 score mate 1 .*\ninfo .* multipv 2 score mate 2 .*\n` +
				`info .* multipv 3 score mate 2 .*\nbestmove g1g8\n`,
		},
		{
			"a proof without a table", "position fen 8/3k4/8/1p1p1p2/1P1P1P2/8/3K4/8 w - - 0 1\ngo\n",
			`(.*\n)*info string draw proven\n` + info("cp 0", ".*") + `\nbestmove d2.*\n`,
		},
		{
			"many men", "position startpos\ngo depth 2\n",
			`info string this position has 32 men: tables go up to 6, and the search for proofs up to 19\n` +
				`info string nothing is proven: .*\n` + info(`cp -?\d+`, ".*") + `\nbestmove .*\n`,
		},
		{
			"mate with many men", "position startpos moves f2f3 e7e5 g2g4\ngo depth 4\n",
			info("mate 1", "d8h4") + `\nbestmove d8h4\n`,
		},
		{
			"mate in two is asked for",
			"position fen 6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1\ngo mate 1\n" +
				"position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo mate 2\n",
			`(.*\n)*bestmove d1d8\n` + info("mate 2", "a1a6") + `\nbestmove a1a6\n`,
		},
		{"no mate in one", "position startpos\ngo mate 1\n", `(.*\n)*info string there is no mate in 1\nbestmove .*\n`},
		{
			"a mate that was not looked for to the end", "position startpos\ngo mate 60 nodes 500\n",
			`(.*\n)*info string no mate in 60 was found\nbestmove .*\n`,
		},
		{
			"a mate in more moves than are read", "position startpos\ngo mate 1000000 nodes 500\n",
			`(.*\n)*info string after "mate" 1000000 is taken for 1000, which is the most\n` +
				`(.*\n)*info string no mate in 1000 was found\nbestmove .*\n`,
		},
		{
			"tables have a longer mate",
			"position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\ngo mate 1 searchmoves b6a6 b6c6\n",
			`(.*\n)*info string there is no mate in 1: the quickest is mate in \d\nbestmove .*\n`,
		},
		{
			"tables have a mate of whom it is not asked", "position fen 8/8/8/8/8/2K5/7R/k7 b - - 0 1\ngo mate 30\n",
			`(.*\n)*info string there is no mate in 30\nbestmove a1b1.*\n`,
		},
		{
			"mate in one where a draw can be claimed", "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 100 90\ngo mate 1\n",
			`info depth 1 .*score mate 1 .*\nbestmove g6g7\n`,
		},
		{
			"mate in two after a draw can be claimed",
			"position fen 7k/8/8/2p1p1p1/2P1P1P1/8/R7/1R4K1 w - - 100 1\ngo mate 2\n",
			`(.*\n)*info string there is no mate in 2\nbestmove a2a7\n`,
		},
		{
			"tables have no mate", "position fen k7/1Q6/8/8/8/8/8/7K b - - 0 1\ngo mate 5\n",
			`(.*\n)*info string there is no mate in 5\nbestmove a8b7\n`,
		},
		{
			"tables have the mate", "position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\ngo mate 1\n",
			`info depth 1 .*score mate 1 .*\nbestmove g1g8\n`,
		},
		{
			"castling left", "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1\n",
			`info string .*the table of KRvK-h1 is missing; searching for a proof\n` +
				`(.*\n)*info string win proven, .*\n` + info("cp 20000", ".*") + `\nbestmove .*\n`,
		},
		{
			"a table is missing", "position fen 8/8/8/3k4/8/8/8/K1BN4 w - - 0 1\ngo nodes 3000\n",
			`info string .*missing.*; searching for a proof\n(.*\n)*bestmove .*\n`,
		},
		{
			"bare kings", "position fen 8/8/8/8/8/2k1K3/8/8 w - - 0 1\ngo\n",
			`(.*\n)*info .* score cp 0 .*\nbestmove .*\n`,
		},
		{
			"a refused position", "position fen 8/8/8/8/8/8/8/K7 w - -\ngo\nposition startpos\nisready\n",
			`info string this position is refused: .*Black has no king\n` +
				`info string no position to analyse\nbestmove \(none\)\nreadyok\n`,
		},
		{
			"the side that has just moved is in check",
			"position fen k7/8/8/8/8/8/8/K6R b - -\nposition fen 7k/8/8/8/8/8/8/K6R w - -\n",
			`info string this position is refused: .*is in check.*\n`,
		},
		{
			"a position that is repaired", "position fen k7/8/1K6/8/8/8/8/6Q1 w KQkq c4 120 9999999\n",
			`info string the castling rights KQkq need a king and a rook at home; they were dropped\n` +
				`info string the en-passant square c4 is .*; it was dropped\n` +
				`info string the move number is 9999999, .*\n`,
		},
		{
			"an illegal move", "position startpos moves e2e4 e2e4\n",
			`info string this position is refused: its move 2, "e2e4", is not legal\n`,
		},
		{
			"nonsense",
			"\n  \nhello\ndebug on\nposition\nposition fen\nposition here\nsetoption\nsetoption name\n" +
				"setoption name Hash value\nsetoption name Hash value 65\nsetoption name hash value 0\n" +
				"setoption name Ponder value perhaps\nsetoption name Ponder value true\n" +
				"setoption name No Such Thing value 1\nponderhit\nstop\n" + strings.Repeat("x", longestLine+5) +
				"\nposition startpos\ngo deep depth x depth 1 nodes\n",
			`info string unknown command "hello"\n` +
				`(info string this position is refused: it begins with .*\n){3}info string setoption takes .*\n` +
				`info string unknown option ""\n` +
				`(info string Hash goes from 1 to 64, .*\n){3}info string Ponder is true or false, .*\n` +
				`info string unknown option "No Such Thing"\n` +
				`info string a line of more than \d+ characters is ignored\n` +
				`info string go has no parameter "deep"\ninfo string "x" is not a number for "depth"\n` +
				`info string no number after "nodes"\n(.*\n)*bestmove .*\n`,
		},
		{
			"the edges of numbers",
			"position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\n" +
				"go depth -5 nodes 99999999999 movetime -1 wtime -7 winc 99999999999 movestogo 0 mate 1000\n" +
				"go nodes 99999999999999999999\n",
			`(.*\n)*bestmove g1g8\n.*is ignored.*\n|(.*\n)*bestmove g1g8\n` +
				`info string "9+" is not a number for "nodes"\n(.*\n)*bestmove g1g8\n`,
		},
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
