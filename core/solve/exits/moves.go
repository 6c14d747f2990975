package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
)

// Find finds the ranks of the best exits of the row's legal lanes, with side c to move. The next call overwrites them.
func (x *Finder) Find(c board.Color) error {
	if x.turnTo(c) {
		x.addZeroing()
		x.addRightsEnding()
	}
	return x.err
}

// FindZeroing is Find for captures and pawn moves only, which reset the clock of the fifty-move rule.
func (x *Finder) FindZeroing(c board.Color) error {
	if x.turnTo(c) {
		x.addZeroing()
	}
	return x.err
}

// FindCaptures is Find for captures only.
func (x *Finder) FindCaptures(c board.Color) error {
	if x.turnTo(c) {
		x.addCaptures()
	}
	return x.err
}

// FindPushes is Find for pawn moves that do not capture.
func (x *Finder) FindPushes(c board.Color) error {
	if x.turnTo(c) {
		x.addPushes()
	}
	return x.err
}

// FindQuiet is Find for the other moves only.
func (x *Finder) FindQuiet(c board.Color) error {
	if x.turnTo(c) {
		x.addRightsEnding()
	}
	return x.err
}

// FindInto finds some exits with a side to move, and writes the best ranks of the row's words.
func (x *Finder) FindInto(best []kernel.Octets, c board.Color, find func(board.Color) error) error {
	if err := find(c); err != nil {
		return err
	}
	for words := x.Words; words != 0; words = words.Rest() {
		w := words.First() & 63
		best[w] = kernel.Octets{}
		if x.Best[w].Set != 0 {
			best[w].RaiseToRanks(x.Best[w].Rank[:])
		}
	}
	return nil
}

// turnTo starts with a side to move, and reports whether the row has words with positions.
func (x *Finder) turnTo(c board.Color) bool {
	x.color, x.err = c, nil
	clear(x.Best[:x.Rows.Size])
	return x.Words != 0
}

// addZeroing adds captures and pawn moves.
func (x *Finder) addZeroing() {
	x.addCaptures()
	x.addPushes()
}

func (x *Finder) addCaptures() {
	for i := range x.before.n {
		switch {
		case x.before.men[i].Color != x.color:
		case i == x.before.lane:
			x.laneManCaptures(i)
		default:
			x.captures(i)
		}
	}
}

func (x *Finder) addPushes() {
	for i := range x.before.n {
		if m := &x.before.men[i]; m.Color == x.color && m.Type == board.Pawn {
			x.pushes(i)
		}
	}
}

// isPrey reports whether the side to move may capture a man.
func (x *Finder) isPrey(victim int) bool {
	return victim > int(board.Black) && x.before.men[victim].Color != x.color
}

func (x *Finder) laneManCaptures(man int) {
	kind := x.before.men[man].Type
	for victim := range x.before.n {
		if !x.isPrey(victim) {
			continue
		}
		after := x.before
		after.remove(victim)
		words := x.Words
		if victim == x.before.row {
			x.reachRow(words, kind)
			after.numberWords(man)
		} else {
			at := x.before.men[victim].Square
			x.reachFrom(words, at, board.Attacks(kind, at, x.before.fixed))
			after.put(man, at)
		}
		x.leave(x.pieceExit(man, victim), &after, words)
	}
}

func (x *Finder) captures(man int) {
	for victim := range x.before.n {
		if !x.isPrey(victim) {
			continue
		}
		switch {
		case man == x.before.row:
			x.rowManCaptures(man, victim)
		case victim == x.before.lane:
			x.capturesLaneMan(man, victim)
		case victim == x.before.row:
			x.capturesRowMan(man, victim)
		default:
			m, to := &x.before.men[man], x.before.men[victim].Square
			if m.Attacks(to, x.before.fixed) {
				between := board.Between(m.Square, to)
				words := x.Rows.Without(x.Words, between)
				x.reachIn(words, ^between)
				x.moveTo(man, victim, to, words)
			}
		}
	}
}

// rowManCaptures adds captures by the row man.
func (x *Finder) rowManCaptures(man, victim int) {
	kind := x.before.men[man].Type
	words := x.Words
	after := x.before
	after.remove(victim)
	if victim == x.before.lane {
		// The lane is the square of the capturing man after the move.
		x.reachRow(words, kind)
		after.numberLanes(man)
	} else {
		to := x.before.men[victim].Square
		words &= board.Attacks(kind, to, x.before.fixed)
		x.reachBetween(words, to)
		after.put(man, to)
	}
	x.leave(x.pieceExit(man, victim), &after, words)
}

// capturesLaneMan adds captures of the lane man by a man on a fixed square. For a pawn it visits each square, as each
// leads to another slice.
func (x *Finder) capturesLaneMan(man, victim int) {
	m := &x.before.men[man]
	attacked := m.AttackSet(x.before.fixed)
	if m.Type == board.Pawn {
		for targets := attacked &^ x.before.fixed; targets != 0; targets = targets.Rest() {
			x.reachIn(x.Words, targets.First().Bit())
			x.moveTo(man, victim, targets.First(), x.Words)
		}
		return
	}
	x.reachFrom(x.Words, m.Square, attacked)
	after := x.before
	after.remove(victim)
	after.numberLanes(man)
	x.leave(x.pieceExit(man, victim), &after, x.Words)
}

// capturesRowMan adds captures of the row man by a man on a fixed square. For kings and pawns it visits each word, as
// each leads to another frame or slice.
func (x *Finder) capturesRowMan(man, victim int) {
	m := &x.before.men[man]
	words := x.Words & m.AttackSet(x.before.fixed)
	if m.Type == board.Pawn || m.Type == board.King {
		for ; words != 0; words = words.Rest() {
			to := words.First()
			x.reachIn(to.Bit(), ^board.Bitboard(0))
			x.moveTo(man, victim, to, to.Bit())
		}
		return
	}
	x.reachBetween(words, m.Square)
	after := x.before
	after.remove(victim)
	after.numberWords(man)
	x.leave(x.pieceExit(man, victim), &after, words)
}

func (x *Finder) pushes(man int) {
	m := &x.before.men[man]
	for targets := board.PawnPushes(m.Color, m.Square, x.before.fixed); targets != 0; targets = targets.Rest() {
		to := targets.First()
		passed := board.Between(m.Square, to)
		way := passed | to.Bit()
		words := x.Rows.Without(x.Words, way)
		x.reachIn(words, ^way)
		if passed == 0 || !x.pushIntoEnPassant(man, to, passed.First(), words) {
			x.moveTo(man, kernel.NoMan, to, words)
		}
	}
}
