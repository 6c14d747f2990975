package ending

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/search"
)

// mostSearched is the largest number of men of positions that are searched. With more, few searches decide anything.
const mostSearched = 8

// TestProve compares endings of seven and eight men with proofs by search.
func TestProve(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	positions := rowsOf(t, func(row *row) bool {
		men := len(row.position.Men())
		return men > 6 && men <= mostSearched && (row.seconds < quick || long())
	})
	for i := range sizes(2, 92) {
		if i%4 == 0 {
			positions = append(positions, randomPawns(r, 5, board.Promotions[r.IntN(4)]))
		} else {
			positions = append(positions, randomPawns(r, 6))
		}
	}
	newProofs(t, 7).compare(t, r, positions, &limits{
		positions: sizes(1<<22, 1<<24), root: sizes(5_000, 200_000), move: sizes(1_000, 20_000),
		samples: sizes(150, 300), sample: sizes(500, 2_000),
	})
}

// TestProveSmall compares endings of five and six men with proofs by search.
func TestProveSmall(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	var positions []board.Position
	for i := range sizes(4, 2000) {
		switch i % 4 {
		case 0:
			positions = append(positions, randomPawns(r, 2+r.IntN(2), board.Promotions[r.IntN(4)]))
		default:
			positions = append(positions, randomPawns(r, 3+r.IntN(2)))
		}
	}
	newProofs(t, 5).compare(t, r, positions, &limits{
		positions: 1 << 22, root: 5_000, move: 500, samples: 10, sample: 500,
	})
}

// limits are those of a comparison: positions in the solved slices of an ending, and nodes of searches.
type limits struct{ positions, root, move, samples, sample int }

// proofs compares endings with proofs by search, which needs no slices. Both are limited. Their bounds must overlap.
type proofs struct {
	*library.Library
	table *search.Table
	least int // men of positions that are compared

	checked, byEnding, bySearch, both int // positions, and how many of them are decided
}

func newProofs(t *testing.T, least int) *proofs {
	p := &proofs{Library: library.New(fourMen(t), 1<<20), table: search.NewTable(64 << 20), least: least}
	t.Cleanup(func() { p.Close() })
	return p
}

// compare compares some positions, their moves, and samples of their endings.
func (c *proofs) compare(t *testing.T, r *rand.Rand, positions []board.Position, most *limits) {
	for i, p := range positions {
		e := newEnding(t, p)
		e.solveUntil(t, int64(most.positions))
		c.table.Clear()
		c.prove(t, e, p, most.root)
		for _, m := range p.LegalMoves(nil) {
			c.prove(t, e, p.Play(m), most.move)
		}
		e.sample(t, r, most.samples, func(p board.Position) {
			if men := len(p.Men()); men >= c.least && men <= mostSearched {
				c.prove(t, e, p, most.sample)
			}
		})
		if i%100 == 99 || i == len(positions)-1 {
			t.Logf("%d endings, %d positions: %d decided by endings, %d by searches, %d by both", i+1, c.checked,
				c.byEnding, c.bySearch, c.both)
		}
	}
	if c.both == 0 {
		t.Error("no position is decided by both")
	}
}

// prove compares a position of an ending.
func (c *proofs) prove(t *testing.T, e *Ending, p board.Position, nodes int) {
	s := search.New(c.Reader(t.Context()), c.table).UseKnownWins()
	proof, err := s.Prove(t.Context(), p, search.Limits{Nodes: int64(nodes)})
	if err != nil {
		t.Fatal(err)
	}
	low, high := e.boundsOf(t, p)
	if proof.Low > high || low > proof.High {
		t.Errorf("%s: %v to %v, a search proves %v to %v", p.FEN(), low, high, proof.Low, proof.High)
	}
	c.checked++
	if low == high {
		c.byEnding++
	}
	if proof.Low == proof.High {
		c.bySearch++
		if low == high {
			c.both++
		}
	}
}

// solveWithin returns the bounds of a position when the slices of its ending have a number of positions.
func solveWithin(t testing.TB, p board.Position, positions int64) *verdict {
	t.Helper()
	e := newEnding(t, p)
	stopped := e.solveUntil(t, positions)
	r, err := e.Result()
	if err != nil {
		t.Fatal(err)
	}
	return &verdict{r.Low, r.High, outcomes(r), r.Solved, stopped}
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
