package ending

import "github.com/matewright/matewright/core/board"

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

// exits calls a function for each kind of move out of a slice.
func (s *Slice) exits(yield func(exit)) {
	for _, c := range board.Colors {
		s.pawnExits(c, yield)
		s.pieceExits(c, yield)
	}
}

// pawnExits is exits for the pawns of a side.
func (s *Slice) pawnExits(c board.Color, yield func(exit)) {
	for rest := s.pawns[c]; rest != 0; rest = rest.Rest() {
		from := rest.First()
		after := *s
		after.pawns[c] &^= from.Bit()
		steps := board.PawnPushes(c, from, s.allPawns())
		for ; steps != 0; steps = steps.Rest() {
			e := exit{
				color: c, mover: aPawn, from: from, to: steps.First(), over: board.NoSquare, taken: none, after: after,
			}
			if e.to == from+16 || from == e.to+16 {
				e.over = (from + e.to) / 2
				e.passing = s.passing(c, from, e.to)
			}
			e.landPawn(yield)
		}
		for targets := board.PawnAttacks(c, from); targets != 0; targets = targets.Rest() {
			to := targets.First()
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

// landPawn puts the pawn of an exit on its square, or promotes it there.
func (e exit) landPawn(yield func(exit)) {
	e.promoted = none
	if rank := e.to.Rank(); rank != 0 && rank != 7 {
		e.after.pawns[e.color] |= e.to.Bit()
		yield(e)
		return
	}
	before := e.after.pieces
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
		for victims := s.pawns[c.Other()]; victims != 0; victims = victims.Rest() {
			e.to, e.taken, e.after = victims.First(), aPawn, *s
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
	for i := range f.outer {
		if color, _ := f.man(i); color == c {
			takes(i)
		}
	}
	if c == board.Black {
		takes(innerKing)
	}
}
