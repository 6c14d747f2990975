package uci

import (
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// TestCastling plays games, and checks the positions of the men and the castling rights.
func TestCastling(t *testing.T) {
	for _, test := range []struct{ game, want string }{ // names of castling of both kinds are understood
		{
			"startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6",
			"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq",
		},
		{"fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8c8 e1g1", "2kr3r/8/8/8/8/8/8/R4RK1 b -"},
		{"fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq"},
		{"fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves a1b1 e8e7 b1a1 e7e8", "r3k2r/8/8/8/8/8/8/R3K2R w K"},
		{"fen 4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K"},
		{"fen 4k3/8/8/8/8/8/8/5K1R w K - 0 1", "4k3/8/8/8/8/8/8/5K1R w -"},
		{"fen 4k3/8/8/8/8/8/8/K6R w K", "4k3/8/8/8/8/8/8/K6R w -"},
		{"fen 4k3/8/8/8/8/8/8/4K2R w HA - 0 1", "4k3/8/8/8/8/8/8/4K2R w K"},
		{"fen 4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "4k3/8/8/8/8/8/8/4K2R w K"},
		{"fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8a8 e1h1", "2kr3r/8/8/8/8/8/8/R4RK1 b -"},
		{"fen 4k3/8/8/8/8/8/8/4KR2 w F - 0 1 moves e1f1", "4k3/8/8/8/8/8/8/5RK1 b -"},
		{"fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1 moves f1g1 e8e7", "8/4k3/8/8/8/8/8/6KR w -"},
		{"Chess960 fen 4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "4k3/8/8/8/8/8/8/R4K1R w HA"},
	} {
		given := strings.Fields(test.game)
		chess960 := given[0] == "Chess960"
		if chess960 {
			given = given[1:]
		}
		g, err := parseGame(given, chess960)
		if err != nil {
			t.Errorf("%s: %v", test.game, err)
			continue
		}
		if got, _ := strings.CutSuffix(g.FEN(), " - 0 1"); got != test.want {
			t.Errorf("%s: %s, want %s", test.game, got, test.want)
		}
	}
	for _, refused := range []string{
		"fen 4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
		"fen 4k3/8/8/8/8/8/8/4K2R w xK - 0 1",
		"fen 4kr2/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",  // through check
		"fen 4k1r1/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1", // into it
		"fen 3kr3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",  // out of it
		"fen 4k3/8/8/8/8/8/8/4KB1R w K - 0 1 moves e1g1",
		"fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1 moves e1g1",
		"fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves h1h2 e8d8 h2h1 d8e8 e1g1",
		"fen 4k3/8/8/8/8/8/6n1/4K2R b K - 0 1 moves g2h4 e1e2 h4g6 e2e1 g6h8 e1g1",
	} {
		if g, err := parseGame(strings.Fields(refused), false); err == nil {
			t.Errorf("%s becomes %s", refused, g.FEN())
		}
	}
}

// TestLook checks the value of a look against the plain minimax of the same leaves, and checks its mates.
func TestLook(t *testing.T) {
	if testing.Short() {
		t.Skip("long with the race detector, and all in one goroutine")
	}
	var plain func(p *board.Position, depth, ply int) int
	plain = func(p *board.Position, depth, ply int) int {
		moves := p.LegalMoves(nil)
		switch {
		case len(moves) == 0 && p.InCheck(p.Turn):
			return ply - mated
		case len(moves) == 0 || p.InsufficientMaterial():
			return 0
		case depth == 0:
			return (&look{ctx: t.Context()}).quiet(p, 0, ply, -mated, mated)
		}
		best := -mated
		for _, m := range moves {
			next := p.Play(m)
			best = max(best, -plain(&next, depth-1, ply+1))
		}
		return best
	}
	for _, test := range []struct {
		fen   string
		plies int // to mate, if that is seen
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3},
		{"kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", -2},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 0},
		{"8/8/8/1r6/8/2k5/8/K1B1R3 b - - 0 1", 0},
	} {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		depth := 3
		if len(p.Men()) > 16 {
			depth = 1
		}
		l := &look{ctx: t.Context(), memory: &lookTable{}}
		l.memory.begin()
		got := l.value(&p, board.Counters{}, depth, 0, -mated, mated)
		if want := plain(&p, depth, 0); got != want {
			t.Errorf("%s: %d, want %d", test.fen, got, want)
		}
		if plies, ok := matePlies(got); ok != (test.plies != 0) || plies != test.plies {
			t.Errorf("%s: mate in %d plies, want %d", test.fen, plies, test.plies)
		}
	}
	if p := board.NewPosition(board.White); estimate(&p) != 0 {
		t.Error("nobody is worth something")
	}
}
