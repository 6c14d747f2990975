package uci

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/probe"
)

// TestEstimate checks which of two positions is better for White, and that both sides are judged alike.
func TestEstimate(t *testing.T) {
	for _, test := range []struct{ why, better, worse string }{
		{"the king is at the edge", "k7/8/8/8/8/3K4/8/1R6 w - -", "8/8/8/4k3/8/3K4/8/1R6 w - -"},
		{"the kings are near", "k7/8/1K6/8/8/8/8/7R w - -", "k7/8/8/8/8/8/6K1/7R w - -"},
		{"the corner has the bishop's colour", "k7/8/1K6/8/8/8/4B3/4N3 w - -", "7k/8/6K1/8/8/8/4B3/4N3 w - -"},
		{"the knight is far from its king", "7k/1n6/8/4K3/8/8/8/R7 w - -", "7k/6n1/8/4K3/8/8/8/R7 w - -"},
		{"the pawn is near its promotion", "8/4P3/8/8/8/2k5/8/K7 w - -", "8/8/8/8/4P3/2k5/8/K7 w - -"},
		{"two knights can't force mate", "8/8/8/4k3/8/R7/8/K7 w - -", "8/8/8/4k3/8/NN6/8/K7 w - -"},
		{"a rook hardly wins against a bishop", "8/8/8/4k3/8/2P5/8/K7 w - -", "8/8/4b3/4k3/8/2R5/8/K7 w - -"},
	} {
		better, worse := tabletest.Position(t, test.better+" 0 1"), tabletest.Position(t, test.worse+" 0 1")
		if estimate(&better) <= estimate(&worse) {
			t.Errorf("%s: %d and %d", test.why, estimate(&better), estimate(&worse))
		}
		passed, ok := better.Pass()
		if ok && estimate(&passed) != -estimate(&better) {
			t.Errorf("%s: %d for the other side", test.better, estimate(&passed))
		}
	}
}

// TestLookTables checks that a look finds a win in tables, and the plies that it takes.
func TestLookTables(t *testing.T) {
	p := tabletest.Position(t, "8/P7/8/8/8/2k5/8/K7 b - - 0 1") // White promotes, and KPvK is missing
	lib := library.New(tabletest.Built(t, "KQvK"), 1<<20)
	defer lib.Close()
	for depth, found := range map[int]bool{1: false, 2: true, 3: true} {
		l := &look{ctx: t.Context(), tables: lib.Reader(t.Context()), memory: &lookTable{}}
		l.memory.begin()
		v := l.value(&p, board.Counters{}, depth, 0, -mated, mated)
		plies, ok := tablePlies(v)
		if ok != found || ok && (plies >= 0 || plies < -40) {
			t.Errorf("depth %d: %d, %v", depth, plies, ok)
		}
	}
}

// TestSelective checks the wins and losses that a selective look finds without the table of the class. They are real,
// and the winner can mate in that many plies.
func TestSelective(t *testing.T) {
	if testing.Short() {
		t.Skip("long with the race detector, and all in one goroutine")
	}
	o := oracle{probe.New(tables(t))}
	defer o.Close()
	lib := library.New(tabletest.Built(t, "KQvK", "KRvK"), 1<<20)
	defer lib.Close()
	r := rand.New(rand.NewPCG(52, 1))
	found := map[bool]int{}
	for range 60 {
		p := randomPosition(r, tabletest.Layout(t, "KQvKR").Class)
		l := &look{
			ctx: t.Context(), tables: lib.Reader(t.Context()), memory: &lookTable{}, selective: true, player: p.Turn,
		}
		l.memory.begin()
		v := l.value(&p, board.Counters{}, 5, 0, -mated, mated)
		plies, ok := matePlies(v)
		if !ok {
			plies, ok = tablePlies(v)
		}
		if !ok {
			continue
		}
		found[plies > 0]++
		if dtm := o.judge(t, p).DTM; dtm == nil || (*dtm > 0) != (plies > 0) || abs(*dtm) > abs(plies) {
			t.Errorf("%s: %d plies, want those of %v", p.FEN(), plies, o.judge(t, p).Category)
		}
	}
	if found[true] == 0 || found[false] == 0 {
		t.Errorf("wins and losses are found %v times", found)
	}
}
