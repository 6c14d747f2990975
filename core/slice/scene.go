package slice

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// A Scene is a word unpacked: the men where they stand, but for one that
// stands everywhere at once. Sets of its squares are called lanes: lane s is
// the position with the inner man on s.
type Scene struct {
	Men   [material.MaxMen]board.Man // in the order of the layout; NoPiece once captured
	N     int
	Inner int            // index of the inner man, -1 once it stands somewhere
	Fixed board.Bitboard // squares of all men but the inner one
	Frame *Frame
}

// Scene unpacks a word of a slice. It returns false where two men share a
// square, and no lane is a position.
func (l *Layout) Scene(slice, word int, sc *Scene) bool {
	sc.N = copy(sc.Men[:], l.Men)
	sc.Inner = l.Inner
	sc.Frame = l.frames.At(word >> (6 * l.outers()))
	sc.Men[board.White].Square = sc.Frame.Kings[board.White]
	sc.Men[board.Black].Square = sc.Frame.Kings[board.Black]
	for i := l.endOut - 1; i >= l.firstOut; i-- {
		sc.Men[i].Square = board.Square(word & 63)
		word >>= 6
	}
	for i, s := range l.PawnSquares(slice) {
		sc.Men[l.firstPwn+i].Square = s
	}
	if l.whole != nil {
		sc.Men[l.Promoted()].Square = l.promotedSquare(slice)
	}
	sc.Fixed = 0
	apart := true
	for i := range sc.N {
		if i == sc.Inner {
			continue
		}
		b := sc.Men[i].Square.Bit()
		apart = apart && sc.Fixed&b == 0
		sc.Fixed |= b
	}
	return apart
}

// Checked returns the lanes in which the king of side c is attacked.
func (sc *Scene) Checked(c board.Color) board.Bitboard {
	var lanes board.Bitboard
	king := sc.Men[c].Square
	for i := range sc.N {
		m := &sc.Men[i]
		if m.Color == c || m.Type == board.NoPiece {
			continue
		}
		switch {
		case sc.Inner == int(c):
			lanes |= m.AttackSet(sc.Fixed)
		case sc.Inner == i:
			lanes |= board.Attacks(m.Type, king, sc.Fixed)
		case m.Attacks(king, sc.Fixed):
			if sc.Inner < 0 {
				return ^board.Bitboard(0)
			}
			lanes |= ^board.Between(m.Square, king)
		}
	}
	return lanes
}

// Illegal returns the lanes that are no positions with side c to move: two men
// share a square, or c could take the king.
func (sc *Scene) Illegal(c board.Color) board.Bitboard {
	return sc.Fixed | sc.Checked(c.Other())
}

// Put places a man, the inner one too, on a square.
func (sc *Scene) Put(man int, to board.Square) {
	if man == sc.Inner {
		sc.Inner = -1
	} else {
		sc.Fixed &^= sc.Men[man].Square.Bit()
	}
	sc.Men[man].Square = to
	sc.Fixed |= to.Bit()
}

// Spread makes a man the inner one, when there is none.
func (sc *Scene) Spread(man int) {
	sc.Fixed &^= sc.Men[man].Square.Bit()
	sc.Inner = man
}

// Remove takes a man off the board. Take a captured man off before the
// capturing one is put on its square.
func (sc *Scene) Remove(man int) {
	if man == sc.Inner {
		sc.Inner = -1
	} else {
		sc.Fixed &^= sc.Men[man].Square.Bit()
	}
	sc.Men[man].Type = board.NoPiece
}
