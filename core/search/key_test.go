package search

import (
	"maps"
	bigmath "math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
)

// TestKeys plays at random from positions with few and many men. It checks that two positions have the same key if and
// only if they are equal.
func TestKeys(t *testing.T) {
	positions, keys := map[key]string{}, map[string]key{}
	r := rand.New(rand.NewPCG(3, 1))
	for _, fen := range []string{
		"8/8/8/8/8/8/8/K1k5 w - - 0 1",
		"8/8/8/3k4/8/4P3/8/4K3 w - - 0 1",
		"8/2p5/8/3k4/1P6/8/8/4K2R w - - 0 1",
		"4k3/p1p1p3/8/1P1P4/8/8/2P5/4K3 w - - 0 1",
		"4k3/2pp4/8/8/1P2P3/8/3P4/4K3 b - - 0 1",
		"qqqk4/8/8/8/8/8/8/4KRRR w - - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
		"4k2r/7p/8/8/8/8/7P/4K2R b Kk - 0 1",
		"r3k2r/8/8/p1p1p1p1/PpPpPp1P/1P1P4/8/R3K2R w KQkq - 0 1",
		"4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/R3K3 w Q - 0 1",
	} {
		for range 2000 {
			p := tabletest.Position(t, fen)
			for range 40 {
				k, name := keyOf(&p), nameOf(&p)
				if other, seen := positions[k]; seen && other != name {
					t.Fatalf("%s and %s have the same key", name, other)
				}
				if other, seen := keys[name]; seen && other != k {
					t.Fatalf("%s has two keys", name)
				}
				positions[k], keys[name] = name, k
				moves := p.LegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				p = p.Play(moves[r.IntN(len(moves))])
			}
		}
	}
	if len(keys) < 100_000 {
		t.Errorf("only %d positions came up", len(keys))
	}
}

// nameOf returns a name that does not depend on the order of the men.
func nameOf(p *board.Position) string {
	q := board.NewPosition(
		p.Turn,
		slices.SortedFunc(slices.Values(p.Men()), func(a, b board.Man) int { return int(a.Square) - int(b.Square) })...)
	q.EnPassant, q.Rights = p.EnPassant, p.Rights
	return q.FEN()
}

// TestRanks counts small sets in the order of ranks, and checks that the largest keys are below 2^64 and 2^128.
func TestRanks(t *testing.T) {
	next := smaller[2].low
	for high := 1; high < manCodes; high++ {
		for low := range high {
			if rank := smaller[2].low + ranks[0][low].low + ranks[1][high].low; rank != next {
				t.Fatalf("men %d and %d have rank %d, want %d", low, high, rank, next)
			}
			next++
		}
	}
	if next != smaller[3].low {
		t.Errorf("sets of three begin at %d, want %d", smaller[3].low, next)
	}
	for men, bits := range map[int]int{shortMen: 64, MaxMen: 128} {
		last := big(smaller[men])
		for i := range men {
			last.Add(last, big(ranks[i][manCodes-men+i]))
		}
		if last.BitLen() >= bits {
			t.Errorf("%d men: with the side to move, rank %d does not fit in %d bits", men, last, bits)
		}
	}
	if !slices.IsSortedFunc(smaller[:], func(a, b key) int { return big(a).Cmp(big(b)) }) {
		t.Errorf("%d are not in order", smaller)
	}
}

// big returns the number of a key.
func big(k key) *bigmath.Int {
	high := new(bigmath.Int).SetUint64(k.high)
	return high.Lsh(high, 64).Add(high, new(bigmath.Int).SetUint64(k.low))
}

// TestPlaces checks that keys use all places of a table about equally, for any number of places.
func TestPlaces(t *testing.T) {
	for _, n := range []int{4, 7, 100, 1023} {
		counts := map[int]int{}
		for k := range uint64(1000 * n) {
			counts[key{low: k}.place(n)]++
		}
		least, most := slices.Min(slices.Collect(maps.Values(counts))), slices.Max(slices.Collect(maps.Values(counts)))
		if len(counts) != n || least < 800 || most > 1200 {
			t.Errorf("of %d places %d are used, each %d to %d times of 1000", n, len(counts), least, most)
		}
	}
}
