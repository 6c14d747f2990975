package solve_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// TestLookahead: one ply of lookahead from one side's values gives the other's,
// whether all frames are held or as few as possible.
func TestLookahead(t *testing.T) {
	source := &inMemory{t, map[material.Class]*slice.Layout{}, map[material.Class][]*solve.Values{}}
	for _, class := range material.UpTo(4) {
		source.solve(class)
		l := source.layouts[class]
		la := solve.NewLookahead(l, source)
		if class.Pawns() == 0 && class.Count(board.White, board.Rook) > 0 {
			la.HoldFewest()
		}
		for number := 0; number < l.Slices(); number += 1 + l.Slices()/20 {
			lookAhead(t, la, l, number, source.values[class][number])
		}
	}
}

// lookAhead holds the values of both sides of a slice to a lookahead whose
// source has them.
func lookAhead(t *testing.T, la *solve.Lookahead, l *slice.Layout, number int, values *solve.Values) {
	t.Helper()
	size := l.FrameEntries()
	got := make([]value.Value, size)
	for _, c := range board.Colors {
		la.Begin(number, c)
		order := la.Order(c)
		if len(order) != l.Frames().Len() {
			t.Fatalf("%v: %d of %d frames are in order", l.Class, len(order), l.Frames().Len())
		}
		for _, frame := range order {
			if err := la.Frame(frame, got); err != nil {
				t.Fatal(err)
			}
			first := slice.Place{Slice: number, Side: c, Entry: frame * size}
			compareFrame(t, l, first, la.Legal(), got, values[c][first.Entry:])
		}
	}
}

// TestLookaheadFrames holds single frames of five men to the moves of many of
// their positions. Among them are the only ones with upper men, and those with
// pawns and a row man.
func TestLookaheadFrames(t *testing.T) {
	for _, name := range []string{"KQQvKQ", "KRvKRB", "KQBvKN", "KNNvKN", "KRPvKR", "KRvKNP", "KBNPvK", "KQvKQP"} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		world := newMadeUp(class, 5)
		l, _ := world.Layout(class)
		j := &judge{world, t, l, -1, nil, nil}
		la := solve.NewLookahead(l, world)
		got := make([]value.Value, l.FrameEntries())
		r := rand.New(rand.NewPCG(1, 2))
		for _, kings := range [][2]string{{"a1", "d4"}, {"d1", "b4"}, {"c2", "g7"}} {
			var squares [2]board.Square
			for c, king := range kings {
				squares[c], _ = board.ParseSquare(king)
			}
			frame, _ := l.Frames().Find(squares[0], squares[1])
			for i := range 2 * min(2, l.Slices()) {
				number, c := i/2*(l.Slices()-1), board.Color(i%2) // the first slice and the last one
				la.Begin(number, c)
				if err := la.Frame(frame, got); err != nil {
					t.Fatal(err)
				}
				for range 4000 {
					entry := r.IntN(len(got))
					p := l.Position(slice.Place{Slice: number, Side: c, Entry: frame*len(got) + entry})
					legal := p.Occupied().Count() == len(l.Men) && p.Check() == nil
					if la.Legal()[entry>>6].Has(board.Square(entry&63)) != legal {
						t.Fatalf("%s: %s is legal: %v", name, p.FEN(), legal)
					}
					if !legal {
						continue
					}
					if want := j.fromMoves(&p); got[entry] != want {
						t.Fatalf("%s: %s is a %v, its moves say %v", name, p.FEN(), got[entry], want)
					}
				}
			}
		}
	}
}

// compareFrame holds a frame of values to the ones that are right, and its
// legal lanes to those of scenes.
func compareFrame(t *testing.T, l *slice.Layout, first slice.Place, legal []board.Bitboard, got, want []value.Value) {
	t.Helper()
	var sc slice.Scene
	for w, lanes := range legal {
		at := first
		var expected board.Bitboard
		if l.Scene(at.Slice, at.Entry>>6+w, &sc) {
			expected = ^sc.Illegal(at.Side)
		}
		if lanes != expected {
			t.Fatalf("%v, word %d: legal lanes %x, want %x", l.Class, w, lanes, expected)
		}
		for ; lanes != 0; lanes = lanes.Rest() {
			entry := w<<6 | int(lanes.First())
			if got[entry] != want[entry] {
				at.Entry += entry
				p := l.Position(at)
				t.Fatalf("%v: %s is a %v, want %v", l.Class, p.FEN(), got[entry], want[entry])
			}
		}
	}
}

var lookaheadClasses = flag.String("lookahead", "KQvKR,KRPvK", "classes that BenchmarkLookahead computes")

// BenchmarkLookahead computes both sides of whole classes.
func BenchmarkLookahead(b *testing.B) {
	source := &inMemory{b, map[material.Class]*slice.Layout{}, map[material.Class][]*solve.Values{}}
	for _, name := range strings.Split(*lookaheadClasses, ",") {
		class, err := material.Parse(name)
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range material.Closure(class) {
			source.solve(c)
		}
		b.Run(name, func(b *testing.B) {
			l := source.layouts[class]
			la := solve.NewLookahead(l, source)
			into := make([]value.Value, l.FrameEntries())
			for b.Loop() {
				for number := range l.Slices() {
					for _, c := range board.Colors {
						la.Begin(number, c)
						for _, frame := range la.Order(c) {
							if err := la.Frame(frame, into); err != nil {
								b.Fatal(err)
							}
						}
					}
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(l.Positions())/float64(b.N)*1e9, "ns/pos")
		})
	}
}
