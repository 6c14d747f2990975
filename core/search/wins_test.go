package search

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// TestKnow searches random positions without any tables but with what is known of classes, and holds what is proven
// to the tables. Who is to move in such a class has a win at once, with a move that keeps it.
func TestKnow(t *testing.T) {
	lib, classes := tables(t)
	certain := map[material.Class]bool{}
	for _, w := range known.Wins() {
		certain[w.Class] = true
	}
	r := rand.New(rand.NewPCG(17, 8))
	table := NewTable(16 << 20)
	proven, wins := 0, 0
	for _, class := range material.Closure(classes...) {
		table.Clear()
		for range max(1, *positions) {
			p := randomPosition(r, class)
			v, err := lib.Value(t.Context(), &p)
			if err != nil {
				t.Fatal(err)
			}
			got := prove(t, New(nil, table).Know(), p, Limits{Nodes: 2000})
			if got.Low > v.Outcome() || got.High < v.Outcome() {
				t.Fatalf("%s is between %v and %v, and it is a %v", p.FEN(), got.Low, got.High, v.Outcome())
			}
			checkMoves(t, lib, got)
			if !got.Settled() {
				if certain[class] && p.Turn == board.White && v.Outcome() == value.Win {
					t.Errorf("%s is not proven to be won", p.FEN())
				}
				continue
			}
			proven++
			if got.Low == value.Win {
				wins++
				if got.Moves[0].Low != value.Win {
					t.Errorf("%s is a win, and no move is known to keep it", p.FEN())
				}
			}
		}
	}
	if t.Logf("%d are proven, %d of them wins", proven, wins); wins == 0 || proven == wins {
		t.Error("that is too few to tell anything")
	}
}

// TestWinList: the positions that are drawn all the same are none of the wins, whichever way the board is turned and
// whoever has the pieces; others of their class are.
func TestWinList(t *testing.T) {
	list := wins()
	r := rand.New(rand.NewPCG(17, 9))
	for _, w := range known.Wins() {
		drawn := map[key]bool{}
		for _, p := range w.Draws {
			for turned := range images(&p, w.Class) {
				drawn[keyOf(&turned)] = true
				if list.wins(&turned) {
					t.Errorf("%s is taken for a win", turned.FEN())
				}
			}
		}
		for range 20 {
			p := tabletest.RandomPosition(r, w.Class)
			if p.Turn == board.White && drawn[keyOf(&p)] {
				continue
			}
			for turned := range images(&p, w.Class) {
				if got := list.wins(&turned); got != (p.Turn == board.White) {
					t.Errorf("%s: %v", turned.FEN(), got)
				}
			}
		}
	}
	for _, fen := range []string{"7r/8/8/8/8/k7/8/3KQ3 w - - 0 1", "8/8/8/8/8/k7/8/K2B4 w - - 0 1", "k7/8/8/8/8/8/8/KQQQQ3 w - - 0 1"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if list.wins(&p) {
			t.Errorf("%s is taken for a win", fen)
		}
	}
}

// images has a position as it looks when the board is turned as the class allows, and with colours swapped.
func images(p *board.Position, class material.Class) map[board.Position]bool {
	all := map[board.Position]bool{}
	for t := range board.Symmetry(board.Symmetries) {
		for _, c := range board.Colors {
			men := make([]board.Man, len(p.Men()))
			upright := true
			for i, m := range p.Men() {
				men[i] = board.Man{Color: m.Color ^ c, Type: m.Type, Square: t.Square(m.Square)}
				from, to := m.Square.Rank(), men[i].Square.Rank()
				if c == board.Black {
					to = 7 - to
				}
				upright = upright && from == to
			}
			if class.Pawns() == 0 || upright {
				all[board.NewPosition(p.Turn^c, men...)] = true
			}
		}
	}
	return all
}

// TestKnownLine: a proof that rests on what is known of a class shows a move, and says so.
func TestKnownLine(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		outcome   value.Outcome
		plies     int
	}{
		{"to move", "8/8/8/4k3/8/8/8/KQ1N4 w - - 0 1", value.Win, 2},
		{"not to move", "8/8/8/4k3/8/8/8/KQ1N4 b - - 0 1", value.Loss, 1},
		{"after a capture", "8/8/6k1/8/1r6/8/8/K3Q3 w - - 0 1", value.Win, 2},
	} {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		s := New(nil, NewTable(16<<20)).Know()
		r := prove(t, s, p, Limits{Nodes: 100_000})
		line, err := s.Line(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if r.Low != test.outcome || r.High != test.outcome || line.End != EndWin || len(line.Moves) < test.plies || !s.wins.wins(&line.After) {
			t.Errorf("%s: between %v and %v, %d plies, then %q: %s", test.name, r.Low, r.High, len(line.Moves), line.End, line.After.FEN())
		}
	}
}

// TestWinsAtOnce searches positions of all endings that are known to be won: each is a win at once, with a move that keeps
// it, but for those that are drawn.
func TestWinsAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 10))
	table := NewTable(16 << 20)
	for _, w := range known.Wins() {
		drawn := map[key]bool{}
		for _, p := range w.Draws {
			for turned := range images(&p, w.Class) {
				drawn[keyOf(&turned)] = true
			}
			if got := prove(t, New(nil, table).Know(), p, Limits{Nodes: 20_000}); got.Low == value.Win {
				t.Errorf("%s is taken for a win", p.FEN())
			}
		}
		for range 20 {
			p := tabletest.RandomPosition(r, w.Class)
			if p.Turn == board.Black || drawn[keyOf(&p)] {
				continue
			}
			got := prove(t, New(nil, table).Know(), p, Limits{Nodes: 20_000})
			if got.Low != value.Win || got.Moves[0].Low != value.Win {
				t.Errorf("%s is not proven to be won after %d positions", p.FEN(), got.Nodes)
			}
		}
	}
}
