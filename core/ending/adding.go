package ending

import "github.com/matewright/matewright/core/board"

// addExits adds all moves out of the slice.
func (s *solver) addExits() error {
	return s.arrivals(s.source, func(a *arrival) error {
		switch {
		case a.after.block != nil && a.isPlain():
			s.addPlain(a)
		case a.after.block != nil && a.mover == innerKing && a.taken == aPawn:
			s.addKing(a)
		default:
			s.follow(&a.exit, &a.after.geometry, func(before, word int, lanes uint64, king board.Square) {
				if lanes &= s.legal[a.color][before]; !s.watch.over() && lanes != 0 {
					s.add(a.color, before, a.codes(&s.geometry, before, word, king).and(lanes))
				}
			})
		}
		return s.watch.look()
	})
}

// isPlain reports whether an exit is a pawn's move that keeps the number of each word. Kings and pawns have mostly such
// exits.
func (a *arrival) isPlain() bool {
	return a.mover == aPawn && a.taken <= 0 && a.promoted == none && len(a.passing) == 0
}

// addPlain adds the moves of a plain exit, as the general way does.
func (s *solver) addPlain(a *arrival) {
	lanes := ^uint64(0)
	if a.over != board.NoSquare {
		lanes &^= uint64(a.over.Bit())
	}
	turn := a.color.Other()
	for i, legal := range s.legal[a.color] {
		if legal &= lanes; legal == 0 || a.over != board.NoSquare && s.stands(i, a.over) {
			continue
		}
		s.add(a.color, i, a.after.block.words[turn][i].and(legal))
	}
}

// addKing adds the captures of a pawn by the black king, as the general way does.
func (s *solver) addKing(a *arrival) {
	around := uint64(board.Attacks(board.King, a.to, 0))
	for i, legal := range s.legal[board.Black] {
		if legal &= around; legal == 0 {
			continue
		}
		w := a.after.block.words[board.White][i]
		if w.at(a.to) != illegal {
			s.add(board.Black, i, w.everywhere(a.to).and(legal))
		}
	}
}

// add adds moves of a side from lanes of a word to positions with given codes.
func (s *solver) add(side board.Color, word int, after codes) {
	legal := after.legal()
	if legal == 0 {
		return
	}
	wins, loses := after.wins(side), after.wins(side.Other())
	to := &s.exits[side][word]
	to.any |= legal
	to.wins[surely] |= wins[surely]
	to.wins[likely] |= wins[likely]
	to.wins[maybe] |= wins[maybe]
	to.safe[surely] |= legal &^ loses[surely]
	to.safe[likely] |= legal &^ loses[likely]
	to.safe[maybe] |= legal &^ loses[maybe]
}
