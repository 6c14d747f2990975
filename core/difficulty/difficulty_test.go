package difficulty_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/difficulty"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

func of(t *testing.T, tables *probe.Prober, fen string) difficulty.Rating {
	t.Helper()
	q := probe.Question{Position: tabletest.Position(t, fen)}
	rating, err := difficulty.Rate(t.Context(), tables, q, difficulty.MostMoves)
	if err != nil {
		t.Fatal(err)
	}
	return rating
}

// TestRate compares ratings with ones that were made by hand.
func TestRate(t *testing.T) {
	tables := probe.New(tabletest.Built(t, "KPvK", "KQvK", "KRvK"))
	defer tables.Close()
	for _, test := range []struct {
		name, fen string
		want      difficulty.Rating
	}{
		{"bare kings", "8/8/8/4k3/8/8/8/4K3 w - - 0 1", difficulty.Rating{Side: board.WhiteSide, Chance: 1, Level: 1}},
		{"checkmate", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", difficulty.Rating{Side: board.WhiteSide, Chance: 1, Level: 1}},
		// Every move wins, and the best one mates.
		{"mate in one", "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
			difficulty.Rating{Side: board.WhiteSide, Chance: 1, Level: 1, Moves: 1}},
		// Kxh2 draws, and counts four times. Kf1 is the other legal move, and Black takes no piece after it.
		{"a rook to take", "8/8/8/8/3k4/8/7r/6K1 w - - 0 1",
			difficulty.Rating{Side: board.WhiteSide, Chance: 0.8, Level: 1, Moves: 1, Only: 1}},
		// Kxh1 draws. After Kf2 or Kg3 the queen stays, and takes nothing.
		{"a queen to take", "8/8/8/8/3k4/8/6K1/7q w - - 0 1",
			difficulty.Rating{Side: board.WhiteSide, Chance: 4. / 6, Level: 1, Moves: 1, Only: 1}},
	} {
		if got := of(t, tables, test.fen); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// TestEasyDraws rates draws that are hard only if a line walks into danger, or counts a decision twice.
func TestEasyDraws(t *testing.T) {
	tables := probe.New(tabletest.Built(t, "KPvKP"))
	defer tables.Close()
	for _, test := range []struct {
		name, fen string
		most      int // the highest level
	}{
		{"all moves hold, and one of them ends the game", "8/8/7p/5K1k/8/8/6P1/8 w - - 0 1", 1},
		{"the king steps back and forth", "8/8/8/8/4k3/4p3/8/4K3 w - - 0 1", 4},
	} {
		if got := of(t, tables, test.fen); got.Level > test.most {
			t.Errorf("%s: %+v, want at most level %d", test.name, got, test.most)
		}
	}
	if got := of(t, tables, "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"); got.Level < 4 {
		t.Errorf("Réti's study: %+v, want at least level 4", got)
	}
}

// TestTwin compares ratings with those of slowRating, for random positions with three and four men.
func TestTwin(t *testing.T) {
	built := tabletest.Built(t, "KPvK", "KQvK", "KRvK", "KRvKP")
	tables := probe.New(built).AddMetric(value.DTZ50, tabletest.BuiltBy(t, value.DTZ50, "KRvKP"))
	defer tables.Close()
	classes := tabletest.Classes(t, "KPvK", "KRvK", "KRvKP")
	r := rand.New(rand.NewPCG(5, 55))
	levels := map[int]int{}
	for range 100 {
		q := probe.Question{Position: tabletest.RandomPosition(r, classes[r.IntN(len(classes))]), Clock: r.IntN(100)}
		got, err := difficulty.Rate(t.Context(), tables, q, difficulty.MostMoves)
		if err != nil {
			t.Fatal(err)
		}
		levels[got.Level]++
		want := slowRating(t, tables, q)
		if math.Abs(got.Chance-want.Chance) > 1e-9 {
			t.Fatalf("%s with clock %d: %v, want %v", q.Position.FEN(), q.Clock, got, want)
		}
		if got.Chance = want.Chance; got != want {
			t.Fatalf("%s with clock %d: %v, want %v", q.Position.FEN(), q.Clock, got, want)
		}
	}
	if len(levels) != difficulty.Levels {
		t.Errorf("the levels are %v, want all of %d", levels, difficulty.Levels)
	}
}

// slowRating follows the definition of a rating with single probes. Long because it calls nothing that it tests.
func slowRating(t *testing.T, tables *probe.Prober, q probe.Question) difficulty.Rating {
	ask := func(q probe.Question) *probe.Result {
		r, err := tables.ProbeAt(t.Context(), q.Position, q.Clock)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	points := map[value.Category]float64{value.WinCategory: 1, value.LossCategory: -1} // of the side to move
	next := func(q probe.Question, m probe.Move) probe.Question {
		if m.Zeroing {
			return probe.Question{Position: m.After}
		}
		return probe.Question{Position: m.After, Clock: q.Clock + 1}
	}
	fewer := func(p, than board.Position) bool { return len(p.Men()) < len(than.Men()) }

	side, goal := q.Position.Turn, points[ask(q).Category]
	if goal == -1 {
		side, goal = side.Other(), 1
	}
	// holding returns how many of the legal moves of a position keep the result.
	holding := func(q probe.Question) (good, all int) {
		moves := ask(q).Moves
		for _, own := range moves {
			if points[own.Category] <= -goal {
				good++
			}
		}
		return good, len(moves)
	}
	trap := func(q probe.Question, now *probe.Result) probe.Question {
		best, least := probe.Question{}, 1000
		for _, m := range now.Moves {
			if points[m.Category] > points[now.Moves[0].Category] {
				continue
			}
			after := next(q, m)
			good, all := holding(after)
			if all <= 1 {
				good = 999
			}
			if good < least {
				best, least = after, good
			}
		}
		return best
	}
	rating := difficulty.Rating{Side: side.Side(), Chance: 1}
	seen := map[string]bool{}
	for rating.Moves < difficulty.MostMoves && !seen[q.Position.FEN()] {
		seen[q.Position.FEN()] = true
		now := ask(q)
		if len(now.Moves) == 0 || now.InsufficientMaterial {
			break
		}
		if q.Position.Turn != side {
			q = trap(q, now)
			continue
		}
		rating.Moves++
		good, all, keeping := 0.0, 0.0, 0
		for _, m := range now.Moves {
			weight := 1.0
			check := m.After.InCheck(m.After.Turn)
			promotes := len(m.UCI) == 5
			switch {
			case points[m.Category] <= -goal:
				if check || promotes || fewer(m.After, q.Position) {
					weight = 4
				}
				keeping++
				good += weight
			case m.Stalemate:
				weight = 0.5
			default:
				replies := ask(next(q, m)).Moves
				for _, reply := range replies {
					isBest := points[reply.Category] == points[replies[0].Category]
					if isBest && (reply.Checkmate || len(reply.UCI) == 5 || fewer(reply.After, m.After)) {
						weight = 0.05
					}
				}
			}
			all += weight
		}
		if keeping == 1 && len(now.Moves) > 1 {
			rating.Only++
		}
		rating.Chance *= good / all
		chosen, most := now.Moves[0], -1.0
		for _, m := range now.Moves {
			if goal == 1 || points[m.Category] > 0 {
				continue
			}
			share := 1.0
			after := next(q, m)
			if then := ask(after); len(then.Moves) > 0 && !then.InsufficientMaterial {
				if good, all := holding(trap(after, then)); all > 0 {
					share = float64(good) / float64(all)
				}
			}
			if share > most {
				chosen, most = m, share
			}
		}
		q = next(q, chosen)
	}
	rating.Level = 1
	for _, chance := range []float64{1. / 2, 1. / 6, 1. / 32, 1. / 256} {
		if rating.Chance <= chance {
			rating.Level++
		}
	}
	return rating
}

// TestMissing checks that a missing table is an error.
func TestMissing(t *testing.T) {
	built := tabletest.Built(t, "KPvK", "KQvK")
	tables := probe.New(built)
	defer tables.Close()
	q := probe.Question{Position: tabletest.Position(t, "8/8/4P3/8/8/K7/8/7k w - - 0 1")}
	if _, err := difficulty.Rate(t.Context(), tables, q, difficulty.MostMoves); err != nil {
		t.Error(err)
	}
	without := tabletest.Copy(t, built)
	if err := without.Remove(t.Context(), "KQvK"); err != nil { // the pawn promotes on the way
		t.Fatal(err)
	}
	tables = probe.New(without)
	defer tables.Close()
	if _, err := difficulty.Rate(t.Context(), tables, q, difficulty.MostMoves); !errors.Is(err, store.ErrMissing) {
		t.Errorf("error %v without tables, want %v", err, store.ErrMissing)
	}
}

// TestUnproven checks that a rating names its unproven tables, though the position itself is of a proven one.
func TestUnproven(t *testing.T) {
	tables := tabletest.Copy(t, tabletest.Built(t, "KPvK", "KQvK", "KRvK"))
	class := tabletest.Classes(t, "KQvK")[0]
	tabletest.TableOf(t, tables, class).Put(t, tables, format.UnprovenName(class))
	if err := tables.Remove(t.Context(), "KQvK"); err != nil {
		t.Fatal(err)
	}
	prober := probe.New(tables).Unproven()
	defer prober.Close()
	if r := of(t, prober, "8/8/4P3/8/8/K7/8/7k w - - 0 1"); !r.Unproven {
		t.Errorf("the rating %+v does not depend on an unproven table", r)
	}
	if r := of(t, prober, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"); r.Unproven || r.Moves == 0 {
		t.Errorf("the rating %+v depends on an unproven table", r)
	}
}
