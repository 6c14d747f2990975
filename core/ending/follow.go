package ending

import "github.com/matewright/matewright/core/board"

// follow calls a function for each pair of words before and after a kind of exit, with the lanes in which the move is
// possible. The move keeps the lane, except that a capture by the black king leads to a single lane.
// Positions before and after may be illegal.
func (g *geometry) follow(e *exit, after *geometry, yield func(before, after int, lanes uint64, king board.Square)) {
	switch {
	case e.mover != aPawn:
		g.followCaptures(e, after, yield)
	case e.taken > 0:
		for word := range g.words() {
			if g.at(word, e.taken) == e.to {
				yield(word, g.placed(after, word, e), ^uint64(0), board.NoSquare)
			}
		}
	case e.over != board.NoSquare:
		for word := range g.words() {
			if !g.stands(word, e.over) {
				yield(word, word, ^uint64(e.over.Bit()), board.NoSquare)
			}
		}
	default:
		for word := range g.words() {
			yield(word, g.placed(after, word, e), ^uint64(0), board.NoSquare)
		}
	}
}

// stands reports whether an outer man stands on a square.
func (g *geometry) stands(word int, square board.Square) bool {
	for i := range g.outer {
		if g.at(word, i) == square {
			return true
		}
	}
	return false
}

// placed returns the word after a pawn's move. The other men stand as before, without a taken one and with a promoted
// one.
func (g *geometry) placed(after *geometry, word int, e *exit) (placed int) {
	if e.taken <= 0 && e.promoted == none {
		return word
	}
	to := 0
	put := func(s board.Square) {
		placed |= int(s) << after.men[to].shift
		to++
	}
	for i := range g.outer {
		if e.promoted == to {
			put(e.to)
		}
		if i != e.taken {
			put(g.at(word, i))
		}
	}
	if e.promoted == to {
		put(e.to)
	}
	return placed
}

// followCaptures is follow for captures by a king or piece.
func (g *geometry) followCaptures(
	e *exit, after *geometry, yield func(before, after int, lanes uint64, king board.Square),
) {
	king := func(before, after int, to board.Square) {
		yield(before, after, uint64(board.Attacks(board.King, to, 0)), to)
	}
	var found [mostWays]way
	outer := func(landed, after int) {
		for _, w := range g.ways(landed, e.mover, &found) {
			yield(w.word, after, w.lanes, board.NoSquare)
		}
	}
	for word := range after.words() {
		switch {
		case e.taken == aPawn && e.mover == innerKing:
			king(word, word, e.to)
		case e.taken == aPawn:
			if g.at(word, e.mover) == e.to {
				outer(word, word)
			}
		case e.mover == innerKing:
			landed := g.withTaken(after, word, e)
			for to := range board.Square(64) {
				king(landed|int(to)<<g.men[e.taken].shift, word, to)
			}
		default:
			landed := g.withTaken(after, word, e)
			outer(landed|int(g.at(landed, e.mover))<<g.men[e.taken].shift, word)
		}
	}
}

// withTaken returns a word of the slice before a capture of an outer man, given the word after it. The taken man stands
// on a1.
func (g *geometry) withTaken(after *geometry, word int, e *exit) (landed int) {
	from := 0
	for i := range g.outer {
		if i != e.taken {
			landed |= int(after.at(word, from)) << g.men[i].shift
			from++
		}
	}
	return landed
}
