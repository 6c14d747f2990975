package ending

import "github.com/matewright/matewright/core/board"

// decisive is a lead in pawns with which a side is likely to win.
const decisive = 4

// balance returns White's lead in pawns, as books count it.
func (s *Slice) balance() int {
	n := s.pawns[board.White].Count() - s.pawns[board.Black].Count()
	for _, p := range s.pieces[:s.pieces.count()] {
		if p.color() == board.White {
			n += p.kind().Worth()
		} else {
			n -= p.kind().Worth()
		}
	}
	return n
}

// ahead returns all lanes for a side that is likely to win each position, by the material of the slice.
func (s *Slice) ahead() (sides [2]uint64) {
	switch balance := s.balance(); {
	case balance >= decisive:
		sides[board.White] = ^uint64(0)
	case balance <= -decisive:
		sides[board.Black] = ^uint64(0)
	}
	return sides
}

// Stronger returns the side that is more likely to win a position: the one with more material, as books count it. If
// they have the same, it is the side to move.
func Stronger(p *board.Position) board.Color {
	s, _ := sliceOf(p)
	switch ahead := s.balance(); {
	case ahead > 0:
		return board.White
	case ahead < 0:
		return board.Black
	}
	return p.Turn
}
