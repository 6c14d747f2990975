package ending

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

var (
	tablesDir = flag.String("tables", "", "a directory of `tables` with five men, to compare endings with")
	positions = flag.Int("positions", 2000, "how many positions with five men are solved as endings")
)

// TestFiveMen solves random positions of five men, with at most two pieces, and compares them with the tables of a
// directory. Endings that take more than a few slices are stopped: bounds must contain the outcome at any time.
func TestFiveMen(t *testing.T) {
	if *tablesDir == "" {
		t.Skip()
	}
	stored := store.NewFileStore(*tablesDir)
	lib := library.New(stored, 64<<20)
	defer lib.Close()
	var classes []material.Class
	for _, name := range tabletest.Names(t, stored) {
		class, err := material.Parse(name)
		pawns := class.Count(board.White, board.Pawn) + class.Count(board.Black, board.Pawn)
		if err == nil && class.Men() == 5 && pawns > 0 { // then there are two pieces at most
			classes = append(classes, class)
		}
	}
	a := &against{tables: lib.Reader(t.Context())}
	r := rand.New(rand.NewPCG(51, 5))
	for i := range *positions {
		p := tabletest.RandomPosition(r, classes[i%len(classes)])
		e := newEnding(t, p)
		e.solveUntil(t, 1<<22)
		a.roots++
		if low, high := a.check(t, e, p); low < high {
			a.open++
		}
		e.sample(t, r, 50, func(p board.Position) { a.check(t, e, p) })
		if i%100 == 99 {
			t.Logf("%d positions of %d classes: %+v", i+1, len(classes), *a)
			a.tables = lib.Reader(t.Context())
		}
	}
}

// against compares an ending with tables.
type against struct {
	tables            *library.Reader
	checked, decided  int
	roots, open, bare int // endings, undecided roots and moves, and those among them with two pieces at most
}

// TestTables compares endings with tables: random roots, their moves, and positions of all slices that were solved.
func TestTables(t *testing.T) {
	names := pawnClasses()
	lib := library.New(fourMen(t), 64<<20)
	defer lib.Close()
	a := &against{tables: lib.Reader(t.Context())}
	r := rand.New(rand.NewPCG(51, 1))
	for _, class := range tabletest.Classes(t, names...) {
		for range sizes(3, 15) { // with two queens a slice takes a second
			a.compare(t, r, tabletest.RandomPosition(r, class))
		}
		t.Logf("up to %v: %+v", class, *a)
		a.tables = lib.Reader(t.Context())
	}
	if a.bare > 0 {
		t.Errorf("%d of %d roots and moves are undecided", a.bare, a.checked)
	}
}

// pawnClasses returns the names of classes to compare.
func pawnClasses() []string {
	names := []string{"KPvK", "KPvKP"}
	if long() {
		names = append(names, "KPPvK", "KBPvK", "KNPvK", "KRPvK", "KQPvK", "KQvKP", "KRvKP", "KBvKP", "KNvKP")
	}
	return names
}

// fourMen returns a store with the tables of [pawnClasses] and all that these need. Tests share it.
func fourMen(t testing.TB) store.Store {
	t.Helper()
	if built == nil {
		built = tabletest.Built(t, pawnClasses()...)
	}
	return built
}

var built store.Store

// compare solves the ending of a position. It compares the root, its moves, and positions of all solved slices.
func (a *against) compare(t *testing.T, r *rand.Rand, p board.Position) {
	e := newEnding(t, p)
	if err := e.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	positions := []board.Position{p}
	for _, m := range p.LegalMoves(nil) {
		positions = append(positions, p.Play(m))
	}
	a.roots++
	for _, p := range positions {
		if low, high := a.check(t, e, p); low < high {
			a.open++
			if s, _ := sliceOf(&p); s.pieces.count() <= MaxPieces {
				a.bare++
				t.Logf("%s is undecided", p.FEN())
			}
		}
	}
	for _, s := range e.solvedSlices() {
		f := frameOf(s.pieces)
		stride := sizes(7, 1)
		if f.words() > 64 {
			stride = sizes(4999, 97) // a prime number, so that all squares occur
		}
		all := 2 * 64 * f.words()
		for i := r.IntN(stride); i < all; i += stride {
			q := positionOf(s, board.Color(i&1), i>>7, board.Square(i>>1&63))
			if isLegal(&q) && q.Occupied().Count() > 2 {
				a.check(t, e, q)
			}
		}
	}
}

// check compares the bounds of a position with its table.
func (a *against) check(t *testing.T, e *Ending, p board.Position) (low, high value.Outcome) {
	low, high = e.boundsOf(t, p)
	if len(p.Men()) > material.MaxMen || len(p.Men()) < 3 {
		return low, high
	}
	v, stored, err := a.tables.Value(&p)
	if err != nil {
		t.Fatal(err)
	}
	if stored != library.Here {
		if *tablesDir == "" {
			t.Fatalf("%s is in no table", p.FEN())
		}
		return low, high
	}
	a.checked++
	if low == high {
		a.decided++
	}
	if v.Outcome() < low || v.Outcome() > high {
		t.Errorf("%s: %v to %v, the table says %v", p.FEN(), low, high, v.Outcome())
	}
	return low, high
}
