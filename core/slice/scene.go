package slice

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// A Scene is an unpacked word: the men on their squares, except the inner man, which is on every square at once. The
// squares of that man are called lanes: lane s is the position with the inner man on s.
type Scene struct {
	Men   [material.MaxMen]board.Man // in the order of the layout; NoPiece once captured
	N     int
	Inner int            // index of the inner man, -1 once it stands somewhere
	Fixed board.Bitboard // squares of all men except the inner one
	Frame *Frame

	barred board.Bitboard // lanes in which the inner man cannot stand
}

// Scene unpacks a word of a slice. It returns false if two men share a square, so that no lane is a position.
func (l *Layout) Scene(slice Number, word WordNo, sc *Scene) bool {
	sc.N = copy(sc.Men[:], l.Men)
	sc.Inner, sc.barred = l.Inner, ^l.InnerSquares
	sc.Frame = l.frames.At(FrameNo(word >> (6 * l.outers())))
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
	for i, s := range l.rooks {
		sc.Men[l.firstPwn-len(l.rooks)+i].Square = s
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

// Illegal returns the lanes that are not positions with side c to move: two men share a square, or c could take the
// king.
func (sc *Scene) Illegal(c board.Color) board.Bitboard {
	return sc.Fixed | sc.barred | sc.Checked(c.Other())
}

// Put places a man, the inner one too, on a square.
func (sc *Scene) Put(man int, to board.Square) {
	if man == sc.Inner {
		sc.Inner, sc.barred = -1, 0
	} else {
		sc.Fixed &^= sc.Men[man].Square.Bit()
	}
	sc.Men[man].Square = to
	sc.Fixed |= to.Bit()
}

// Spread makes a man the inner one of a scene without an inner man.
func (sc *Scene) Spread(man int) {
	sc.Fixed &^= sc.Men[man].Square.Bit()
	sc.Inner = man
}

// Remove takes a man off the board. Take a captured man off before the
// capturing one is put on its square.
func (sc *Scene) Remove(man int) {
	if man == sc.Inner {
		sc.Inner, sc.barred = -1, 0
	} else {
		sc.Fixed &^= sc.Men[man].Square.Bit()
	}
	sc.Men[man].Type = board.NoPiece
}

// Words visits the words of a slice. The words of a row have all men in common except the last outer one and the inner
// one, so their part is found once. [Scene.Illegal] is the slow way.
type Words struct {
	layout *Layout
	number Number
	man    int    // the last outer one: it numbers the words of a row
	row    WordNo // >>6, of the row that is unpacked, or -1

	scene   Scene // of the word at hand
	apart   bool  // no two men of the row share a square
	still   board.Bitboard
	threats [2]threats // to each king
}

// threats has the lanes of the words of a row in which a king is attacked.
type threats struct {
	lanes   board.Bitboard                  // where the inner man attacks it, unless the row's man stands between
	rows    board.Bitboard                  // where the row's man does, unless the inner one stands between
	between [material.MaxMen]board.Bitboard // squares between it and the others that attack it
	others  int
}

// Begin turns to a slice.
func (w *Words) Begin(l *Layout, number Number) {
	w.layout, w.number, w.row = l, number, -1
	w.man = l.endOut - 1
}

// Word turns to a word. It returns false if two men share a square.
func (w *Words) Word(word WordNo) bool {
	if w.man < w.layout.firstOut {
		return w.layout.Scene(w.number, word, &w.scene)
	}
	if w.row != word>>6 {
		w.row = word >> 6
		w.unpackRow()
	}
	if !w.apart || w.still.Has(board.Square(word&63)) {
		return false
	}
	w.scene.Men[w.man].Square = board.Square(word & 63)
	w.scene.Fixed = w.still | board.Square(word&63).Bit()
	return true
}

// Scene returns the men of the word at hand.
func (w *Words) Scene() *Scene { return &w.scene }

// Illegal returns the lanes of the word at hand that are not positions with side c to move, as [Scene.Illegal] does.
func (w *Words) Illegal(c board.Color) board.Bitboard {
	if w.man < w.layout.firstOut {
		return w.scene.Illegal(c)
	}
	king, at := w.scene.Men[c.Other()].Square, w.scene.Men[w.man].Square
	t := &w.threats[c.Other()]
	lanes := t.lanes
	if lanes.Has(at) {
		lanes &^= board.Beyond(king, at)
	}
	if t.rows.Has(at) {
		lanes |= ^board.Between(king, at)
	}
	for _, between := range t.between[:t.others] {
		if !between.Has(at) {
			lanes |= ^between
		}
	}
	return lanes | w.scene.Fixed
}

// unpackRow finds the common part of the words of a row.
func (w *Words) unpackRow() {
	sc := &w.scene
	w.layout.Scene(w.number, w.row<<6, sc)
	w.apart, w.still = true, 0
	for i := range sc.N {
		if i != sc.Inner && i != w.man {
			bit := sc.Men[i].Square.Bit()
			w.apart = w.apart && w.still&bit == 0
			w.still |= bit
		}
	}
	w.threats = [2]threats{}
	for i := range sc.N {
		m := &sc.Men[i]
		t := &w.threats[m.Color.Other()]
		king := sc.Men[m.Color.Other()].Square
		switch {
		case i == sc.Inner:
			t.lanes = board.Attacks(m.Type, king, w.still)
		case i == w.man:
			t.rows = board.Attacks(m.Type, king, w.still)
		case m.Attacks(king, w.still):
			t.between[t.others] = board.Between(m.Square, king)
			t.others++
		}
	}
}

// Position returns the position at a place, White being the first side. It
// need not be legal: men can share a square.
func (l *Layout) Position(at Place) board.Position {
	var sc Scene
	word, lane := at.Entry.Word()
	l.Scene(at.Slice, word, &sc)
	sc.Men[l.Inner].Square = lane
	p := board.NewPosition(at.Side, sc.Men[:len(l.Men)]...)
	p.Rights = l.Class.Rights()
	return p
}
