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

// TestKnownWins searches random positions without tables, with the known results of classes, and checks the proofs
// against the tables. The side to move in such a class has a win at once, with a move that keeps it.
func TestKnownWins(t *testing.T) {
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
			got := prove(t, New(nil, table).UseKnownWins(), p, Limits{Nodes: 2000})
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

// TestWinsCastling checks that the known results of a class do not apply to positions with castling rights.
func TestWinsCastling(t *testing.T) {
	p := tabletest.Position(t, "4k3/8/8/8/8/8/8/4K2R w - - 0 1")
	if !wins().wins(&p) {
		t.Errorf("%s is not taken for a win", p.FEN())
	}
	if p.Rights = board.WhiteKingside; wins().wins(&p) {
		t.Errorf("%s is taken for a win", p.FEN())
	}
}

// TestWinList checks that the drawn exceptions are not wins, in any symmetry and with either colour. Other positions of
// their class are wins.
func TestWinList(t *testing.T) {
	list := wins()
	r := rand.New(rand.NewPCG(17, 9))
	for _, w := range known.Wins() {
		draws := drawsOf(w)
		for _, p := range draws {
			if list.wins(&p) {
				t.Errorf("%s is taken for a win", p.FEN())
			}
		}
		for range 20 {
			p := tabletest.RandomPosition(r, w.Class)
			if _, drawn := draws[keyOf(&p)]; drawn {
				continue
			}
			for turned := range images(&p, w.Class) {
				if got := list.wins(&turned); got != (p.Turn == board.White) {
					t.Errorf("%s: %v", turned.FEN(), got)
				}
			}
		}
	}
	for _, fen := range []string{
		"7r/8/8/8/8/k7/8/3KQ3 w - - 0 1", "8/8/8/8/8/k7/8/K2B4 w - - 0 1", "k7/8/8/8/8/8/8/KQQQQ3 w - - 0 1",
	} {
		if p := tabletest.Position(t, fen); list.wins(&p) {
			t.Errorf("%s is taken for a win", fen)
		}
	}
}

// drawsOf returns the draws of an ending and all symmetric ones, by their keys.
func drawsOf(w known.Win) map[key]board.Position {
	draws := map[key]board.Position{}
	for _, p := range w.Draws {
		for turned := range images(&p, w.Class) {
			draws[keyOf(&turned)] = turned
		}
	}
	return draws
}

// images returns the symmetric positions that the class allows, with both colours.
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

// TestWinsAtOnce searches positions of all endings that are known to be won. Except for the drawn exceptions, each must
// be a win at once, with a move that keeps it.
func TestWinsAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 10))
	table := NewTable(16 << 20)
	for _, w := range known.Wins() {
		draws := drawsOf(w)
		for _, p := range w.Draws {
			if got := prove(t, New(nil, table).UseKnownWins(), p, Limits{Nodes: 20_000}); got.Low == value.Win {
				t.Errorf("%s is taken for a win", p.FEN())
			}
		}
		for range 20 {
			p := tabletest.RandomPosition(r, w.Class)
			if _, drawn := draws[keyOf(&p)]; drawn || p.Turn == board.Black {
				continue
			}
			got := prove(t, New(nil, table).UseKnownWins(), p, Limits{Nodes: 20_000})
			if got.Low != value.Win || got.Moves[0].Low != value.Win {
				t.Errorf("%s is not proven to be won after %d positions", p.FEN(), got.Nodes)
			}
		}
	}
}
