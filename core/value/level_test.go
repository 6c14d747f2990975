package value_test

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// leveled are metrics whose values take several levels, with a round for each ply and with two.
var leveled = []*value.Metric{
	value.DTM,
	metrictest.Short,
	value.DTC,
	metrictest.ShortDTC,
	value.DTZ50,
	metrictest.ShortDTZ,
}

// long is a class of which values take several levels.
var long = class("KRNvKNN")

func class(name string) material.Class {
	c, err := material.Parse(name)
	if err != nil {
		panic(err)
	}
	return c
}

// TestLevels checks that exactly one level has a value. The levels before it must refer to later ones, and those after
// it must not. A single level must have the byte of the value.
func TestLevels(t *testing.T) {
	for _, m := range leveled {
		most := m.Level(0, 2).Last()
		for _, last := range []int{
			0, most, most + 1, 3 * m.LevelRounds(), 3*m.LevelRounds() + 1, value.MostRounds, value.MaxRound,
		} {
			levels := m.Levels(last)
			if (levels == 1) != (last <= most) {
				t.Errorf("%s: %d levels for %d rounds", m.Name(), levels, last)
			}
			for _, v := range worstToBest(last) {
				wantStoredOnce(t, m, v, levels)
			}
		}
	}
}

func wantStoredOnce(t *testing.T, m *value.Metric, v value.Value, levels int) {
	t.Helper()
	stored := false
	for i := range levels {
		level := m.Level(i, levels)
		b := level.Byte(v)
		if levels == 1 && b != v.Byte() {
			t.Errorf("%v is %v", v, b.Value())
		}
		if level.IsLater(b) && b.Value().Outcome() != v.Outcome() {
			t.Errorf("level %d makes a %v a %v", i, v, b.Value().Outcome())
		}
		has := level.Has(b)
		if has && (stored || level.Value(b) != v) || !has && level.IsLater(b) == stored {
			t.Errorf("level %d of %d has %v for %v", i, levels, level.Value(b), v)
		}
		stored = stored || has
	}
	if !stored {
		t.Errorf("no level has %v", v)
	}
}

// TestSeen checks that the best of several moves is the best at each level, up to the one that has its round. It also
// checks that SeeAfter turns the bytes of a level into views.
func TestSeen(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, m := range leveled {
		of := long
		if m == value.DTC {
			of = class("KQPvKQ") // the limit of six men is unknown
		}
		levels := m.Seen(of)
		if len(levels) < 2 || !m.TakesLevels(of) {
			t.Fatalf("%s: %d levels", m.Name(), len(levels))
		}
		all := worstToBest(levels[len(levels)-1].Last() - value.MostWait)
		for range 20_000 {
			near := r.IntN(len(all))
			children := make([]child, 1+r.IntN(4))
			for i := range children {
				children[i] = child{kinds[r.IntN(len(kinds))], all[(near+r.IntN(12))%len(all)]}
				if r.IntN(3) == 0 {
					children[i].value = all[r.IntN(len(all))]
				}
			}
			if got, want := bestByLevels(m, levels, children), bestOf(m, children); got != want {
				t.Fatalf("%s: of moves to %v the best is a %v, want %v", m.Name(), children, got, want)
			}
		}
		for _, v := range all {
			for n := 1; n < len(levels); n++ {
				seen, stored := []value.Byte{levels[n-1].View(v)}, []value.Byte{levels[n].Byte(v)}
				if levels[n].ViewAfter(levels[n-1], seen, stored); stored[0] != levels[n].View(v) {
					t.Fatalf("%s: of a %v level %d sees %v, want %v", m.Name(), v, n, stored[0], levels[n].View(v))
				}
			}
		}
	}
	if six := value.DTM.Seen(long); !value.OnlyLevel.IsByte() || !six[0].IsByte() || six[1].IsByte() ||
		metrictest.Short.Seen(long)[0].IsByte() {
		t.Error("other levels are bytes")
	}
	five := class("KQPvKQ")
	if value.DTM.TakesLevels(five) || !value.DTC.TakesLevels(five) || value.DTC.TakesLevels(class("KQPvKR")) {
		t.Error("other classes take levels")
	}
}

// kinds has more quiet moves than others: all moves that restart the count are equally good.
var kinds = []value.MoveKind{value.Quiet, value.Quiet, value.Quiet, value.PawnMove, value.Promotion, value.Capture}

type child struct {
	kind  value.MoveKind
	value value.Value
}

// bestByLevels finds the best of some moves as solvers do.
func bestByLevels(m *value.Metric, levels []value.Level, children []child) value.Value {
	for _, level := range levels {
		var best value.Rank
		for _, child := range children {
			best = max(best, m.RanksIn(level, child.kind)[level.View(child.value)])
		}
		if b := best.Byte(); !level.IsLater(b) {
			return level.Value(b)
		}
	}
	return value.Draw
}

func bestOf(m *value.Metric, children []child) (best value.Value) {
	for i, child := range children {
		if v := m.After(child.kind, child.value); i == 0 || value.Compare(v, best) > 0 {
			best = v
		}
	}
	return best
}

// TestOverlapping checks that the best of several moves is right at two overlapping levels. The value after a move may
// be that after the best of some replies, as double pushes allow captures en passant.
func TestOverlapping(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, m := range []*value.Metric{value.DTM, metrictest.Short} {
		levels := []value.Level{m.Overlapping(0), m.Overlapping(1)}
		all := worstToBest(levels[1].Last() - 4)
		reply := func(children []value.Value) value.Value { // the value of a position after its quiet move or a reply
			quiet := children[0]
			for _, child := range children[1:] {
				if after := m.After(value.Capture, child); value.Compare(after, quiet) > 0 {
					quiet = after
				}
			}
			return quiet
		}
		for range 50_000 {
			near := r.IntN(len(all))
			moves := make([][]value.Value, 1+r.IntN(4))
			for i := range moves {
				for range 1 + r.IntN(3) {
					v := all[(near+r.IntN(12))%len(all)]
					if r.IntN(2) == 0 {
						v = all[r.IntN(len(all))]
					}
					moves[i] = append(moves[i], v)
				}
			}
			want := value.Draw
			for i, children := range moves {
				if v := m.After(value.PawnMove, reply(children)); i == 0 || value.Compare(v, want) > 0 {
					want = v
				}
			}
			if got := bestAfterReplies(m, levels, moves); got != want {
				t.Fatalf("%s: of moves to %v the best is a %v, want %v", m.Name(), moves, got, want)
			}
		}
	}
}

// bestAfterReplies finds the best of some moves as solvers do. The first value of a move is that without replies.
func bestAfterReplies(m *value.Metric, levels []value.Level, moves [][]value.Value) value.Value {
	for _, level := range levels {
		var best value.Rank
		for _, children := range moves {
			worst := m.RanksIn(level, value.PawnMove)[level.View(children[0])]
			for _, child := range children[1:] {
				capture := m.RanksIn(level, value.Capture)[level.View(child)]
				worst = min(worst, m.RanksIn(level, value.PawnMove)[capture.Byte()])
			}
			best = max(best, worst)
		}
		if b := best.Byte(); !level.IsLater(b) {
			return level.Value(b)
		}
	}
	return value.Draw
}
