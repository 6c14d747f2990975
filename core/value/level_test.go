package value_test

import (
	"testing"

	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/value"
)

// TestLevels: of the bytes that the levels tell of a value exactly one says it, the first that says no later one does; and what
// fits into a byte is told as it is.
func TestLevels(t *testing.T) {
	for _, m := range []*value.Metric{value.DTM, metrictest.Short} {
		most := m.LevelRounds() + 2
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
