package find_test

import (
	"math"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
)

// TestPace checks that all parts of several tables are measured, that the seconds of parts add up, and that the time
// taken corrects them. Machines are too busy for a test of the times themselves.
func TestPace(t *testing.T) {
	for _, q := range []find.Query{
		{Values: find.Everything(), Kind: find.OnlyMove}, {Values: find.Everything(), Kind: find.Zugzwang, Both: true},
		{Values: find.Within(5, 5), Side: board.Black},
		{Values: find.Within(45, 45)}, // the first table has none
	} {
		joined, _ := several(t, q, "KRvK", "KPvK", "KRvKB")
		pace, entries := find.NewPace(joined), joined.Entries()
		if seconds, known := pace.Left(0, 100, entries, 1); known {
			t.Errorf("%f seconds are left before the first measurement", seconds)
		}
		for i := 0; !pace.IsDone(); i++ {
			if err := pace.Sample(); err != nil || i > 64 {
				t.Fatal(i, err)
			}
			if pace.Seconds(0, entries) <= 0 {
				t.Fatal("there is no estimate after a measurement")
			}
		}
		whole, middle := pace.Seconds(0, entries), entries/3
		one, other := pace.Seconds(0, middle), pace.Seconds(middle, entries)
		if math.Abs(one+other-whole) > whole/1e6 || one <= 0 || other <= 0 {
			t.Errorf("%f and %f are not %f", one, other, whole)
		}
		if left, known := pace.Left(0, middle, entries, 3*one); !known || math.Abs(left-3*other) > left/1e6 {
			t.Errorf("%f are left, %v, not %f", left, known, 3*other)
		}
		if left, known := pace.Left(0, entries, entries, 1); !known || left != 0 {
			t.Errorf("%f are left in the end, %v", left, known)
		}
	}
}
