package slice_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// pinnable are classes with pawns and pieces; in some only one piece, in some
// like ones.
var pinnable = []string{"KQPvK", "KBvKP", "KRPvKR", "KQQPvK", "KQPPvK", "KQPvKP", "KRBvKP"}

// eachPin calls f with every pin of a layout.
func eachPin(l *slice.Layout, f func(pinned *slice.Layout)) {
	for _, c := range board.Colors {
		for _, kind := range board.Promotions {
			if l.Class.Count(c, kind) > 0 {
				f(l.Pin(board.Man{Color: c, Type: kind}))
			}
		}
	}
}

// TestPin: the positions of a pinned slice are those of its whole slice with
// the man on his square, in the same order of entries, and found again.
func TestPin(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, name := range pinnable {
		whole := layout(t, name)
		eachPin(whole, func(l *slice.Layout) {
			if l.Positions() < whole.Positions() {
				t.Errorf("%s: %d positions of %d", name, l.Positions(), whole.Positions())
			}
			man := l.Men[l.Pinned()]
			if l != whole.Pin(man) || whole.Pinned() >= 0 {
				t.Errorf("%s is pinned twice", name)
			}
			last := -1
			for range 2000 {
				at := slice.Place{Slice: r.IntN(l.Slices()), Side: board.Color(r.IntN(2)), Entry: r.IntN(l.Entries())}
				p := l.Position(at)
				of, number, index, square := l.Unpin(at.Slice)
				if got := p.Men()[l.Pinned()]; of != whole || got.Square != square || whole.Men[index] != man {
					t.Fatalf("%s: %v is pinned on %v as man %d, in %s", name, man, square, index, p.FEN())
				}
				if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
					continue
				}
				if got := l.LocateFor(&p, board.White); got != at {
					t.Fatalf("%s: the position at %v is located at %v", name, at, got)
				}
				there := whole.LocateFor(&p, board.White)
				if there.Slice != number || there.Side != at.Side {
					t.Fatalf("%s: slice %d is pinned of slice %d, but %s is in slice %d", name, at.Slice, number, p.FEN(), there.Slice)
				}
				if image := whole.Position(there); meaningOf(&image) != meaningOf(&p) {
					t.Fatalf("%s: %s is %s in the whole", name, p.FEN(), image.FEN())
				}
				last = at.Entry
			}
			if last < 0 {
				t.Errorf("%s: no position was tested", name)
			}
		})
	}
}

// TestPromoted: wherever a pawn is promoted, the new piece is pinned in one of the slices
// that are said to have it promoted, and in the end in each of them.
func TestPromoted(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, test := range []struct {
		before, after string
		first         board.Color // whose men are the first side's afterwards
	}{{"KPPvK", "KQPvK", board.White}, {"KPvKP", "KQvKP", board.White}, {"KPvKP", "KQvKP", board.Black}, {"KRPvKR", "KQRvKR", board.White}} {
		before := layout(t, test.before)
		l := layout(t, test.after).Pin(board.Man{Color: board.White, Type: board.Queen})
		seen := map[int]bool{}
		for range 20_000 {
			p := before.Position(slice.Place{Slice: r.IntN(min(before.Slices(), 200)), Side: test.first, Entry: r.IntN(before.Entries())})
			if p.Occupied().Count() < len(before.Men) || p.Check() != nil {
				continue
			}
			for _, move := range p.LegalMoves(nil) {
				if move.Promotion != board.Queen || p.IsCapture(move) {
					continue
				}
				after := p.Play(move)
				at := l.LocateFor(&after, test.first)
				promoted := l.Promoted(at.Slice)
				if !slices.Contains(promoted, at.Slice) {
					t.Fatalf("%s: after a promotion it is pinned in slice %d, not in one of %v", after.FEN(), at.Slice, promoted)
				}
				seen[at.Slice%64] = true
			}
		}
		if want := len(l.Promoted(0)); len(seen) != want {
			t.Errorf("%s: %d squares of %d were seen", test.after, len(seen), want)
		}
	}
}

// TestPinPushes: pushes lead from a pinned slice where they lead from the whole
// one, with the man on the same square; all of them, unless he is in the way.
func TestPinPushes(t *testing.T) {
	for _, name := range []string{"KQPvK", "KQPvKP", "KQPPvK"} {
		eachPin(layout(t, name), func(l *slice.Layout) {
			for number := 0; number < l.Slices(); number += 1 + l.Slices()/3000 {
				whole, wholeNumber, _, at := l.Unpin(number)
				pushes := whole.Pushes(wholeNumber)
				reached := map[int]bool{}
				for _, to := range l.Pushes(number) {
					_, target, _, there := l.Unpin(to)
					reached[target] = true
					if !slices.Contains(pushes, target) || to >= number || there != at && there != board.MirrorFiles.Square(at) {
						t.Fatalf("%s: a push leads from slice %d to %d", name, number, to)
					}
				}
				ahead := func(pawn board.Square) bool { return pawn.File() == at.File() }
				if !slices.ContainsFunc(whole.PawnSquares(wholeNumber), ahead) && len(reached) != len(pushes) {
					t.Fatalf("%s: %d of %d pushes lead from slice %d", name, len(reached), len(pushes), number)
				}
			}
		})
	}
}
