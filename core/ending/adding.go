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
					w := a.codes(&s.geometry, before, word, king)
					s.exits[a.color][before].add(a.color, &w, lanes)
				}
			})
		}
		return s.watch.look()
	})
}

// isPlain reports whether an exit keeps the number of each word, and allows no capture en passant. Kings and pawns have
// mostly such exits.
func (a *arrival) isPlain() bool {
	return a.keepsWords() && len(a.passing) == 0
}

// addPlain adds the moves of a plain exit, as the general way does.
func (s *solver) addPlain(a *arrival) {
	lanes := ^uint64(0)
	if a.over != board.NoSquare {
		lanes &^= uint64(a.over.Bit())
	}
	after, exits := a.after.block.words, s.exits[a.color]
	for i, legal := range s.legal[a.color] {
		if legal &= lanes; legal == 0 || a.over != board.NoSquare && s.stands(i, a.over) {
			continue
		}
		exits[i].add(a.color, &after[i], legal)
	}
}

// addKing adds the captures of a pawn by the black king, as the general way does.
func (s *solver) addKing(a *arrival) {
	around := uint64(board.Attacks(board.King, a.to, 0))
	after, exits := a.after.block.words, s.exits[board.Black]
	for i, legal := range s.legal[board.Black] {
		if legal &= around; legal != 0 {
			w := after[i].everywhere(a.to)
			exits[i].add(board.Black, &w, legal)
		}
	}
}

// add adds moves of a side from some lanes, to positions with given codes. It has the rules of [codes.wins] for both
// sides at once.
func (e *wordExits) add(side board.Color, after *codes, lanes uint64) {
	a, b, c := after.a&lanes, after.b&lanes, after.c&lanes
	legal := a | b | c
	sure, loses := a&b&^c, c&^(a|b)
	may, mayLose := a&(b|c), c&(b|^a)
	hope, fear := sure|after.likely[board.White]&lanes, loses|after.likely[board.Black]&lanes
	if side == board.Black {
		sure, loses = loses, sure
		may, mayLose = mayLose, may
		hope, fear = fear, hope
	}
	e.any |= legal
	e.wins[surely] |= sure
	e.wins[likely] |= hope
	e.wins[maybe] |= may
	e.safe[surely] |= legal &^ loses
	e.safe[likely] |= legal &^ fear
	e.safe[maybe] |= legal &^ mayLose
}
