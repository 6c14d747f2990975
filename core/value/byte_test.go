package value_test

import (
	"testing"

	"github.com/matewright/matewright/core/value"
)

// TestRankOrdersValues checks that the ranks of bytes are in the order of their values. It also checks the order of
// wide values.
func TestRankOrdersValues(t *testing.T) {
	order := worstToBest(value.MaxByteRound)
	if len(order) != 256 {
		t.Fatalf("%d values", len(order))
	}
	for i, v := range order {
		b := v.Byte()
		if got := b.Rank(); got != value.Rank(i) {
			t.Errorf("%v has rank %d, want %d", v, got, i)
		}
		if got := value.Rank(i); got.Byte() != b || got.Value() != v || b.Value() != v {
			t.Errorf("rank %d is %v, want %v", i, got.Value(), v)
		}
	}
	if value.DrawByte.Rank() != value.DrawRank {
		t.Errorf("a draw has rank %d", value.DrawByte.Rank())
	}
	order = worstToBest(value.MaxRound)
	for i := range order[1:] {
		worse, better := order[i], order[i+1]
		if value.Compare(worse, better) >= 0 || value.Compare(better, worse) <= 0 ||
			value.Compare(better, better) != 0 {
			t.Fatalf("%v is no worse than %v", worse, better)
		}
	}
}

// worstToBest lists the values up to a round, for the side to move.
func worstToBest(last int) (order []value.Value) {
	for round := 0; round <= last; round += 2 {
		order = append(order, value.Decided(round))
	}
	order = append(order, value.Draw)
	for round := (last - 1) | 1; round > 0; round -= 2 {
		order = append(order, value.Decided(round))
	}
	return order
}

// TestWideValues checks that values wider than a byte keep their round and outcome, and are never cut.
func TestWideValues(t *testing.T) {
	for _, round := range []int{255, 256, 511, 524, value.MaxRound} {
		v := value.Decided(round)
		want := value.Loss
		if round%2 == 1 {
			want = value.Win
		}
		if v.Round() != round || v.Outcome() != want {
			t.Errorf("round %d: %v", round, v)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("round %d became a byte", round)
				}
			}()
			v.Byte()
		}()
	}
}
