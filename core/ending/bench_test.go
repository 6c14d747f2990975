package ending

import (
	"math"
	"testing"

	"github.com/matewright/matewright/core/internal/tabletest"
)

// BenchmarkSlices solves all slices of kings and pawns that three pawns against three can reach before a promotion, on
// one thread.
func BenchmarkSlices(b *testing.B) {
	p := tabletest.Position(b, "8/5pk1/6p1/7p/7P/6P1/5PK1/8 w - - 0 1")
	list, err := beforePromotions(b.Context().Err, &p, math.MaxInt-1)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		e := newEnding(b, p)
		e.crew.solvers = e.crew.solvers[:1]
		if err := e.solveAll(b.Context(), inOrder(list)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(list))*float64(b.N)/b.Elapsed().Seconds(), "slices/s")
}

// BenchmarkPieces solves slices with a rook and with a rook each, on one thread.
func BenchmarkPieces(b *testing.B) {
	for name, fen := range map[string]string{
		"rook":       "8/8/5pk1/6p1/6P1/5RK1/5P2/8 w - - 0 1",
		"rooks":      "8/8/1r3pk1/6p1/6P1/5RK1/5P2/8 w - - 0 1",
		"queen":      "8/6k1/3p4/p2P1p2/P2P1P2/8/8/KQ6 w - - 0 1",
		"kings only": "8/8/5pk1/6p1/6P1/6K1/5P2/8 w - - 0 1",
	} {
		b.Run(name, func(b *testing.B) {
			p := tabletest.Position(b, fen)
			e := newEnding(b, p)
			root, _ := sliceOf(&p)
			for b.Loop() {
				if _, err := e.crew.solvers[0].solve(b.Context(), root); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
