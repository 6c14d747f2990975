package ending

import (
	"iter"

	"github.com/matewright/matewright/core/board"
)

// Movers and victims of an exit that differ from outer men.
const (
	none      = -1 // nothing is taken, or nothing promotes
	aPawn     = -2
	innerKing = -3
)

// An exit is a kind of move that leaves a slice: a pawn move, a capture or a promotion.
type exit struct {
	color    board.Color
	mover    int          // the outer man that captures, aPawn or innerKing
	from, to board.Square // of a pawn; without from the square of the pawn that a piece takes
	over     board.Square // the square over which a pawn jumps, or NoSquare
	taken    int          // the outer man that is taken; aPawn; or none
	promoted int          // the new outer man of the slice after the exit, or none
	after    Slice
	passing  []Slice // after the jump, the slices after each capture en passant
}

// isQueen reports whether a promotion is one to a queen.
func (e *exit) isQueen() bool { return e.after.pieces[e.promoted-1].kind() == board.Queen }

// keepsWords reports whether an exit is a pawn's move that keeps the pieces, and so the number of each word.
func (e *exit) keepsWords() bool {
	return e.mover == aPawn && e.promoted == none && (e.taken == none || e.taken == aPawn)
}

// inView lists the squares of a set as a side sees them, those of its last rank first. The order decides which of
// equal moves is followed. As it is the same for both sides, an ending with the colors flipped takes as much work.
// Moves ahead need the fewest slices.
func inView(c board.Color, set board.Bitboard) iter.Seq[board.Square] {
	return func(yield func(board.Square) bool) {
		view := farFirst(c)
		if view != 0 {
			set = set.Flipped()
		}
		for ; set != 0 && yield(set.First()^view); set = set.Rest() {
		}
	}
}

// exits calls a function for each kind of move out of a slice. The ones before are preferred to those after
// them.
func (s *Slice) exits(yield func(exit)) {
	for _, c := range board.Colors {
		s.pawnExits(c, yield)
		s.pieceExits(c, yield)
	}
}

// pawnExits is exits for the pawns of a side.
func (s *Slice) pawnExits(c board.Color, yield func(exit)) {
	for from := range inView(c, s.pawns[c]) {
		after := *s
		after.pawns[c] &^= from.Bit()
		for to := range inView(c, board.PawnPushes(c, from, s.allPawns())) {
			e := exit{color: c, mover: aPawn, from: from, to: to, over: board.NoSquare, taken: none, after: after}
			if to == from+16 || from == to+16 {
				e.over = (from + to) / 2
				e.passing = s.passing(c, from, to)
			}
			e.landPawn(yield)
		}
		for to := range inView(c, board.PawnAttacks(c, from)) {
			e := exit{color: c, mover: aPawn, from: from, to: to, over: board.NoSquare}
			switch {
			case s.pawns[c].Has(to):
			case s.pawns[c.Other()].Has(to):
				e.taken, e.after = aPawn, after
				e.after.pawns[c.Other()] &^= to.Bit()
				e.landPawn(yield)
			default:
				for i, p := range s.pieces[:s.pieces.count()] {
					if p.color() == c {
						continue
					}
					e.taken, e.after = i+1, after
					e.after.pieces = s.pieces.without(i)
					e.landPawn(yield)
				}
			}
		}
	}
}

// landPawn puts the pawn of an exit on its square, or promotes it there unless the slice has too many pieces for that.
func (e exit) landPawn(yield func(exit)) {
	e.promoted = none
	if rank := e.to.Rank(); rank != 0 && rank != 7 {
		e.after.pawns[e.color] |= e.to.Bit()
		yield(e)
		return
	}
	before := e.after.pieces
	if before.count() == mostPieces {
		return
	}
	for _, t := range board.Promotions {
		e.after.pieces, e.promoted = before.with(pieceOf(e.color, t))
		e.promoted++
		yield(e)
	}
}

// passing returns the slices after the captures en passant of a pawn that has jumped.
func (s *Slice) passing(c board.Color, from, to board.Square) (list []Slice) {
	over := (from + to) / 2
	takers := board.PawnAttacks(c, over) & s.pawns[c.Other()]
	for ; takers != 0; takers = takers.Rest() {
		after := *s
		after.pawns[c] &^= from.Bit()
		after.pawns[c.Other()] = after.pawns[c.Other()]&^takers.First().Bit() | over.Bit()
		list = append(list, after)
	}
	return list
}

// pieceExits is exits for the pieces and the king of a side: captures.
func (s *Slice) pieceExits(c board.Color, yield func(exit)) {
	f := frameOf(s.pieces)
	takes := func(mover int) {
		e := exit{color: c, mover: mover, over: board.NoSquare, promoted: none}
		for to := range inView(c, s.pawns[c.Other()]) {
			e.to, e.taken, e.after = to, aPawn, *s
			e.after.pawns[c.Other()] &^= e.to.Bit()
			yield(e)
		}
		for i := 1; i < f.outer; i++ {
			if f.pieces[i-1].color() != c {
				e.to, e.taken, e.after = 0, i, *s
				e.after.pieces = s.pieces.without(i - 1)
				yield(e)
			}
		}
	}
	if c == board.Black {
		takes(innerKing)
	}
	for i := range f.outer {
		if color, _ := f.man(i); color == c {
			takes(i)
		}
	}
}
