package ending

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/value"
)

// attacks returns positions that are hard for a solver: en passant, promotions with captures, stalemates, mates, checks
// and full files. Random ones follow.
func attacks(r *rand.Rand, random int) (list []attack) {
	for _, a := range []struct {
		fen           string
		pieces, depth int
	}{
		{"8/8/8/8/1pP5/kp6/1p6/1K6 b - c3 0 1", 0, 9},                // en passant at the root
		{"8/8/8/8/1pP1p3/kp2P3/1p6/1K6 b - c3 0 1", 0, 9},            // nearly stalemate without it
		{"8/8/8/8/kpPp4/1p1P4/1P6/1K6 b - c3 0 1", 0, 9},             // two can take
		{"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", 0, 9},                  // White takes
		{"8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1", 1, 0},                  // taking opens a rank
		{"8/8/8/8/k1Pp3Q/8/8/4K3 b - - 0 1", 1, 0},                   // an illegal capture en passant
		{"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 0, 9},                  // a check to be taken en passant
		{"7k/8/8/p1p5/PpP5/1P6/1K6/8 w - - 0 1", 0, 9},               // no pawn can move
		{"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 0, 2},        // full files
		{"4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 b - - 0 1", 0, 9}, // locked
		{"k7/P7/K7/8/8/8/7p/8 b - - 0 1", 0, 9},                      // a pawn promotes, or stalemate
		{"k7/2K5/1P6/7p/7P/8/8/8 b - - 0 1", 0, 9},                   // stalemate
		{"k7/1P6/K7/1P5p/7P/8/8/8 b - - 0 1", 0, 9},                  // mate is near, a check
		{"k7/1PK5/P7/8/7p/7P/8/8 b - - 0 1", 0, 9},                   // mate
		{"8/PPPPPPPP/8/2k5/8/4K3/pppppppp/8 w - - 0 1", 0, 0},        // all can promote
		{"1n2k3/P6P/8/8/8/8/8/4K3 w - - 0 1", 1, 1},                  // promotion by capture
		{"4k3/8/8/8/8/8/p6p/1N2K3 b - - 0 1", 1, 1},                  // the same for Black
		{"8/8/8/8/8/k7/p7/K7 w - - 0 1", 0, 9},                       // stalemate of White
		{"k7/8/8/8/8/8/8/K7 w - - 0 1", 0, 0},                        // kings only
		{"8/4P1k1/8/5pP1/8/8/8/K7 w - f6 0 1", 1, 3},                 // a check by en passant
		{"8/6k1/8/5pP1/8/8/1p6/K7 w - f6 0 1", 1, 3},                 // in check, en passant does not help
		{"8/8/8/8/1k1pP3/8/1B6/K7 b - e3 0 1", 1, 1},                 // taking ends no pin
	} {
		p, err := board.ParseFEN(a.fen)
		if err != nil {
			panic(err)
		}
		list = append(list, attack{p, a.pieces, a.depth})
	}
	for i := range random {
		list = append(list, attack{randomPawns(r, 3+r.IntN(6)), 0, 10})
		if i%4 == 0 {
			kind := board.Promotions[r.IntN(4)]
			list = append(list, attack{randomPawns(r, 1+r.IntN(4), kind), 1, 1})
		}
	}
	return list
}

// An attack is a position, and which slices are solved: those with few pieces, within some moves out of slices.
type attack struct {
	position      board.Position
	pieces, depth int
}

func (a *attack) solve(t testing.TB) *Ending {
	return solved(t, a.position, nearby(a.position, a.pieces, a.depth))
}

// TestConsistent compares the bounds of random positions with those of their moves.
func TestConsistent(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	c := &consistency{T: t}
	for _, a := range attacks(r, sizes(12, 400)) {
		c.check(r, a.solve(t), false)
	}
	whole := []board.Position{
		tabletest.Position(t, "8/8/8/8/1pP5/kp6/1p6/1K6 b - c3 0 1"),
		tabletest.Position(t, "k7/P7/K7/8/8/8/7p/8 b - - 0 1"),
		tabletest.Position(t, "8/8/1k1p4/p2P1p2/P1KP1P2/8/8/8 b - - 0 1"),
	}
	for range sizes(3, 100) {
		whole = append(whole, randomPawns(r, 1+r.IntN(3)))
	}
	for _, p := range whole {
		for _, most := range []int64{1 << 17, 1 << 22, int64(sizes(1<<23, 1<<25))} {
			e := newEnding(t, p)
			c.check(r, e, e.solveUntil(t, most))
		}
	}
	if c.decided < c.checked/20 || c.decided > c.checked*9/10 {
		t.Errorf("%d of %d positions are won or lost", c.decided, c.checked)
	}
	t.Logf("%d positions, %d won or lost", c.checked, c.decided)
}

type consistency struct {
	*testing.T
	checked, decided int
}

// check compares bounds of an ending. If it was stopped, slices may not have the last bounds of those after them. After
// a jump into an unsolved slice, the moves of the other side may narrow the bounds, but no slice contains these.
func (c *consistency) check(r *rand.Rand, e *Ending, stopped bool) {
	visit := func(p board.Position) {
		low, high := e.boundsOf(c, p)
		wantLow, wantHigh := byMoves(c, e, p)
		loose := stopped || slices.ContainsFunc(p.LegalMoves(nil), func(m board.Move) bool {
			next := p.Play(m)
			s, _ := sliceOf(&next)
			_, known := e.kept.find(s)
			return !known && next.EnPassant != board.NoSquare
		})
		if low > wantLow || high < wantHigh || !loose && (low < wantLow || high > wantHigh) {
			c.Errorf("%s: %v to %v, by its moves %v to %v", p.FEN(), low, high, wantLow, wantHigh)
		}
		if c.checked++; low == high && low != value.Drawn {
			c.decided++
		}
	}
	visit(e.root)
	e.sample(c, r, sizes(200, 2000), visit)
}

// byMoves returns the bounds of a position by those of its moves.
func byMoves(t testing.TB, e *Ending, p board.Position) (low, high value.Outcome) {
	low, high = value.Loss, value.Loss
	moves := p.LegalMoves(nil)
	for _, m := range moves {
		l, h := e.boundsOf(t, p.Play(m))
		low, high = max(low, -h), max(high, -l)
	}
	if len(moves) == 0 && !p.InCheck(p.Turn) {
		return value.Drawn, value.Drawn
	}
	return low, high
}

// TestFlipped solves endings with the colors flipped, and with the files mirrored. The bounds must be the same.
func TestFlipped(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for _, a := range attacks(r, sizes(4, 200)) {
		e := a.solve(t)
		for name, turned := range turns {
			b := attack{turned(a.position), a.pieces, a.depth}
			other := b.solve(t)
			if len(other.kept.nodes) != len(e.kept.nodes) {
				t.Errorf("%s, %s: %d slices, want %d", a.position.FEN(), name, len(other.kept.nodes), len(e.kept.nodes))
			}
			compare := func(p board.Position) {
				low, high := e.boundsOf(t, p)
				if l, h := other.boundsOf(t, turned(p)); l != low || h != high {
					t.Errorf("%s: %v to %v, but %s %v to %v", p.FEN(), low, high, name, l, h)
				}
			}
			compare(a.position)
			e.sample(t, r, sizes(100, 1000), compare)
		}
	}
}

// TestFlippedRoots solves whole endings, their flipped and their mirrored ones. The results must be the same. With the
// colors flipped, as many slices must be solved.
func TestFlippedRoots(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	positions := []board.Position{
		tabletest.Position(t, "8/8/2k5/3p1p2/3P1P2/8/2K5/8 w - - 0 1"),
		tabletest.Position(t, "8/8/8/8/1pP5/kp6/1p6/1K6 b - c3 0 1"),
	}
	for range sizes(4, 100) {
		positions = append(positions, randomPawns(r, 6))
	}
	for _, p := range positions {
		want := solveWithin(t, p, 1<<23)
		for name, turned := range turns {
			got := solveWithin(t, turned(p), 1<<23)
			if got.contradicts(want) {
				t.Errorf("%s: %s and %s %s", p.FEN(), want, name, got)
			}
			if name == "flipped" && !want.stopped && (got.stopped || got.slices != want.slices) {
				t.Errorf("%s: %d slices and flipped %d", p.FEN(), want.slices, got.slices)
			}
		}
	}
}

// turns are the symmetries of the rules.
var turns = map[string]func(board.Position) board.Position{"flipped": flipped, "mirrored": mirrored}

// flipped returns a position with the colors and the ranks flipped.
func flipped(p board.Position) board.Position {
	return turnedBy(p, 56, board.Color.Other)
}

// mirrored returns a position with the files mirrored.
func mirrored(p board.Position) board.Position {
	return turnedBy(p, 7, func(c board.Color) board.Color { return c })
}

func turnedBy(p board.Position, flip board.Square, color func(board.Color) board.Color) board.Position {
	men := slices.Clone(p.Men())
	for i := range men {
		men[i].Color = color(men[i].Color)
		men[i].Square ^= flip
	}
	q := board.NewPosition(color(p.Turn), men...)
	if p.EnPassant != board.NoSquare {
		q.EnPassant = p.EnPassant ^ flip
	}
	return q
}

// A verdict has the bounds of a position and of its moves, sorted, and the work behind them.
type verdict struct {
	low, high value.Outcome
	moves     [][2]value.Outcome
	slices    int // that were solved
	stopped   bool
}

func (v *verdict) String() string { return fmt.Sprintf("%v to %v, moves %v", v.low, v.high, v.moves) }

// contradicts reports whether two verdicts about a position exclude each other. If the moves of both are decided, they
// must be the same.
func (v *verdict) contradicts(o *verdict) bool {
	decided := func(m [2]value.Outcome) bool { return m[0] == m[1] }
	if v.low > o.high || o.low > v.high || len(v.moves) != len(o.moves) {
		return true
	}
	for _, moves := range [][][2]value.Outcome{v.moves, o.moves} {
		if slices.ContainsFunc(moves, func(m [2]value.Outcome) bool { return !decided(m) }) {
			return false
		}
	}
	return !slices.Equal(v.moves, o.moves)
}
