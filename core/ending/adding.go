package ending

import "github.com/matewright/matewright/core/board"

// addExits adds all moves out of the slice.
func (s *solver) addExits() error {
	return s.arrivals(s.source, func(a *arrival) {
		if a.stays() && a.after.block != nil {
			s.addBlock(a)
			return
		}
		s.follow(&a.exit, &a.after.geometry, func(before, word int, lanes uint64, king board.Square) {
			if lanes &= s.legal[a.color][before]; lanes != 0 {
				s.add(a.color, before, a.codes(&s.geometry, before, word, king).and(lanes))
			}
		})
	})
}

// stays reports whether a word has the same number after an exit, and the moves are those of one pawn.
func (a *arrival) stays() bool {
	return a.mover == aPawn && a.taken <= 0 && a.promoted == none && len(a.passing) == 0
}

// addBlock adds the moves of a pawn that keep the number of each word. Kings and pawns have mostly such exits.
func (s *solver) addBlock(a *arrival) {
	lanes := ^uint64(0)
	if a.over != board.NoSquare {
		lanes &^= uint64(a.over.Bit())
	}
	turn := a.color.Other()
	for i, legal := range s.legal[a.color] {
		if a.over != board.NoSquare && s.stands(i, a.over) {
			continue
		}
		s.add(a.color, i, a.after.block.word(turn, i).and(lanes&legal))
	}
}

// add adds moves of a side from lanes of a word to positions with given codes.
func (s *solver) add(side board.Color, word int, after codes) {
	legal := after.legal()
	if legal == 0 {
		return
	}
	x := &s.exits[side]
	x.any[word] |= legal
	wins, loses := after.wins(side), after.wins(side.Other())
	for b := range bounds {
		x.wins[b][word] |= wins[b]
		x.safe[b][word] |= legal &^ loses[b]
	}
}
