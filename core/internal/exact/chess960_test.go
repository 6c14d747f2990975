package exact

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/internal/castletest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

var allRights = flag.Bool("all-chess960", false, "check the classes of four men with each right of Chess960")

// TestChess960 checks positions with castling rights of Chess960 against a slow solver, entry by entry. This solver has
// its own rules of chess. The classes have three men and any king and rook, and four men and some kings and rooks. With
// -all-chess960 it checks all classes of four men with one right.
func TestChess960(t *testing.T) {
	rights := chess960Rights()
	r := rand.New(rand.NewPCG(9, 60))
	for _, name := range []string{
		"KRvK", "KRvKR", "KQvKR", "KRRvK", "KQRvK", "KRBvK", "KRNvK", "KRPvK", "KRvKP", "KRvKN", "KRvKB",
	} {
		class := tabletest.Classes(t, name)[0]
		chosen := slices.Clone(rights)
		if class.Men() > 3 && !*allRights {
			chosen = []board.Rights{rights[r.IntN(len(rights))]}
			switch name { // with two rights
			case "KRvKR":
				chosen[0] |= board.NewRight(board.Black, 57, 56)
			case "KRRvK": // one of them is that of chess
				chosen[0] = board.WhiteKingside | board.NewRight(board.White, 4, 2)
			}
		}
		if class.Count(board.White, board.Rook) == 0 {
			for i := range chosen {
				chosen[i] = chosen[i].Swapped()
			}
		}
		for _, metric := range []*value.Metric{value.DTM, value.DTZ50} {
			checkChess960(t, class, metric, chosen)
		}
	}
}

// chess960Rights returns White's rights with any king and any rook on the first rank.
func chess960Rights() (all []board.Rights) {
	for king := range board.Square(8) {
		for rook := range board.Square(8) {
			if king != rook {
				all = append(all, board.NewRight(board.White, king, rook))
			}
		}
	}
	return all
}

// checkChess960 checks all positions of a class with each of some rights.
func checkChess960(t *testing.T, class material.Class, metric *value.Metric, all []board.Rights) {
	t.Helper()
	count := castletest.DTM
	if metric == value.DTZ50 {
		count = castletest.DTZ50
	}
	tables := tabletest.Copy(t, castlingBy(t, metric))
	lib := library.New(tables, 64<<20).ForMetric(metric)
	defer lib.Close()
	answer := castletest.LookUp(t, lib, metric)
	positions := 0
	built := map[material.Class]bool{}
	check := func(p board.Position, want castletest.Answer) {
		if c, _ := material.OfPosition(&p); !built[c] {
			built[c] = true
			if err := tabletest.BuildMissing(t.Context(), tables, metric, []material.Class{c}); err != nil {
				t.Fatal(err)
			}
		}
		positions++
		if got := answer(&p); p.EnPassant == board.NoSquare && got != want {
			t.Fatalf("%s by %s: %v, want %v", p.FEN(), metric.Name(), got, want)
		}
	}
	for _, rights := range all {
		before := positions
		castletest.SolveChess960(class.String(), rights, count, answer).Each(check)
		if positions == before {
			t.Errorf("%v with %v has no positions", class, rights)
		}
	}
	t.Logf("%v by %s with %d rights: %d positions", class, metric.Name(), len(all), positions)
}

// TestChess960DTM50 checks tables by the clock with rights of Chess960 against the other metrics.
func TestChess960DTM50(t *testing.T) {
	classes := tabletest.Classes(t, "KRvK-g1", "KRvKP-kc1f1", "KRvKP-kb1a1")
	clocks := tabletest.Copy(t, storedDTM50(t))
	tabletest.BuildByClock(t, clocks, classes)
	clocked := dtm50.NewLibrary(clocks)
	defer clocked.Close()
	byMetric := func(metric *value.Metric) *library.Library {
		tables := tabletest.Copy(t, castlingBy(t, metric))
		if err := tabletest.BuildMissing(t.Context(), tables, metric, classes); err != nil {
			t.Fatal(err)
		}
		return library.New(tables, 64<<20).ForMetric(metric)
	}
	byRule, freely := byMetric(value.DTZ50), byMetric(value.DTM)
	defer byRule.Close()
	defer freely.Close()
	for _, class := range classes {
		if entries, _ := wantByClock(t, class, clocked, byRule, freely); entries == 0 {
			t.Errorf("%v has no entries", class)
		}
	}
}
