package exact

import (
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/castletest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

var sixCastling = flag.String(
	"six", "", "classes of six men with castling rights for TestCastlingOfSix, such as KRRvKRR-h1,KRRvKRR-h1h8",
)

// TestCastlingOfSix checks tables of six men with castling rights in the directory of -tables, by DTM or DTZ50 or both.
// If at most three men are not anchored, it compares every position with a slow solver, which has its own rules of
// chess. Otherwise it compares 10,000 random positions with those after their moves, by another generator of moves,
// which has no rights of Chess960. It also verifies a sample of each table.
func TestCastlingOfSix(t *testing.T) {
	if *sixCastling == "" {
		t.Skip("needs -args -tables DIR -six CLASSES")
	}
	for _, class := range tabletest.Classes(t, strings.Split(*sixCastling, ",")...) {
		found := false
		for metric, tables := range map[*value.Metric]store.Store{
			value.DTM: stored, value.DTZ50: storedBy(t, value.DTZ50),
		} {
			lib := library.New(tables, 1<<30).ForMetric(metric).Steady()
			defer lib.Close()
			if err := lib.Has(t.Context(), class); errors.Is(err, store.ErrMissing) {
				continue
			}
			found = true
			if r, err := verify.Table(t.Context(), lib, class, verify.Options{Sample: 10_000}); err != nil {
				t.Error(err)
			} else {
				t.Logf("%v by %s: %d positions of a sample are right", class, metric.Name(), r.Alone)
			}
			anchored := class.Rights().Count()
			for _, c := range board.Colors {
				anchored += min(1, class.Rights().Side(c).Count())
			}
			switch {
			case class.Men()-anchored <= 3:
				wantSolved(t, lib, class, metric)
			case class.Rights().AreUsual():
				wantMoves(t, lib, class, metric)
			}
		}
		if !found {
			t.Errorf("%v has no table by DTM or DTZ50", class)
		}
	}
}

// wantSolved compares all positions of a class with a slow solver, which looks up the positions of other classes.
func wantSolved(t *testing.T, lib *library.Library, class material.Class, metric *value.Metric) {
	t.Helper()
	count := castletest.DTM
	if metric == value.DTZ50 {
		count = castletest.DTZ50
	}
	answer := castletest.LookUp(t, lib, metric)
	positions, outcomes := 0, map[value.Outcome]int{}
	solution := castletest.SolveOnly(class.WithoutRights().String(), class.Rights(), count, answer)
	solution.Each(func(p board.Position, want castletest.Answer) {
		if p.EnPassant != board.NoSquare {
			return
		}
		positions++
		outcomes[want.Outcome]++
		if got := answer(&p); got != want {
			t.Fatalf("%s by %s: %v, want %v", p.FEN(), metric.Name(), got, want)
		}
	})
	if positions == 0 {
		t.Errorf("%v has no positions", class)
	}
	t.Logf("%v by %s: %d positions, %v", class, metric.Name(), positions, outcomes)
}

// wantMoves compares 10,000 random positions of a class with those after their moves.
func wantMoves(t *testing.T, lib *library.Library, class material.Class, metric *value.Metric) {
	t.Helper()
	r, l := rand.New(rand.NewPCG(6, 66)), slice.NewLayout(class)
	castled := 0
	for n := 0; n < 10_000; {
		p, ok := draw(r, l)
		if !ok {
			continue
		}
		n++
		moves := theirMoves(t, p)
		castled += moves.castled
		moves.wantValue(t, lib, metric)
	}
	t.Logf("%v by %s: 10,000 random positions with %d ways to castle", class, metric.Name(), castled)
}
