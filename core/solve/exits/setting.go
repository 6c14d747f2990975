package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
)

// A setting is the men of a row, before or after a move. Two of them have no fixed square. The row man numbers the
// words of the row, and the lane man numbers the lanes of a word. Before the move these are the row man and the inner
// man of the layout. After the move another man may number words or lanes, or none.
type setting struct {
	men   [material.MaxMen]board.Man // in the order of the layout; NoPiece once captured
	n     int
	row   int            // the row man, or NoMan
	lane  int            // the lane man, or NoMan
	fixed board.Bitboard // squares of all other men

	all      board.Rights                  // castling rights before the move
	rights   board.Rights                  // those that are left
	anchored [material.MaxMen]board.Rights // by man: the set of rights that end when it moves or is captured
}

// newSetting returns a setting with the men of a layout, without squares.
func newSetting(l *slice.Layout, rowMan int) setting {
	rights := l.Class.Rights()
	s := setting{n: len(l.Men), row: rowMan, lane: l.Inner, all: rights, rights: rights}
	copy(s.men[:], l.Men)
	for man := range l.Men {
		s.anchored[man] = l.Anchored(man)
	}
	return s
}

// lift removes a man from its square, or makes it no longer the row man or lane man.
func (s *setting) lift(man int) {
	s.rights = s.rights.Without(s.anchored[man])
	switch man {
	case s.row:
		s.row = kernel.NoMan
	case s.lane:
		s.lane = kernel.NoMan
	default:
		s.fixed &^= s.men[man].Square.Bit()
	}
}

// remove captures a man. It must be called before put places the capturing man on its square.
func (s *setting) remove(man int) {
	s.lift(man)
	s.men[man].Type = board.NoPiece
}

func (s *setting) put(man int, to board.Square) {
	s.lift(man)
	s.men[man].Square = to
	s.fixed |= to.Bit()
}

// castle puts king and rook on their squares after castling. Each of these may be the other's square before.
func (s *setting) castle(king, rook int, castle *board.Castle) {
	s.lift(king)
	s.lift(rook)
	s.men[king].Square, s.men[rook].Square = castle.KingTo, castle.RookTo
	s.fixed |= castle.KingTo.Bit() | castle.RookTo.Bit()
}

func (s *setting) numberWords(man int) {
	s.lift(man)
	s.row = man
}

func (s *setting) numberLanes(man int) {
	s.lift(man)
	s.lane = man
}

// rowBit returns the square of the row man in a word as a set. The set is empty without a row man.
func (s *setting) rowBit(w board.Square) board.Bitboard {
	if s.row == kernel.NoMan {
		return 0
	}
	return w.Bit()
}

// threats are the attacks on a king in the lanes of the words of a row. The attacks that depend only on the row are
// found once.
type threats struct {
	*setting
	king int
	n    int
	// Each man in by attacks the king, unless the row man or the lane man is in between. The squares are those in
	// between. If the king is the lane man, the squares are those that the man attacks.
	by      [material.MaxMen]int
	squares [material.MaxMen]board.Bitboard

	rows  board.Bitboard // in which the row man attacks the king
	lanes board.Bitboard // in which the lane man attacks the king, unless the row man is in between
}

// threats returns the threats to the king of side c.
func (s *setting) threats(c board.Color) (t threats) {
	t.setting, t.king = s, int(c)
	king := s.men[c].Square
	for i := range s.n {
		m := &s.men[i]
		switch {
		case m.Color == c || m.Type == board.NoPiece:
		case s.lane == t.king:
			var attacked board.Bitboard
			if i != s.row {
				attacked = m.AttackSet(s.fixed)
			}
			t.add(i, attacked)
		case i == s.row:
			t.rows = board.Attacks(m.Type, king, s.fixed)
		case i == s.lane:
			t.lanes = board.Attacks(m.Type, king, s.fixed)
		case m.Attacks(king, s.fixed):
			t.add(i, board.Between(m.Square, king))
		}
	}
	return t
}

func (t *threats) add(man int, squares board.Bitboard) {
	t.by[t.n], t.squares[t.n] = man, squares
	t.n++
}

// none reports whether the king is safe in all words and lanes.
func (t *threats) none() bool { return t.n == 0 && t.rows|t.lanes == 0 }

// in returns the lanes of a word in which the king is attacked. Without a lane man it returns all lanes or none.
func (t *threats) in(w board.Square) board.Bitboard {
	if t.lane == t.king {
		return t.toLanes(w)
	}
	at := t.rowBit(w)
	king := t.men[t.king].Square
	lanes := t.lanes
	if lanes&at != 0 {
		lanes &^= board.Beyond(king, w)
	}
	for _, between := range t.squares[:t.n] {
		if between&at == 0 {
			lanes |= ^between
		}
	}
	if t.rows&at != 0 {
		lanes |= ^board.Between(w, king)
	}
	if t.lane == kernel.NoMan && lanes != 0 {
		return ^board.Bitboard(0)
	}
	return lanes
}

// toLanes is in for a king that is the lane man.
func (t *threats) toLanes(w board.Square) (lanes board.Bitboard) {
	at := t.rowBit(w)
	for i, attacked := range t.squares[:t.n] {
		switch m := &t.men[t.by[i]]; {
		case t.by[i] == t.row:
			attacked = board.Attacks(m.Type, w, t.fixed)
		case attacked&at != 0:
			attacked &^= board.Beyond(m.Square, w)
		}
		lanes |= attacked
	}
	return lanes
}
