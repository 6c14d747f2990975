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
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/value"
)

// TestLookahead checks that one ply of lookahead from one side's values gives the other's, with all frames in memory
// or with as few as possible.
func TestLookahead(t *testing.T) {
	source := newInMemory(t)
	for _, class := range material.UpTo(4) {
		source.solve(class)
		l := source.layouts[class]
		la := lookahead.New(l, value.DTM, source)
		if class.Pawns() == 0 && class.Count(board.White, board.Rook) > 0 {
			la.Limit(0)
		}
		for number := slice.Number(0); number < l.Slices(); number += 1 + l.Slices()/20 {
			lookAhead(t, la, l, number, source.values[class][number])
		}
	}
}

// limiting changes the limit of a lookahead at each read, in the middle of a frame.
type limiting struct {
	exits.Source
	la    *lookahead.Lookahead
	reads int
}

func (s *limiting) Span(l *slice.Layout, number slice.Number, c board.Color, frame slice.FrameNo) (exits.Span, error) {
	s.reads++
	s.la.Limit(int64(s.reads%5) * 16 * int64(l.FrameEntries()))
	return s.Source.Span(l, number, c, frame)
}

// TestLookaheadLimit checks that a change of the limit during a lookahead changes no value.
func TestLookaheadLimit(t *testing.T) {
	source := newInMemory(t)
	for _, name := range []string{"KQvK", "KRvK", "KPvK", "KQvKR", "KRPvK"} {
		class, l := source.need(name)
		limited := &limiting{Source: source}
		limited.la = lookahead.New(l, value.DTM, limited)
		for number := slice.Number(0); number < l.Slices(); number += 1 + l.Slices()/5 {
			lookAhead(t, limited.la, l, number, source.values[class][number])
		}
	}
}

// lookAhead checks the values of both sides of a slice against a lookahead whose source has them.
func lookAhead(t *testing.T, la *lookahead.Lookahead, l *slice.Layout, number slice.Number, values *solve.Values) {
	t.Helper()
	size := l.FrameEntries()
	got := make([]value.Byte, size)
	for _, c := range board.Colors {
		la.Begin(number, c)
		order := la.Order(c)
		if len(order) != int(l.Frames().Len()) {
			t.Fatalf("%v: %d of %d frames are in order", l.Class, len(order), l.Frames().Len())
		}
		for _, frame := range order {
			if err := la.Frame(frame, got); err != nil {
				t.Fatal(err)
			}
			first := slice.Place{Slice: number, Side: c, Entry: l.FirstEntry(frame)}
			compareFrame(t, l, first, la.Legal(), got, values[c][first.Entry:])
		}
	}
}

// TestLookaheadFrames checks single frames of five men against the moves of many of their positions. Among them are the
// only frames with upper men, and those with pawns and a row man.
func TestLookaheadFrames(t *testing.T) {
	for _, name := range []string{
		"KQQvKQ", "KRvKRB", "KQBvKN", "KNNvKN", "KRPvKR", "KRvKNP", "KBNPvK", "KQvKQP", "KQPvKP",
	} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		world := newMadeUp(class, value.DTM, 5)
		l, _ := world.Layout(class)
		numbers := []slice.Number{0, l.Slices() - 1}
		for _, c := range board.Colors {
			lookAtFrames(t, world, l, c, numbers, "a1d4", "d1b4", "c2g7")
		}
	}
	for _, name := range []string{"KQRvKQ-h1", "KRNvKR-h1", "KRBPvK-a1", "KRRBvK-h1a1"} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		world := newMadeUp(class, value.DTM, 5)
		l, _ := world.Layout(class)
		for _, c := range board.Colors {
			lookAtFrames(t, world, l, c, []slice.Number{0, l.Slices() - 1}, "e1d4", "e1b4", "e1g3")
		}
	}
}

// lookAtFrames checks frames of slices in a made-up world, with side c to move, against the moves of many positions.
// The kings' squares select the frames.
func lookAtFrames(
	t *testing.T, world *madeUp, l *slice.Layout, c board.Color, numbers []slice.Number, kings ...string,
) {
	t.Helper()
	whole, _ := world.Layout(l.Class)
	j := &judge{world, t, whole, -1, nil, nil}
	la := lookahead.New(l, value.DTM, world)
	got := make([]value.Byte, l.FrameEntries())
	r := rand.New(rand.NewPCG(1, 2))
	for _, squares := range kings {
		white, _ := board.ParseSquare(squares[:2])
		black, _ := board.ParseSquare(squares[2:])
		frame, _ := l.Frames().Find(white, black)
		for _, number := range numbers {
			la.Begin(number, c)
			if err := la.Frame(frame, got); err != nil {
				t.Fatal(err)
			}
			legals := 0
			for range 4000 {
				entry := r.IntN(len(got))
				p := l.Position(slice.Place{Slice: number, Side: c, Entry: l.FirstEntry(frame) + slice.Entry(entry)})
				legal := p.Occupied().Count() == len(l.Men) && p.Check() == nil
				if la.Legal()[entry>>6].Has(board.Square(entry&63)) != legal {
					t.Fatalf("%v: %s is legal: %v", l.Class, p.FEN(), legal)
				}
				if !legal {
					continue
				}
				legals++
				if got, want := got[entry].Value(), j.fromMoves(&p); got != want {
					t.Fatalf("%v: %s is a %v, its moves lead to a %v", l.Class, p.FEN(), got, want)
				}
			}
			if legals == 0 {
				t.Errorf("%v, slice %d: no position is legal", l.Class, number)
			}
		}
	}
}

// compareFrame checks a frame of values against the expected ones, and its legal lanes against those of scenes.
func compareFrame(t *testing.T, l *slice.Layout, first slice.Place, legal []board.Bitboard, got, want []value.Byte) {
	t.Helper()
	var sc slice.Scene
	for w, lanes := range legal {
		at := first
		var expected board.Bitboard
		if word, _ := at.Entry.Word(); l.Scene(at.Slice, word+slice.WordNo(w), &sc) {
			expected = ^sc.Illegal(at.Side)
		}
		if lanes != expected {
			t.Fatalf("%v, word %d: legal lanes %x, want %x", l.Class, w, lanes, expected)
		}
		for ; lanes != 0; lanes = lanes.Rest() {
			entry := w<<6 | int(lanes.First())
			if got[entry] != want[entry] {
				at.Entry += slice.Entry(entry)
				p := l.Position(at)
				t.Fatalf("%v: %s is a %v, want %v", l.Class, p.FEN(), got[entry], want[entry])
			}
		}
	}
}

var lookaheadClasses = flag.String("lookahead", "KQvKR,KRPvK", "classes that BenchmarkLookahead computes")

// BenchmarkLookahead computes both sides of whole classes.
func BenchmarkLookahead(b *testing.B) {
	source := newInMemory(b)
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
			la := lookahead.New(l, value.DTM, source)
			into := make([]value.Byte, l.FrameEntries())
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

// TestLookaheadTooLong checks that a lookahead returns an error for a loss if the win before it does not fit into a
// byte. Otherwise the move to it would have no rank, and a side without other moves would count as mated.
func TestLookaheadTooLong(t *testing.T) {
	source := newInMemoryOf(t, value.DTC)
	class, l := source.need("KQvK")
	losses := source.values[class][0][board.Black]
	for frame := range l.Frames().Len() {
		for i := range l.FrameEntries() {
			at := l.FirstEntry(frame) + slice.Entry(i)
			p := l.Position(slice.Place{Side: board.Black, Entry: at})
			if losses[at].Value().Outcome() != value.Loss || p.Occupied().Count() < len(l.Men) || p.Check() != nil {
				continue
			}
			for round, fits := range map[int]bool{250: true, 252: false, 254: false} {
				was := losses[at]
				losses[at] = value.Decided(round).Byte()
				la := lookahead.New(l, value.DTC, source)
				la.Begin(0, board.White)
				err := la.Frame(frame, make([]value.Byte, l.FrameEntries()))
				losses[at] = was
				if (err == nil) != fits {
					t.Fatalf("%s lost in round %d: %v", p.FEN(), round, err)
				}
			}
			return
		}
	}
	t.Error("there are no losses")
}
