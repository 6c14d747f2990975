package ending

import "github.com/matewright/matewright/core/board"

// A source returns the solved blocks.
type source interface {
	// block returns the codes with a side to move, or nil if the slice is not solved.
	block(Slice, board.Color) (*block, error)

	// has reports whether the slice is solved.
	has(Slice) bool

	// open reads the words of a solved wide slice with the attacker to move: its legal positions that are not won. It
	// returns nil if these are not stored.
	open(Slice) (*openWords, error)
}

// A view reads the codes of a slice with a side to move. All legal positions of an unsolved one are open, and so are
// those of a wide one outside its slab.
type view struct {
	geometry
	turn  board.Color
	block *block    // nil if it is not solved
	ahead [2]uint64 // all lanes if a side is likely to win an unsolved slice, by its material
}

// find makes the view one of a slice with a side to move.
func (v *view) find(s Slice, turn board.Color, from source) (err error) {
	v.turn, v.block = turn, nil // two blocks with two pieces would take 20 MiB
	if v.block, err = from.block(s, turn); err != nil {
		return err
	}
	if v.block != nil && v.block.slab == nil {
		v.place(s)
	} else {
		v.begin(s)
		v.ahead = s.ahead()
	}
	return nil
}

// word returns the codes of a word.
func (v *view) word(word int) codes {
	if v.block != nil && v.block.slab == nil {
		return v.block.words[word]
	}
	legal := v.legalFor(v.turn, word)
	if v.block != nil {
		if lost, safe, ok := v.block.slab.at(v.turn, word); ok {
			return slabCodes(v.block.slab, legal, lost, safe)
		}
	}
	return codes{legal, legal, legal, [2]uint64{legal & v.ahead[0], legal & v.ahead[1]}}
}

// slabCodes returns the codes of a word of a slab. Other wins of its attacker are not likely.
func slabCodes(b *slab, legal, lost, safe uint64) codes {
	var wins [2]lanes
	lost &= legal
	wins[b.attacker] = lanes{lost, lost, lost | legal&^safe}
	wins[b.attacker.Other()] = lanes{0, 0, legal &^ lost}
	return encode(legal, 0, &wins[board.White], &wins[board.Black])
}

// An arrival is an exit with the codes of the positions that it leads to.
type arrival struct {
	exit
	after   view
	passing []view
	queen   *arrival // instead of an underpromotion
}

// arrivals calls a function for each exit of a slice. It leaves out underpromotions while the slices with queens are
// not solved: their codes would be the same. An arrival is valid until the function returns. An error of the function
// ends the calls. solver.steps has the same rule.
func (g *geometry) arrivals(from source, yield func(*arrival) error) (err error) {
	var other, queen arrival
	g.slice.exits(func(e exit) {
		if err != nil {
			return
		}
		a := &other
		a.queen = nil
		switch {
		case e.promoted == none:
			queen.release()
		case e.isQueen():
			other.release()
			a = &queen
		case queen.after.block == nil:
			return
		default:
			a.queen = &queen
		}
		if err = a.find(e, from); err == nil {
			err = yield(a)
		}
	})
	return err
}

// release lets go of blocks. Each of a slice with two pieces takes 10 MiB.
func (a *arrival) release() {
	clear(a.passing)
	a.passing, a.after.block = a.passing[:0], nil
}

// find makes the arrival that of an exit.
func (a *arrival) find(e exit, from source) error {
	a.release()
	a.exit = e
	for _, slice := range e.passing {
		var v view
		if err := v.find(slice, e.color, from); err != nil {
			return err
		}
		a.passing = append(a.passing, v)
	}
	return a.after.find(e.after, e.color.Other(), from)
}

// codes returns the codes of the positions before an exit, as the side to move afterwards has them. The arguments are
// those of [geometry.follow].
func (a *arrival) codes(g *geometry, before, word int, king board.Square) codes {
	turn := a.color.Other()
	w := a.after.word(word)
	if king != board.NoSquare {
		w = w.everywhere(king)
	}
	if a.queen != nil && a.after.block == nil {
		// The outcome is likely to be the same as with a queen.
		q := a.queen.after.word(g.placed(&a.queen.after.geometry, before, &a.queen.exit))
		for _, c := range board.Colors {
			w.likely[c] = w.legal() & q.wins(c)[likely]
		}
	}
	for i := range a.passing {
		w = enPassant(turn, w, a.passing[i].word(word))
	}
	return w
}

// enPassant returns the codes of positions in which the side to move can also capture en passant, into positions with
// the codes taken. If that is its only move, it must.
func enPassant(turn board.Color, quiet, taken codes) codes {
	can := taken.legal() & quiet.legal()
	if can == 0 {
		return quiet
	}
	forced := quiet.stalemate() & can
	var wins [2]lanes
	mine, theirs := &wins[turn], &wins[turn.Other()]
	*mine, *theirs = quiet.wins(turn), quiet.wins(turn.Other())
	alsoMine, alsoTheirs := taken.wins(turn), taken.wins(turn.Other())
	for b := range bounds {
		mine[b] |= alsoMine[b] & can
		theirs[b] = (theirs[b] | forced) &^ (can &^ alsoTheirs[b])
	}
	return encode(quiet.legal(), quiet.stalemate()&^can, &wins[board.White], &wins[board.Black])
}
