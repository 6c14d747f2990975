package slice_test

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

func layout(t *testing.T, name string) *slice.Layout {
	t.Helper()
	class, err := material.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return slice.NewLayout(class)
}

// small classes are tested in all their places, large ones in random ones. Some have like pieces, like pawns, or equal
// sides.
var (
	small = []string{"KQvK", "KNvK", "KPvK", "KRvK-h1", "KRvK-a1", "KRvKR-h1h8", "KRvKR-a1", "KRvKP-h1"}
	large = []string{
		"KRRRvK-h1",
		"KQRvKR-a8",
		"KRPvKR-h1a8",
		"KRPPvK-a1",
		"KPPvKR-h8",
		"KRPvKP-a1",
		"KBBvK",
		"KNNvK",
		"KRvKN",
		"KQvKQ",
		"KBvKP",
		"KPPvK",
		"KPvKP",
		"KRPvKR",
		"KBBvKB",
		"KNNNvK",
		"KQPPvK",
		"KPPvKP",
		"KPPPvK",
	}
)

// eachPlace calls f with places of classes, those of legal positions only.
func eachPlace(t *testing.T, f func(l *slice.Layout, at slice.Place, p board.Position)) {
	visit := func(l *slice.Layout, at slice.Place) {
		p := l.Position(at)
		if p.Occupied().Count() == len(l.Men) && p.Check() == nil {
			f(l, at, p)
		}
	}
	for _, name := range small {
		l := layout(t, name)
		for number := range l.Slices() {
			for entry := range slice.Entry(l.Entries()) {
				for _, side := range board.Colors {
					visit(l, slice.Place{Slice: number, Side: side, Entry: entry})
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range large {
		l := layout(t, name)
		for range 10_000 {
			visit(
				l,
				slice.Place{
					Slice: draw(r, l.Slices()),
					Side:  board.Color(r.IntN(2)),
					Entry: draw(r, slice.Entry(l.Entries())),
				},
			)
		}
	}
}

// draw returns a random number below n.
func draw[N ~int](r *rand.Rand, n N) N { return N(r.IntN(int(n))) }

// A meaning is the common form of positions that tables treat as the same. White has the first side's men, and like men
// have no order. The form is the least of all symmetric images. Castling rights leave no symmetry.
type meaning struct {
	turn   board.Color
	men    [material.MaxMen]board.Man
	rights board.Rights
}

func meaningOf(p *board.Position) meaning {
	first, flip := board.White, board.Identity
	if _, swapped := material.OfPosition(p); swapped {
		first, flip = board.Black, board.FlipRanks
	}
	pawnless := !slices.ContainsFunc(p.Men(), func(m board.Man) bool { return m.Type == board.Pawn })
	var least meaning
	for s := range board.Symmetry(board.Symmetries) {
		if s != board.Identity && (p.Rights != 0 || !pawnless && s != board.MirrorFiles) {
			continue
		}
		image := meaning{turn: p.Turn ^ first, rights: p.Rights}
		if first == board.Black {
			image.rights = p.Rights.Swapped()
		}
		men := image.men[:copy(image.men[:], p.Men())]
		for i := range men {
			men[i].Color ^= first
			men[i].Square = s.Square(flip.Square(men[i].Square))
		}
		slices.SortFunc(men, compareMen)
		if s == board.Identity || slices.CompareFunc(men, least.men[:len(men)], compareMen) < 0 {
			least = image
		}
	}
	return least
}

func compareMen(a, b board.Man) int {
	return cmp.Or(cmp.Compare(a.Color, b.Color), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Square, b.Square))
}

// TestLocate checks that a position is located at its own place. Its symmetric images, with colours swapped and men in
// any order, must be located at a position of the same meaning.
func TestLocate(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	places := 0
	eachPlace(t, func(l *slice.Layout, at slice.Place, p board.Position) {
		places++
		if got := l.Locate(&p); got != at {
			t.Fatalf("%v: the position at %v is located at %v", l.Class, at, got)
		}
		// One image of each position, at random.
		s, first := board.Symmetry(r.IntN(board.Symmetries)), board.Color(r.IntN(2))
		switch {
		case l.Class.Rights() != 0:
			s = board.Identity
		case l.Class.Pawns() > 0:
			s &= board.MirrorFiles
		}
		rights := p.Rights
		if first == board.Black {
			s, rights = s.Then(board.FlipRanks), rights.Swapped()
		}
		men := slices.Clone(p.Men())
		for i := range men {
			men[i].Square = s.Square(men[i].Square)
			men[i].Color ^= first
		}
		r.Shuffle(len(men), func(i, j int) { men[i], men[j] = men[j], men[i] })
		image := board.NewPosition(p.Turn^first, men...)
		image.Rights = rights
		got := l.Locate(&image)
		found := l.Position(got)
		if meaningOf(&found) != meaningOf(&image) {
			t.Fatalf("%v: %s is located at %v, which is %s", l.Class, image.FEN(), got, found.FEN())
		}
	})
	if places < 200_000 {
		t.Errorf("only %d places were tested", places)
	}
}

// TestStride checks that the entries of two placements differ by a piece's stride times the distance of its squares, if
// only that piece has moved.
func TestStride(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, name := range append(small, large...) {
		l := layout(t, name)
		first, end := l.Outer()
		pieces := []int{l.Inner}
		for i := first; i < end; i++ {
			pieces = append(pieces, i)
		}
		for range 1000 {
			p := l.Position(slice.Place{Slice: draw(r, l.Slices()), Entry: draw(r, slice.Entry(l.Entries()))})
			var squares slice.Squares
			for i, m := range p.Men() {
				squares[i] = m.Square
			}
			for _, piece := range pieces {
				if l.Men[piece].Type == board.King {
					continue
				}
				_, symmetry := l.Frames().Find(squares[0], squares[1])
				image := symmetry.Squares()
				at := squares
				for s := range board.NoSquare {
					at[piece] = s
					moved := int(image[s]) - int(image[squares[piece]])
					if got, want := l.Entry(&squares)+slice.Entry(l.Stride(piece)*moved), l.Entry(&at); got != want {
						t.Fatalf("%s: man %d on %v is at %d, want %d", name, piece, s, got, want)
					}
				}
			}
			for i, m := range l.Men {
				if i < first && i != l.Inner || m.Type == board.Pawn {
					if got := l.Stride(i); got != 0 {
						t.Fatalf("%s: man %d has a stride of %d", name, i, got)
					}
				}
			}
		}
	}
}

// TestIllegal checks that a lane is illegal if and only if two men share a square or the position is refused.
func TestIllegal(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, name := range append(small, large...) {
		l := layout(t, name)
		for range 500 {
			number, word := draw(r, l.Slices()), draw(r, l.Words())
			var sc slice.Scene
			if !l.Scene(number, word, &sc) {
				continue
			}
			for _, c := range board.Colors {
				illegal := sc.Illegal(c)
				for lane := range board.NoSquare {
					p := l.Position(slice.Place{Slice: number, Side: c, Entry: word.At(lane)})
					want := p.Occupied().Count() < len(l.Men) || p.Check() != nil
					if illegal.Has(lane) != want {
						t.Fatalf("%s: %s is illegal: %v, want %v", name, p.FEN(), !want, want)
					}
				}
			}
		}
	}
}

// TestScene checks that words with two men on a square are detected.
func TestScene(t *testing.T) {
	l := layout(t, "KNNvK")
	for word := range l.Words() {
		var sc slice.Scene
		apart := l.Scene(0, word, &sc)
		kings, outer := sc.Frame.Kings, board.Square(word&63)
		if want := outer != kings[0] && outer != kings[1]; apart != want {
			t.Fatalf("kings on %v and a knight on %v: apart is %v", kings, outer, apart)
		}
	}
}

// TestPushes checks that a pawn's push leads to a slice with a smaller number. So slices can be solved in the order of
// their numbers.
func TestPushes(t *testing.T) {
	for _, name := range []string{
		"KPvK", "KRPvK", "KPPvK", "KPvKP", "KPPvKP", "KPPPvK", "KRPvK-h1", "KRPPvK-a1", "KRPvKP-h1",
	} {
		l := layout(t, name)
		seen := map[[material.MaxMen]board.Square]bool{}
		for number := range l.Slices() {
			pawns := l.PawnSquares(number)
			var squares slice.Squares
			var occupied board.Bitboard
			first := len(l.Men) - len(pawns)
			for i, s := range pawns {
				squares[first+i] = s
				occupied |= s.Bit()
			}
			if seen[squares] || occupied.Count() != len(pawns) {
				t.Fatalf("%s: slice %d has the pawns %v", name, number, pawns)
			}
			seen[squares] = true
			if same, mirror := l.SliceOf(&squares); same != number || mirror != board.Identity {
				t.Fatalf("%s: slice %d is found as %d", name, number, same)
			}
			for i, s := range pawns {
				for to := board.PawnPushes(l.Men[first+i].Color, s, occupied); to != 0; to = to.Rest() {
					if rank := to.First().Rank(); rank == 0 || rank == 7 {
						continue
					}
					after := squares
					after[first+i] = to.First()
					if next, _ := l.SliceOf(&after); next >= number {
						t.Fatalf("%s: a push leads from slice %d to %d", name, number, next)
					}
				}
			}
		}
	}
}

// TestPushesAreMoves checks that the slices after pushes are those that legal moves of some positions reach without
// leaving the class.
func TestPushesAreMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, name := range []string{
		"KQvK", "KPvK", "KRPvK", "KPPvK", "KPvKP", "KPPvKP", "KPPPvK", "KRPvK-h1", "KRPPvK-a1",
	} {
		l := layout(t, name)
		for range min(100, l.Slices()) {
			number := draw(r, l.Slices())
			reached := map[slice.Number]bool{}
			for range 500 {
				p := l.Position(
					slice.Place{Slice: number, Side: board.Color(r.IntN(2)), Entry: draw(r, slice.Entry(l.Entries()))},
				)
				if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
					continue
				}
				for _, m := range p.LegalMoves(nil) {
					after := p.Play(m)
					if class, _ := material.OfPosition(&after); class == l.Class && p.IsZeroing(m) {
						reached[l.LocateFor(&after, board.White).Slice] = true
					}
				}
			}
			if got, want := l.Pushes(number), slices.Sorted(maps.Keys(reached)); !slices.Equal(got, want) {
				t.Fatalf("%s: pushes lead from slice %d to %v, want %v", name, number, got, want)
			}
		}
	}
}

// TestSliceCounts checks the number of placements of pawns, up to the left-right mirror. They are counted before they
// are listed.
func TestSliceCounts(t *testing.T) {
	for name, want := range map[string]slice.Number{
		"KQvK":   1,
		"KRPvK":  48 / 2,
		"KPvKP":  48 * 47 / 2,
		"KPPvK":  (48*47/2 + 24) / 2,   // 24 pairs are their own mirror image
		"KPPPvK": 48 * 47 * 46 / 6 / 2, // three never are
		"KPPvKP": 48 * 47 / 2 * 46 / 2, // neither are these
		"KQPPvK": (48*47/2 + 24) / 2,

		"KRPvK-h1":  48, // castling rights leave no mirror
		"KRPPvK-h1": 48 * 47 / 2,
	} {
		l := layout(t, name)
		if got := l.Slices(); got != want {
			t.Errorf("%s has %d slices, want %d", name, got, want)
		}
		if !isListed(l, want-1) || isListed(l, want) {
			t.Errorf("%s does not list the slices that it counts", name)
		}
	}
}

// isListed reports whether the pawns of a slice have squares.
func isListed(l *slice.Layout, number slice.Number) (listed bool) {
	defer func() { listed = recover() == nil }()
	l.PawnSquares(number)
	return
}
