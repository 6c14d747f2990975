package find_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
)

// times returns a function that is true some times.
func times(n int) func() bool { return func() bool { n--; return n >= 0 } }

// TestSize compares sizes with the numbers of positions found from some entries on: counted ones, all frames as
// samples, and estimates from some of both. The order of samples is always the same.
func TestSize(t *testing.T) {
	always, never := times(1<<30), times(0)
	for _, q := range []find.Query{
		{Values: find.Everything(), Kind: find.OnlyMove}, {Values: find.Everything(), Kind: find.Zugzwang, Both: true},
		{Values: find.Within(5, 5), Side: board.Black},
		{Values: find.Within(45, 45)}, // the first table has none
	} {
		joined, apart := several(t, q, "KRvK", "KPvK")
		entries := joined.Entries()
		for _, from := range []int64{0, entries / 3 &^ (1<<13 - 1), entries / 10 * 9, entries} {
			passed := func(f find.Found, from int64) int { return int(f.Next - 1 - from) }
			first, _ := slices.BinarySearchFunc(apart, from, passed)
			want := int64(len(apart) - first)
			size := func(counting, sampling func() bool) find.Size {
				size, err := joined.Size(from, counting, sampling)
				if err != nil {
					t.Fatal(err)
				}
				return size
			}
			if got := size(always, never); got != (find.Size{Low: want, High: want}) {
				t.Errorf("counted %v from %d, want %d", got, from, want)
			}
			if got := size(never, always); got != (find.Size{Low: want, High: want}) {
				t.Errorf("counted %v in all frames from %d, want %d", got, from, want)
			}
			if got := size(times(3), times(300)); got.Low > want || got.High < want {
				t.Errorf("estimated %v from %d, want %d", got, from, want)
			} else {
				t.Logf("%v for %d", got, want)
			}
		}
	}
}
