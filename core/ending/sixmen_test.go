package ending

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/store"
)

var sixMenRoots = flag.Int("six", 0, "how many positions with six men endings have to decide")

// piecesOfSix are endings of six men with a piece each. Their tables take minutes.
var piecesOfSix = []string{
	"8/2p5/2P2k2/8/8/3NK3/8/4n3 w - - 0 1",
	"8/2p5/2P2k2/8/6B1/4K3/8/4n3 w - - 0 1",
	"8/2p5/2P2k2/8/6R1/4K3/8/4r3 w - - 0 1",
	"8/8/8/4k3/1p6/1P2Q3/4K3/6q1 w - - 0 1",
}

// TestSixMen solves random positions of six men, until enough of them are decided. It compares them, and others of
// their endings, with tables of the slices that play can reach. Positions with the same pawns share their tables.
// Endings that take more than a few slices are stopped, as in TestFiveMen.
func TestSixMen(t *testing.T) {
	if *sixMenRoots == 0 {
		t.Skip()
	}
	const rootsOfPawns = 100
	tables := store.Store(store.NewMemStore())
	if *tablesDir != "" {
		tables = store.NewFileStore(*tablesDir)
	}
	r := rand.New(rand.NewPCG(51, 6))
	a := new(against)
	for i := 0; a.roots-a.open < *sixMenRoots; i++ {
		p := tabletest.Position(t, piecesOfSix[i/8%len(piecesOfSix)])
		if i%8 < 7 {
			p = pawnsOfSix(t, r, tables)
		}
		buildFor(t, tables, p)
		lib := library.New(tables, 256<<20)
		a.tables = lib.Reader(t.Context())
		for range rootsOfPawns {
			p = scattered(r, p)
			e := newEnding(t, p)
			e.solveUntil(t, 1<<24)
			a.roots++
			before := a.checked
			if low, high := a.check(t, e, p); low < high {
				a.open++
			}
			if a.checked == before {
				t.Fatalf("%s is in no table", p.FEN())
			}
			e.sample(t, r, 50, func(p board.Position) { a.check(t, e, p) })
		}
		t.Logf("after %s: %d roots, %d of them open; %d positions, %d decided", p.FEN(), a.roots, a.open, a.checked,
			a.decided)
		lib.Close()
	}
}

// pawnsOfSix returns a position with four pawns, two of which block each other, so that few slices of six men follow.
func pawnsOfSix(t *testing.T, r *rand.Rand, tables store.Store) board.Position {
	t.Helper()
	for {
		var men []board.Man
		blocked := board.NewSquare(r.IntN(8), 1+r.IntN(5))
		squares := []board.Square{blocked, blocked + 8}
		for len(squares) < 4 {
			squares = append(squares, board.NewSquare(r.IntN(8), 1+r.IntN(6)))
		}
		for i, s := range squares {
			c := board.Color(i & 1)
			if i == 2 {
				c = board.Color(r.IntN(2)) // three pawns against one, sometimes
			}
			men = append(men, board.Man{Color: c, Type: board.Pawn, Square: s})
		}
		for _, c := range board.Colors {
			men = append(men, board.Man{Color: c, Type: board.King, Square: board.Square(r.IntN(64))})
		}
		p := board.NewPosition(board.White, men...)
		if !isLegal(&p) {
			continue
		}
		job, err := builder.PlanPositions(t.Context(), tables, p)
		if err != nil {
			t.Fatal(err)
		}
		size := int64(0)
		for _, step := range job.Steps {
			size += step.Positions
		}
		if size < 500<<20 {
			return p
		}
	}
}

// buildFor builds the tables that a position needs.
func buildFor(t *testing.T, tables store.Store, p board.Position) {
	t.Helper()
	job, err := builder.PlanPositions(t.Context(), tables, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := builder.Build(t.Context(), tables, job, builder.Options{Budget: 2 << 30}); err != nil {
		t.Fatal(err)
	}
}

// scattered returns a legal position with the same pawns, and the other men on random squares.
func scattered(r *rand.Rand, p board.Position) board.Position {
	for {
		var men []board.Man
		for _, m := range p.Men() {
			if m.Type != board.Pawn {
				m.Square = board.Square(r.IntN(64))
			}
			men = append(men, m)
		}
		if q := board.NewPosition(board.Color(r.IntN(2)), men...); isLegal(&q) {
			return q
		}
	}
}
