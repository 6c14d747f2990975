package ending

import (
	"cmp"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// long reports whether the tests that take minutes run too.
func long() bool { return os.Getenv("MATEWRIGHT_LONG") != "" }

// sizes returns the first number, or the second one in long tests.
func sizes(quick, thorough int) int {
	if long() {
		return thorough
	}
	return quick
}

// positionOf returns a position of a slice, which may be illegal.
func positionOf(s Slice, turn board.Color, word int, lane board.Square) board.Position {
	f := frameOf(s.pieces)
	men := []board.Man{{Color: board.Black, Type: board.King, Square: lane}}
	for i := range f.outer {
		color, kind := f.man(i)
		men = append(men, board.Man{Color: color, Type: kind, Square: board.Square(word >> f.shift(i) & 63)})
	}
	for _, c := range board.Colors {
		for b := s.pawns[c]; b != 0; b = b.Rest() {
			men = append(men, board.Man{Color: c, Type: board.Pawn, Square: b.First()})
		}
	}
	return board.NewPosition(turn, men...)
}

// isLegal reports whether a position is legal, by the rules of the board alone.
func isLegal(p *board.Position) bool {
	return p.Occupied().Count() == len(p.Men()) && p.Check() == nil
}

// solvedSlices lists the solved slices of an ending in order.
func (e *Ending) solvedSlices() (list []Slice) {
	for s := range e.kept.nodes {
		list = append(list, s)
	}
	return inOrder(list)
}

// sample calls a function for random legal positions of random solved slices. Each number of pieces is as likely. Codes
// and the rules must agree which positions are legal.
func (e *Ending) sample(t testing.TB, r *rand.Rand, count int, visit func(p board.Position)) {
	byPieces := make([][]Slice, mostPieces+1)
	for _, s := range e.solvedSlices() {
		byPieces[s.pieces.count()] = append(byPieces[s.pieces.count()], s)
	}
	byPieces = slices.DeleteFunc(byPieces, func(list []Slice) bool { return len(list) == 0 })
	for range count {
		list := byPieces[r.IntN(len(byPieces))]
		s := list[r.IntN(len(list))]
		f := frameOf(s.pieces)
		word, lane, turn := r.IntN(f.words()), board.Square(r.IntN(64)), board.Color(r.IntN(2))
		p := positionOf(s, turn, word, lane)
		b, err := e.kept.block(s, turn)
		if err != nil {
			t.Fatal(err)
		}
		if legal := b.words[word].at(lane) != illegal; legal != isLegal(&p) {
			t.Errorf("%v: a position is legal: %v", s, legal)
		} else if legal {
			visit(p)
		}
	}
}

// boundsOf is [Ending.Bounds] without errors.
func (e *Ending) boundsOf(t testing.TB, p board.Position) (low, high value.Outcome) {
	t.Helper()
	low, high, err := e.Bounds(&p)
	if err != nil {
		t.Fatal(err)
	}
	return low, high
}

// randomPawns returns a position with kings, up to a number of pawns, and a piece for each of some types, in random
// colors. Half of the pawns face another one, and some can be taken en passant after a jump.
func randomPawns(r *rand.Rand, pawns int, types ...board.PieceType) board.Position {
	for {
		var men []board.Man
		add := func(c board.Color, t board.PieceType, s board.Square) {
			men = append(men, board.Man{Color: c, Type: t, Square: s})
		}
		anywhere := func() board.Square { return board.Square(r.IntN(64)) }
		add(board.White, board.King, anywhere())
		add(board.Black, board.King, anywhere())
		for _, t := range types {
			add(board.Color(r.IntN(2)), t, anywhere())
		}
		for n := 0; n < pawns; n++ {
			c, s := board.Color(r.IntN(2)), board.NewSquare(r.IntN(8), 1+r.IntN(6))
			switch r.IntN(4) {
			case 0:
				add(c, board.Pawn, s)
			case 1: // two pawns that meet after a jump
				file := r.IntN(7)
				add(board.White, board.Pawn, board.NewSquare(file, 1))
				add(board.Black, board.Pawn, board.NewSquare(file+1, 3))
				n++
			default:
				s = board.NewSquare(s.File(), 1+r.IntN(5))
				add(board.White, board.Pawn, s)
				add(board.Black, board.Pawn, s+8)
				n++
			}
		}
		p := board.NewPosition(board.Color(r.IntN(2)), men...)
		if len(men) > 2+pawns+len(types) || !isLegal(&p) {
			continue
		}
		if squares := p.EnPassantSquares(); len(squares) > 0 && r.IntN(2) == 0 {
			p.EnPassant = squares[0]
		}
		return p
	}
}

// nearby returns a condition for slices: few pieces, and few moves out of slices from that of a position.
func nearby(p board.Position, pieces, depth int) func(Slice) bool {
	root, _ := sliceOf(&p)
	return func(s Slice) bool {
		return s.pieces.count() <= pieces && s.potential() >= root.potential()-depth
	}
}

// solved returns the ending of a position with all slices solved that meet a condition.
func solved(t testing.TB, p board.Position, within func(Slice) bool) *Ending {
	e := newEnding(t, p)
	root, _ := sliceOf(&p)
	list, err := closure(t.Context().Err, []Slice{root}, math.MaxInt, func(s Slice, _ bool) bool { return within(s) })
	if err != nil {
		t.Fatal(err)
	}
	if err := e.solveAll(t.Context(), inOrder(list)); err != nil {
		t.Fatal(err)
	}
	return e
}

// outcomes lists the bounds of the moves of a result, sorted.
func outcomes(r *Result) (list [][2]value.Outcome) {
	for _, m := range r.Moves {
		list = append(list, [2]value.Outcome{m.Low, m.High})
	}
	slices.SortFunc(list, func(a, b [2]value.Outcome) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	return list
}
