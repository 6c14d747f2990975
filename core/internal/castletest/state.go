package castletest

import (
	"github.com/matewright/matewright/core/board"
)

// A state is a position as in a diagram. This file has the rules of chess once more, in the most obvious way. It uses
// package board only to convert positions.
type state struct {
	men    [8][8]byte // by rank and file, the letter that a FEN has, or 0
	black  bool       // is to move
	rights [4]right   // to castle, in FEN's order KQkq
	passed int8       // the file of a pawn that has just jumped past one that could take it, or -1
}

// A right has the files of a king and a rook that may castle. The zero value means that the right is lost.
type right struct {
	there      bool
	king, rook int
}

// kingsAndRooks has the rank and the letters of king and rook for each castling right.
var kingsAndRooks = [4]struct {
	rank       int
	king, rook byte
}{{0, 'K', 'R'}, {0, 'K', 'R'}, {7, 'k', 'r'}, {7, 'k', 'r'}}

// A step is a legal move: the position after it, and whether it is a capture or the move of a pawn.
type step struct {
	to      state
	zeroing bool
}

func isBlack(letter byte) bool { return letter >= 'a' }

// upper returns the letter of the man's type.
func upper(letter byte) byte { return letter &^ 0x20 }

func inside(rank, file int) bool { return rank >= 0 && rank < 8 && file >= 0 && file < 8 }

// directions of a rook, then those of a bishop; jumps of a knight.
var (
	directions = [8][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	jumps      = [8][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// reach calls f with the squares that a piece on a square attacks.
func (s *state) reach(rank, file int, f func(rank, file int)) {
	offsets, slides := directions[:], true
	switch upper(s.men[rank][file]) {
	case 'K':
		slides = false
	case 'N':
		offsets, slides = jumps[:], false
	case 'R':
		offsets = directions[:4]
	case 'B':
		offsets = directions[4:]
	}
	for _, d := range offsets {
		for r, c := rank+d[0], file+d[1]; inside(r, c); r, c = r+d[0], c+d[1] {
			f(r, c)
			if !slides || s.men[r][c] != 0 {
				break
			}
		}
	}
}

// forward returns the direction of pawns.
func forward(black bool) int {
	if black {
		return -1
	}
	return 1
}

// attacked reports whether a side attacks a square.
func (s *state) attacked(rank, file int, black bool) bool {
	found := false
	for r := range 8 {
		for c := range 8 {
			switch m := s.men[r][c]; {
			case m == 0 || isBlack(m) != black:
			case upper(m) == 'P':
				found = found || r+forward(black) == rank && (c == file-1 || c == file+1)
			default:
				s.reach(r, c, func(r, c int) { found = found || r == rank && c == file })
			}
		}
	}
	return found
}

// inCheck reports whether the king of a side is attacked.
func (s *state) inCheck(black bool) bool {
	king := byte('K')
	if black {
		king = 'k'
	}
	for r := range 8 {
		for c := range 8 {
			if s.men[r][c] == king {
				return s.attacked(r, c, !black)
			}
		}
	}
	panic("a king is missing")
}

// moves returns the legal moves.
func (s *state) moves() (list []step) {
	add := func(next state, zeroing bool) {
		next.black = !s.black
		for i, m := range kingsAndRooks { // a king or rook that has moved or was taken
			if at := next.rights[i]; next.men[m.rank][at.king] != m.king || next.men[m.rank][at.rook] != m.rook {
				next.rights[i] = right{}
			}
		}
		if !next.inCheck(s.black) {
			list = append(list, step{next, zeroing})
		}
	}
	for r := range 8 {
		for c := range 8 {
			switch m := s.men[r][c]; {
			case m == 0 || isBlack(m) != s.black:
			case upper(m) == 'P':
				s.pawnMoves(r, c, add)
			default:
				s.reach(r, c, func(r2, c2 int) {
					taken := s.men[r2][c2]
					if taken == 0 || isBlack(taken) != s.black {
						add(s.moved(r, c, r2, c2), taken != 0)
					}
				})
			}
		}
	}
	for i, m := range kingsAndRooks {
		if s.rights[i].there && isBlack(m.king) == s.black {
			s.castle(i, func(next state) {
				next.rights[i&2], next.rights[i|1] = right{}, right{} // the king may stay on its square
				add(next, false)
			})
		}
	}
	return list
}

// moved returns the state after a man has moved. It does not update the turn and the castling rights.
func (s *state) moved(r, c, r2, c2 int) state {
	next := *s
	next.passed = -1
	next.men[r2][c2], next.men[r][c] = s.men[r][c], 0
	return next
}

// castle adds castling by one of the four rights, as the rules of Chess960 have it. Those of chess are a special case.
func (s *state) castle(way int, add func(state)) {
	rank, from := kingsAndRooks[way].rank, s.rights[way]
	to := right{king: 6, rook: 5}
	if way%2 != 0 {
		to = right{king: 2, rook: 3}
	}
	for c := range 8 {
		onKingsWay := min(from.king, to.king) <= c && c <= max(from.king, to.king)
		onRooksWay := min(from.rook, to.rook) <= c && c <= max(from.rook, to.rook)
		if (onKingsWay || onRooksWay) && c != from.king && c != from.rook && s.men[rank][c] != 0 {
			return
		}
		if onKingsWay && s.attacked(rank, c, !s.black) {
			return
		}
	}
	next := *s
	next.passed = -1
	next.men[rank][from.king], next.men[rank][from.rook] = 0, 0
	next.men[rank][to.king], next.men[rank][to.rook] = kingsAndRooks[way].king, kingsAndRooks[way].rook
	add(next)
}

func (s *state) pawnMoves(r, c int, add func(state, bool)) {
	up := forward(s.black)
	home, last, fifth := 1, 7, 4
	if s.black {
		home, last, fifth = 6, 0, 3
	}
	arrive := func(next state, c2 int) {
		if r+up != last {
			add(next, true)
			return
		}
		for _, letter := range []byte("QRBN") {
			if s.black {
				letter |= 0x20
			}
			next.men[last][c2] = letter
			add(next, true)
		}
	}
	if s.men[r+up][c] == 0 {
		arrive(s.moved(r, c, r+up, c), c)
		if r == home && s.men[r+2*up][c] == 0 {
			next := s.moved(r, c, r+2*up, c)
			jumped := next
			jumped.black, jumped.passed = !s.black, int8(c)
			if jumped.canTakePassed() {
				next.passed = int8(c)
			}
			add(next, true)
		}
	}
	for _, c2 := range []int{c - 1, c + 1} {
		if !inside(0, c2) {
			continue
		}
		taken := s.men[r+up][c2]
		if taken != 0 && isBlack(taken) != s.black {
			arrive(s.moved(r, c, r+up, c2), c2)
		}
		if r == fifth && int(s.passed) == c2 {
			next := s.moved(r, c, r+up, c2)
			next.men[r][c2] = 0
			add(next, true)
		}
	}
}

// canHavePassed reports whether a pawn on a file may just have jumped past one that could take it.
func (s *state) canHavePassed(c int) bool {
	pawn, home, landing := byte('P'), 1, 3
	if !s.black {
		pawn, home, landing = 'p', 6, 4
	}
	jumped := *s
	jumped.passed = int8(c)
	return s.men[landing][c] == pawn && s.men[home][c] == 0 && s.men[(home+landing)/2][c] == 0 && jumped.canTakePassed()
}

// canTakePassed reports whether the pawn that has just jumped can be taken en passant without leaving the king in
// check.
func (s *state) canTakePassed() bool {
	taker, r := byte('P'), 4
	if s.black {
		taker, r = 'p', 3
	}
	c := int(s.passed)
	for _, beside := range []int{c - 1, c + 1} {
		if !inside(0, beside) || s.men[r][beside] != taker {
			continue
		}
		next := s.moved(r, beside, r+forward(s.black), c)
		next.men[r][c] = 0
		if !next.inCheck(s.black) {
			return true
		}
	}
	return false
}

// swapped returns the state after the sides have changed their colors, and the board was turned upside down.
func (s *state) swapped() state {
	turned := state{black: !s.black, passed: s.passed}
	for r := range 8 {
		for c := range 8 {
			if m := s.men[r][c]; m != 0 {
				turned.men[7-r][c] = m ^ 0x20
			}
		}
	}
	turned.rights = [4]right{s.rights[2], s.rights[3], s.rights[0], s.rights[1]}
	return turned
}

// stateOf returns the state of a position.
func stateOf(p *board.Position) state {
	s := state{black: p.Turn == board.Black, passed: -1}
	for _, m := range p.Men() {
		letter := m.Type.Letter()
		if m.Color == board.Black {
			letter |= 0x20
		}
		s.men[m.Square.Rank()][m.Square.File()] = letter
	}
	s.rights = rightsOf(p.Rights)
	if p.EnPassant != board.NoSquare {
		s.passed = int8(p.EnPassant.File())
	}
	return s
}

// rightsOf returns the rights of a position.
func rightsOf(rights board.Rights) (list [4]right) {
	for c := range rights.Castles() {
		list[c.Way] = right{true, c.King.File(), c.Rook.File()}
	}
	return list
}

// position returns the position of a state.
func (s *state) position() board.Position {
	var men []board.Man
	for r := range 8 {
		for c := range 8 {
			m := s.men[r][c]
			if m == 0 {
				continue
			}
			man := board.Man{Square: board.NewSquare(c, r)}
			if isBlack(m) {
				man.Color = board.Black
			}
			for man.Type = board.King; man.Type.Letter() != upper(m); man.Type++ {
			}
			men = append(men, man)
		}
	}
	turn, rank := board.White, 5
	if s.black {
		turn, rank = board.Black, 2
	}
	p := board.NewPosition(turn, men...)
	for i, right := range s.rights {
		if rank := kingsAndRooks[i].rank; right.there {
			color := board.Color(rank / 7)
			p.Rights |= board.NewRight(color, board.NewSquare(right.king, rank), board.NewSquare(right.rook, rank))
		}
	}
	if s.passed >= 0 {
		p.EnPassant = board.NewSquare(int(s.passed), rank)
	}
	return p
}
