package ending

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/search"
)

// TestProve compares endings of seven and eight men with proofs by search, which needs no slices. Both are limited.
// Their bounds must overlap.
func TestProve(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	positions := rowsOf(t, func(row *row) bool {
		men := len(row.position.Men())
		return men > 6 && men <= search.MaxMen && (row.seconds < quick || long())
	})
	for i := range sizes(2, 90) {
		if i%4 == 0 {
			positions = append(positions, randomPawns(r, 5, board.Promotions[r.IntN(4)]))
		} else {
			positions = append(positions, randomPawns(r, 6))
		}
	}
	lib := library.New(fourMen(t), 1<<20)
	defer lib.Close()
	table := search.NewTable(64 << 20)
	both := 0
	for _, p := range positions {
		e := newEnding(t, p)
		e.solveUntil(t, int64(sizes(1<<22, 1<<26)))
		table.Clear()
		prove := func(p board.Position, nodes int) {
			proof, err := search.New(lib.Reader(t.Context()), table).UseKnownWins().Prove(
				t.Context(), p, search.Limits{Nodes: int64(nodes)},
			)
			if err != nil {
				t.Fatal(err)
			}
			low, high := e.boundsOf(t, p)
			if proof.Low > high || low > proof.High {
				t.Errorf("%s: %v to %v, a search proves %v to %v", p.FEN(), low, high, proof.Low, proof.High)
			}
			if low == high && proof.Low == proof.High {
				both++
			}
		}
		prove(p, sizes(5_000, 1_000_000))
		for _, m := range p.LegalMoves(nil) {
			prove(p.Play(m), sizes(1_000, 100_000))
		}
		e.sample(t, r, sizes(150, 1000), func(p board.Position) {
			if men := len(p.Men()); men > 6 && men <= search.MaxMen {
				prove(p, sizes(500, 10_000))
			}
		})
	}
	if both == 0 {
		t.Error("no position is decided by both")
	}
	t.Logf("%d endings, %d positions decided by both", len(positions), both)
}

// solveWithin returns the bounds of a position when the slices of its ending have a number of positions.
func solveWithin(t testing.TB, p board.Position, positions int64) *verdict {
	t.Helper()
	e := newEnding(t, p)
	e.solveUntil(t, positions)
	r, err := e.Result()
	if err != nil {
		t.Fatal(err)
	}
	return &verdict{low: r.Low, high: r.High, moves: outcomes(r)}
}

// solveUntil solves an ending until its slices have a number of positions. It reports whether the ending was stopped.
func (e *Ending) solveUntil(t testing.TB, positions int64) (stopped bool) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	err := e.Solve(ctx, func(done Progress) {
		if done.Positions > positions {
			stop()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return ctx.Err() != nil
}
