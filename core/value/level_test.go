package value_test

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/value"
)

// TestLevels: of the bytes that the levels tell of a value exactly one says it, the first that says no later one does; and what
// fits into a byte is told as it is.
func TestLevels(t *testing.T) {
	for _, m := range []*value.Metric{value.DTM, metrictest.Short} {
		most := m.LevelRounds()
		for _, last := range []int{0, most, most + 1, 3 * m.LevelRounds(), 3*m.LevelRounds() + 1, 524, value.MaxRound} {
			levels := m.Levels(last)
			if (levels == 1) != (last <= most) {
				t.Errorf("%s: %d levels for %d rounds", m.Name(), levels, last)
			}
			for _, v := range worstToBest(last) {
				wantToldOnce(t, m, v, levels)
			}
		}
	}
}

func wantToldOnce(t *testing.T, m *value.Metric, v value.Value, levels int) {
	t.Helper()
	told := false
	for i := range levels {
		level := m.Level(i, levels)
		b := level.Byte(v)
		if levels == 1 && b != v.Byte() {
			t.Errorf("%v is %v", v, b.Value())
		}
		if level.IsMore(b) && b.Value().Outcome() != v.Outcome() {
			t.Errorf("level %d makes a %v a %v", i, v, b.Value().Outcome())
		}
		says := level.Says(b)
		if says && (told || level.Value(b) != v) || !says && level.IsMore(b) == told {
			t.Errorf("level %d of %d says %v of %v", i, levels, level.Value(b), v)
		}
		told = told || says
	}
	if !told {
		t.Errorf("no level says %v", v)
	}
}

// TestSeen: of several moves the best is the best at each level, up to the one that says how long it takes; and what is seen at a level
// is what that tells, and before it what is seen at the level before.
func TestSeen(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, m := range []*value.Metric{value.DTM, metrictest.Short} {
		levels := m.Seen(6)
		if len(levels) < 3 || !m.TakesLevels(6) || value.DTM.TakesLevels(5) {
			t.Fatalf("%s: %d levels", m.Name(), len(levels))
		}
		all := worstToBest(520)
		for range 20_000 {
			near := r.IntN(len(all))
			children := make([]value.Value, 1+r.IntN(4))
			for i := range children {
				children[i] = all[(near+r.IntN(12))%len(all)]
				if r.IntN(3) == 0 {
					children[i] = all[r.IntN(len(all))]
				}
			}
			if got, want := bestByLevels(m, levels, children), bestOf(m, children); got != want {
				t.Fatalf("%s: of moves to %v the best is a %v, want %v", m.Name(), children, got, want)
			}
		}
		for _, v := range all {
			for n := 1; n < len(levels); n++ {
				seen, told := []value.Byte{levels[n-1].Sees(v)}, []value.Byte{levels[n].Byte(v)}
				if levels[n].SeeAfter(levels[n-1], seen, told); told[0] != levels[n].Sees(v) {
					t.Fatalf("%s: of a %v level %d sees %v, want %v", m.Name(), v, n, told[0], levels[n].Sees(v))
				}
			}
		}
	}
	if !value.OnlyLevel.IsByte() || !value.DTM.Seen(6)[0].IsByte() || value.DTM.Seen(6)[1].IsByte() || metrictest.Short.Seen(6)[0].IsByte() {
		t.Error("other levels are bytes")
	}
}

// bestByLevels finds the best of some moves as solvers do.
func bestByLevels(m *value.Metric, levels []value.Level, children []value.Value) value.Value {
	for _, level := range levels {
		var best value.Rank
		for _, child := range children {
			best = max(best, m.RanksIn(level, value.Quiet)[level.Sees(child)])
		}
		if b := best.Byte(); !level.IsMore(b) {
			return level.Value(b)
		}
	}
	return value.Draw
}

func bestOf(m *value.Metric, children []value.Value) (best value.Value) {
	for i, child := range children {
		if v := m.After(value.Quiet, child); i == 0 || value.Compare(v, best) > 0 {
			best = v
		}
	}
	return best
}
