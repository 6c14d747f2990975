package ending

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/value"
)

// measured solves the ending of a position, and stops when all of it is decided.
func measured(t *testing.T, fen string) (*Ending, board.Position) {
	t.Helper()
	p := tabletest.Position(t, fen)
	e := newEnding(t, p)
	if err := e.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return e, p
}

// TestMeasure compares the plies of moves with those of the positions after them.
func TestMeasure(t *testing.T) {
	e, p := measured(t, "8/8/8/8/1p6/2k5/p7/K7 w - - 0 1")
	for depth := 0; ; depth++ {
		a, err := e.Answer(&p)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Measure(t.Context(), &p, a); err != nil {
			t.Fatal(err)
		}
		plies, ok, err := e.Distance(t.Context(), &p)
		if err != nil || !ok || plies != a.Plies {
			t.Fatalf("%s: %d plies, %v, %v; want %d", p.FEN(), plies, ok, err, a.Plies)
		}
		if len(a.Moves) == 0 {
			if depth < 3 || !p.InCheck(p.Turn) {
				t.Errorf("the end after %d plies is %s", depth, p.FEN())
			}
			break
		}
		for i, m := range a.Moves {
			if decided := m.Low == m.High && m.Low != value.Drawn; decided != (m.Plies > 0) {
				t.Errorf("%s: %v has %d plies", p.FEN(), m.Move, m.Plies)
			}
			if i > 0 && m.Low == a.Moves[i-1].Low && m.High == a.Moves[i-1].High &&
				int(m.Low)*(m.Plies-a.Moves[i-1].Plies) < 0 {
				t.Errorf("%s: %v comes after %v", p.FEN(), m, a.Moves[i-1])
			}
		}
		p = p.Play(a.Moves[0].Move)
	}
}

// TestLine follows lines to mate. Each move keeps the result, and each position has one ply less than the one before,
// up to an exit.
func TestLine(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/1p6/2k5/p7/K7 w - - 0 1",
		"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
		"4k3/8/8/8/8/4K3/4R3/8 w - - 0 1",
	} {
		e, p := measured(t, fen)
		line, err := e.Line(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := e.boundsOf(t, p)
		for i, m := range line {
			plies, ok, err := e.Distance(t.Context(), &p)
			if err != nil || !ok {
				t.Fatalf("%s: %v", p.FEN(), err)
			}
			next := p.Play(m)
			low, high := e.boundsOf(t, next)
			if want = -want; low != want || high != want {
				t.Fatalf("%s: after ply %d %v to %v, want %v", fen, i+1, low, high, want)
			}
			before, _ := sliceOf(&p)
			after, _ := sliceOf(&next)
			left, _, err := e.Distance(t.Context(), &next)
			if err != nil || before == after && left != plies-1 || before != after && plies != 1 {
				t.Errorf("%s: %d plies, and %d after %v, %v", p.FEN(), plies, left, m, err)
			}
			p = next
		}
		if len(line) == 0 || len(p.LegalMoves(nil)) > 0 || !p.InCheck(p.Turn) {
			t.Errorf("%s: after %v there is no mate", fen, line)
		}
	}
}

// TestNoDistance has positions without one: draws, and positions that are not proven or not part of the ending.
func TestNoDistance(t *testing.T) {
	e, p := measured(t, "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1")
	for _, fen := range []string{p.FEN(), "8/8/4k3/8/3PP3/4K3/8/8 w - - 0 1", "4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1"} {
		p := tabletest.Position(t, fen)
		if plies, ok, err := e.Distance(t.Context(), &p); ok || plies != 0 || err != nil {
			t.Errorf("%s: %d plies, %v", fen, plies, err)
		}
		if line, err := e.Line(t.Context(), p); len(line) > 0 || err != nil {
			t.Errorf("%s: %v, %v", fen, line, err)
		}
	}
	e, won := measured(t, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := e.Distance(stopped, &won); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if plies, ok, err := e.Distance(t.Context(), &won); !ok || plies == 0 || err != nil {
		t.Errorf("later: %d plies, %v", plies, err)
	}
}

// TestStaleDistance measures positions of a slice that was solved before those after it. Their captures now win, and
// decide positions that were open. The plies of a position lead only through positions that it proves.
func TestStaleDistance(t *testing.T) {
	p := tabletest.Position(t, "6Q1/8/8/8/7p/4k3/8/K7 w - - 0 1")
	root, _ := sliceOf(&p)
	isRoot := func(s Slice) bool { return s == root }
	e := solved(t, p, isRoot)
	after, err := beforePromotions(t.Context().Err, &p, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.solveAll(t.Context(), inOrder(slices.DeleteFunc(after, isRoot))); err != nil {
		t.Fatal(err)
	}
	if !e.kept.isStale(root) {
		t.Fatal("the slice is not stale")
	}
	f := frameOf(root.pieces)
	measured := 0
	for i := 0; i < 128*f.words(); i += 499 {
		q := positionOf(root, board.Color(i&1), i>>7, board.Square(i>>1&63))
		if !isLegal(&q) {
			continue
		}
		plies, ok, err := e.Distance(t.Context(), &q)
		if err != nil {
			t.Fatal(err)
		}
		if !ok || plies == 0 {
			continue
		}
		a, err := e.Answer(&q)
		if err == nil {
			err = e.Measure(t.Context(), &q, a)
		}
		if err != nil || a.Plies != plies {
			t.Fatalf("%s: %d plies, but %d by its moves (%v)", q.FEN(), plies, a.Plies, err)
		}
		measured++
	}
	if measured == 0 {
		t.Error("nothing is measured")
	}
}

// TestFarther stores distances that a byte has no room for.
func TestFarther(t *testing.T) {
	d, want := newDistances(2), map[spot]int{}
	for plies := range 600 {
		turn, word, lane := board.Color(plies&1), plies>>1&1, board.Square(plies>>2&63)
		d.set(turn, word, uint64(lane.Bit()), plies)
		if got, ok := d.at(turn, word, lane); got != plies || !ok {
			t.Fatalf("%d, %v; want %d", got, ok, plies)
		}
		want[spot{turn, 64*word + int(lane)}] = plies
	}
	d.pack()
	for s, plies := range want {
		if got, ok := d.at(s.turn, s.at/64, board.Square(s.at%64)); got != plies || !ok {
			t.Fatalf("packed: %d, %v; want %d", got, ok, plies)
		}
	}
	if _, ok := newDistances(1).at(board.White, 0, 0); ok {
		t.Error("a distance that was not set")
	}
}
