package tile

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/value"
)

// TestAgreement holds what is looked up about neighbours to a look at one after
// the other, for neighbours that often agree.
func TestAgreement(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	ranks := []value.Rank{0, 100, drawn, 200}
	for range 200_000 {
		var c canvas
		t0 := trait(r.IntN(traits))
		some := func(among ...trait) cell {
			return cell(among[r.IntN(len(among))])<<8 | cell(ranks[r.IntN(1+r.IntN(len(ranks)))])
		}
		at := r.IntN(Size)
		here := cell(t0) << 8
		seen := []cell{}
		for _, distance := range []int{rowBefore, rankBefore, 1, 8} {
			near := some(t0, t0, t0, t0^1, illegal)
			c.cells[margin+at-distance] = near
			if trait(near>>8) == t0 {
				seen = append(seen, near)
			}
		}
		if r.IntN(3) > 0 {
			last := some(t0)
			c.last[t0] = 1<<16 | lastCell(last)
			seen = append(seen, last)
		}

		near := c.neighbours(at)
		a, found := agreements[compare(near, here, c.last[t0])], ranksOf(near, c.last[t0])
		want, pattern := seeEach(seen)
		if a.values() != len(want) || int(a>>patternShift) != pattern {
			t.Fatalf("%x agree as %x, want %d values, pattern %d", seen, a, len(want), pattern)
		}
		for k := range 3 {
			got := value.Rank(found >> (a >> (k * shiftBits) & shiftMask))
			switch {
			case k < len(want) && got != want[k],
				len(want) == 0 && got != drawn,
				0 < len(want) && len(want) <= k && got != want[len(want)-1]:
				t.Fatalf("of %x, rank %d is %d, want %d", seen, k, got, want)
			}
		}
	}
}

// seeEach returns the first three different ranks of some cells, and the number
// of the pattern in which they agree.
func seeEach(cells []cell) (ranks []value.Rank, pattern int) {
	var count [3]int
	for _, c := range cells {
		k := 0
		for k < len(ranks) && ranks[k] != c.rank() {
			k++
		}
		switch {
		case k < len(ranks):
		case k < 3:
			ranks = append(ranks, c.rank())
		}
		count[min(k, 2)]++
	}
	return ranks, int(patternOf[count[0]][count[1]][count[2]])
}
