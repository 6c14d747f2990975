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
	lib := library.New(store.NewFileStore(*tablesDir), 64<<20)
	defer lib.Close()
	a := &against{tables: lib.Reader(t.Context())}
	r := rand.New(rand.NewPCG(51, 5))
	var classes []material.Class
	for _, class := range material.All(5) {
		pawns := class.Count(board.White, board.Pawn) + class.Count(board.Black, board.Pawn)
		if pawns == 0 {
			continue
		}
		p := tabletest.RandomPosition(r, class) // with two pieces at most
		if _, stored, err := a.tables.Value(&p); err == nil && stored == library.Here {
			classes = append(classes, class)
		}
	}
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
		for _, p := range rootsOf(t, r, class) {
			a.compare(t, r, p)
		}
		t.Logf("up to %v: %+v", class, *a)
		a.tables = lib.Reader(t.Context())
	}
	if a.bare > 0 {
		t.Errorf("%d of %d roots and moves are undecided", a.bare, a.checked)
	}
}

// rootsOf returns random positions of a class. With two pieces a slice takes a second. So in quick tests the endings
// with a pawn each are given ones, in which a single slice has two pieces.
func rootsOf(t *testing.T, r *rand.Rand, class material.Class) (list []board.Position) {
	if class.String() == "KPvKP" && !long() {
		for _, fen := range []string{
			"8/8/4K3/8/8/8/1p3P2/3k4 b - - 0 1", // two queens
			"8/8/1P3k2/3Kp3/8/8/8/8 w - - 0 1",  // both pawns run
			"8/4p3/8/3P4/8/8/7K/1k6 w - - 0 1",  // a jump into a capture en passant
			"8/1k6/8/8/3P4/3p4/8/5K2 w - - 0 1", // the pawns have passed each other
			"8/2P4k/8/8/8/K1p5/8/8 b - - 0 1",   // a pawn promotes first
		} {
			list = append(list, tabletest.Position(t, fen))
		}
		return list
	}
	for range sizes(3, 15) {
		list = append(list, tabletest.RandomPosition(r, class))
	}
	return list
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
	outcome, there := a.outcome(t, p)
	if !there {
		if *tablesDir == "" {
			t.Fatalf("%s is in no table", p.FEN())
		}
		return low, high
	}
	a.checked++
	if low == high {
		a.decided++
	}
	if outcome < low || outcome > high {
		t.Errorf("%s: %v to %v, the table says %v", p.FEN(), low, high, outcome)
	}
	return low, high
}

// outcome returns the outcome of a position in the tables, and whether they have it. If they do not store the side to
// move, its moves decide.
func (a *against) outcome(t *testing.T, p board.Position) (best value.Outcome, there bool) {
	t.Helper()
	v, stored, err := a.tables.Value(&p)
	if err != nil {
		t.Fatal(err)
	}
	if stored != library.NextPly {
		return v.Outcome(), stored == library.Here
	}
	moves := p.LegalMoves(nil)
	if len(moves) == 0 && !p.InCheck(p.Turn) {
		return value.Drawn, true
	}
	best = value.Loss
	for _, m := range moves {
		after, there := a.outcome(t, p.Play(m))
		if !there {
			return value.Drawn, false
		}
		best = max(best, -after)
	}
	return best, true
}
