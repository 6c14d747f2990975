package slice_test

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// faced are classes that pawns promote into. They have pawns or none, and one or several pieces, some of them alike.
var faced = []string{
	"KQvK",
	"KRBvK",
	"KQQvK",
	"KQRvKR",
	"KQPvK",
	"KBvKP",
	"KRPvKR",
	"KQQPvK",
	"KQPPvK",
	"KQPvKP",
	"KRBvKP",
}

// eachFace calls f with every face of a layout.
func eachFace(l *slice.Layout, f func(face *slice.Layout)) {
	for _, c := range board.Colors {
		for _, kind := range board.Promotions {
			if l.Class.Count(c, kind) > 0 {
				f(l.Face(board.Man{Color: c, Type: kind}))
			}
		}
	}
}

// TestFace checks that the positions of a face are positions of the whole class, and are found again. A cutter must cut
// the entry of the same position out of the whole slice.
func TestFace(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, name := range faced {
		whole := layout(t, name)
		if whole.Promoted() >= 0 || whole.Whole() != nil {
			t.Errorf("%s is a face", name)
		}
		eachFace(whole, func(l *slice.Layout) {
			man := l.Men[l.Promoted()]
			if l != whole.Face(man) || l.Whole() != whole {
				t.Errorf("%s has two faces of %v", name, man)
			}
			tested := 0
			for range 2000 {
				at := slice.Place{
					Slice: draw(r, l.Slices()),
					Side:  man.Color.Other(),
					Entry: draw(r, slice.Entry(l.Entries())),
				}
				p := l.Position(at)
				if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
					continue
				}
				tested++
				there := whole.LocateFor(&p, board.White)
				first, end := l.FaceSlices(there.Slice)
				if l.WholeSlice(at.Slice) != there.Slice || at.Slice < first || at.Slice >= end {
					t.Fatalf(
						"%s: slice %d is taken from %d, but %s is in slice %d",
						name,
						at.Slice,
						l.WholeSlice(at.Slice),
						p.FEN(),
						there.Slice,
					)
				}
				if got := locatePromoted(l, &p, at.Slice); got != at {
					t.Fatalf("%s: the position at %v is located at %v", name, at, got)
				}
				wantCut(t, l, at, &p)
			}
			if tested == 0 {
				t.Errorf("%s: no position was tested", name)
			}
		})
	}
}

// locatePromoted is LocateFor for a position whose promoted piece is given by the slice: the squares distinguish like
// pieces.
func locatePromoted(l *slice.Layout, p *board.Position, number slice.Number) slice.Place {
	var squares slice.Squares
	for i, m := range p.Men() {
		squares[i] = m.Square // in the order of the layout
	}
	found, mirror := l.SliceOf(&squares)
	for i := range squares {
		squares[i] = mirror.Square(squares[i])
	}
	return slice.Place{Slice: found, Side: p.Turn, Entry: l.Entry(&squares)}
}

// wantCut cuts the frame of a position out of a whole slice. The values of its entries are their numbers.
func wantCut(t *testing.T, l *slice.Layout, at slice.Place, p *board.Position) {
	t.Helper()
	whole := l.Whole()
	size := whole.FrameEntries()
	var first []slice.Entry // of the requested frames
	numbers := func(frame slice.FrameNo, _ board.Square) ([]int, error) {
		first = append(first, whole.FirstEntry(frame))
		return ordinals(len(first)-1, size), nil
	}
	into := make([]int, l.FrameEntries())
	if err := slice.NewCutter[int](l).Frame(at.Slice, l.FrameOf(at.Entry), numbers, into); err != nil {
		t.Fatal(err)
	}
	number := into[int(at.Entry)%len(into)]
	entry := first[number/size] + slice.Entry(number%size)
	got := whole.Position(slice.Place{Slice: l.WholeSlice(at.Slice), Side: at.Side, Entry: entry})
	if meaningOf(&got) != meaningOf(p) {
		t.Fatalf("%v: %s is cut out of %s", l.Class, p.FEN(), got.FEN())
	}
}

// ordinals returns the numbers of the nth requested frame.
func ordinals(n, size int) []int {
	for i := len(counted); i < (n+1)*size; i++ {
		counted = append(counted, i)
	}
	return counted[n*size : (n+1)*size]
}

var counted []int

// TestPromotions checks that the positions after promotions are in faces. Every slice of small faces must be reached.
func TestPromotions(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, test := range []struct {
		before, after string
		first         board.Color // whose men are the first side's afterwards
	}{
		{"KPvK", "KQvK", board.White},
		{"KPvKP", "KQvKP", board.White},
		{"KPvKP", "KQvKP", board.Black},
		{"KRPvKR", "KQRvKR", board.White},
	} {
		before := layout(t, test.before)
		l := layout(t, test.after).Face(board.Man{Color: board.White, Type: board.Queen})
		seen := map[slice.Number]bool{}
		for range 40_000 {
			p := before.Position(
				slice.Place{
					Slice: draw(r, min(before.Slices(), 200)),
					Side:  test.first,
					Entry: draw(r, slice.Entry(before.Entries())),
				},
			)
			if p.Occupied().Count() < len(before.Men) || p.Check() != nil {
				continue
			}
			for _, move := range p.LegalMoves(nil) {
				if move.Promotion != board.Queen || p.IsCapture(move) {
					continue
				}
				after := p.Play(move)
				at := l.LocateFor(&after, test.first)
				image := l.Position(at)
				if meaningOf(&image) != meaningOf(&after) {
					t.Fatalf("%s is located at %s", after.FEN(), image.FEN())
				}
				seen[at.Slice] = true
			}
		}
		if want := l.Slices(); want < 100 && len(seen) != int(want) {
			t.Errorf("%s: %d slices of %d were seen", test.after, len(seen), want)
		}
	}
}

// TestCastlingFaces checks that the positions after the loss of a castling right are in its face, in frames that moves
// can lead into. Every slice of faces without pawns must be reached. Rights of Chess960 have faces, too.
func TestCastlingFaces(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for _, name := range []string{
		"KRvKN-h1", "KRvKN-a1", "KQvKR-h8", "KRPvKN-a1", "KRvKN-kf1h1", "KRvKN-kg1h1", "KRvKN-kb1a1", "KRvKN-f1",
		"KQvKR-kc8d8", "KRvKP-kd1c1",
	} {
		before := layout(t, name)
		rights := before.Class.Rights()
		whole := slice.NewLayout(before.Class.WithoutRights())
		l := whole.CastlingFace(rights)
		if l.Right() != rights || l != whole.CastlingFace(rights) {
			t.Errorf("%s has the face of %v", name, l.Right())
		}
		side := board.White
		if rights.Side(board.White) == 0 {
			side = board.Black
		}
		seen, reached := map[slice.Number]bool{}, map[slice.Place]bool{}
		for range 20_000 {
			p := before.Position(slice.Place{
				Slice: draw(r, before.Slices()),
				Side:  side,
				Entry: draw(r, slice.Entry(before.Entries())),
			})
			if p.Occupied().Count() < len(before.Men) || p.Check() != nil {
				continue
			}
			for _, move := range p.LegalMoves(nil) {
				after := p.Play(move)
				if after.Rights != 0 || p.IsCapture(move) {
					continue
				}
				at := l.LocateFor(&after, board.White)
				image := l.Position(at)
				if meaningOf(&image) != meaningOf(&after) || !l.Leads(at.Slice, l.FrameOf(at.Entry)) {
					t.Fatalf("%s: %s is located at %s", name, after.FEN(), image.FEN())
				}
				seen[at.Slice] = true
				reached[slice.Place{Slice: at.Slice, Entry: slice.Entry(l.FrameOf(at.Entry))}] = true
			}
		}
		if l.Class.Pawns() > 0 {
			continue
		}
		if len(seen) != int(l.Slices()) {
			t.Errorf("%s: %d slices of %d were seen", name, len(seen), l.Slices())
		}
		most := int(l.ReachedEntries()) / l.FrameEntries()
		if len(reached) > most || len(reached) < most/2 {
			t.Errorf("%s: %d frames were reached, of %d", name, len(reached), most)
		}
	}
}

// TestFaceNames checks that no two faces of the classes of up to five men share a name. The class of a face must have
// its piece, and the other side must be to move.
func TestFaceNames(t *testing.T) {
	names := map[string]material.Face{}
	for _, class := range material.UpTo(5) {
		for _, f := range class.Faces() {
			if other, ok := names[f.String()]; ok && other != f {
				t.Errorf("%v and %v are both %v", f, other, f.String())
			}
			names[f.String()] = f
			if f.Class.Count(f.Still.Color, f.Still.Type) == 0 || f.Turn() == f.Still.Color {
				t.Errorf("%v leads to %v, which has no such piece", class, f)
			}
		}
	}
}
