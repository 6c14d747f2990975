package tile

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/value"
)

// TestAgreement checks agreements against a comparison of one neighbour after the other, for neighbours that often
// agree. It checks all entries of a tile, with comparisons of whole rows and of single entries.
func TestAgreement(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		var d Description
		c := &d.canvas
		ranks, someTraits := []value.Rank{0, 100, drawn, 200}, []trait{0, 3, 31}
		values := make([]value.Byte, Size)
		usual := ranks[r.IntN(len(ranks))]
		for i := range c.traits {
			c.traits[i] = illegal
			if i >= margin {
				at := i - margin
				if values[at] = usual.Byte(); r.IntN(3) == 0 {
					values[at] = ranks[r.IntN(len(ranks))].Byte()
				}
				if r.IntN(5) > 0 {
					c.traits[i] = someTraits[r.IntN(1+r.IntN(len(someTraits)))]
					c.legal[at/Side] |= 1 << (at % Side)
				}
			}
		}
		c.begin()
		for row := range Side {
			c.markTraits(row)
		}
		d.describe(values, &rowByRow, 1)
		for at := range Size {
			if c.legal[at/Side]>>(at%Side)&1 != 0 {
				wantAgreement(t, &d, at)
			}
		}
	}
}

// wantAgreement checks the agreement of an entry's neighbours against their ranks.
func wantAgreement(t *testing.T, d *Description, at int) {
	t.Helper()
	c := &d.canvas
	here := c.traits[margin+at]
	var seen []value.Rank
	for _, distance := range []int{rowBefore, rankBefore, 1, 8} {
		if c.traits[margin+at-distance] == here {
			seen = append(seen, value.Rank(c.ranks[margin+at-distance]))
		}
	}
	before, last := at-1, unknown|uint32(drawn)
	for before >= 0 && c.traits[margin+before] != here {
		before--
	}
	if before >= 0 {
		last = uint32(c.ranks[margin+before])
		seen = append(seen, value.Rank(last))
	}

	want, pattern := seeEach(seen)
	near, index := c.near(at, last)
	alone := &agreements[index]
	for _, a := range []*agreement{d.agreement(at), alone} {
		if int(a.values) != len(want) || int(a.hint) != pattern*relations*traits*outcomes {
			t.Fatalf("%v agree as %+v, want %d values, pattern %d", seen, a, len(want), pattern)
		}
		for k := range 3 {
			expected := drawn
			if len(want) > 0 {
				expected = want[min(k, len(want)-1)]
			}
			inTile, inWord := c.rank(at, a.from[k]), value.Rank(near>>a.shift[k])
			if inTile != expected || inWord != expected {
				t.Fatalf("of %v, rank %d is %d and %d, want %d", seen, k, inTile, inWord, expected)
			}
		}
	}
}

// seeEach returns the first three different ones of some ranks, and the number of the pattern in which they agree.
func seeEach(seen []value.Rank) (ranks []value.Rank, pattern int) {
	var count [3]int
	for _, rank := range seen {
		k := 0
		for k < len(ranks) && ranks[k] != rank {
			k++
		}
		if k == len(ranks) && k < 3 {
			ranks = append(ranks, rank)
		}
		count[min(k, 2)]++
	}
	return ranks, int(patternOf[count[0]][count[1]][count[2]])
}
