package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// Finder finds, for the positions of a row, the best of the moves that leave
// the slice: captures, pawn pushes, promotions, en passant, and what ends rights to castle (castling.go).
//
// Moves are found for whole rows (rows.go), one man and victim after the
// other, in three steps. The second and third touch words only where there is
// such a move, and what depends on the row alone is found before their loops.
//
//  1. lanes: in which lanes of which words the move exists (below), and is
//     legal (setting.go)
//  2. successor (successor.go): which slice the move leads to, opened at its first use,
//     and where the entries of the row are in it. A promotion leads into a face, and so does a last right to castle
//     (slice.Layout.Face)
//  3. offer: a byte read for each lane, and the greatest rank kept
//
// A double push next to an enemy pawn is worth what the opponent's better
// reply makes of it: en passant or not.
type Finder struct {
	metric     *value.Metric
	Source     Source
	level      value.Level // at which what moves lead to is seen
	Rows       kernel.Rows
	still      int // the layout's men from this one on stand still in the slice
	successors [exitKinds]*successor
	castling   [2][64]*successor // where nobody can castle any more, by the color and the square of the rook that might have
	err        error

	// Of the row at hand, and its words in which no two men share a square.
	Row     kernel.Row
	before  setting
	Words   board.Bitboard
	barred  board.Bitboard                     // lanes of no position
	Checked [2][kernel.RowWords]board.Bitboard // lanes in which a king is attacked
	Illegal [2][kernel.RowWords]board.Bitboard // lanes that are no positions with a side to move

	Best [kernel.RowWords]ranks // of the side that find was asked for

	// Of the move at hand: its side, where it exists, and what en passant
	// makes of it.
	color  board.Color
	lanes  [kernel.RowWords]board.Bitboard
	reader successorReader
	reply  [kernel.RowWords]ranks // the opponent's best en-passant replies to a push
	quiet  [kernel.RowWords]ranks // the push, without them
}

// ranks has the best rank found so far for the lanes in set, and 0 elsewhere.
type ranks struct {
	Rank [64]value.Rank
	Set  board.Bitboard
}

// raise offers a rank to a lane of the set.
func (r *ranks) raise(lane board.Square, rank value.Rank) {
	if at := &r.Rank[lane&63]; rank > *at {
		*at = rank
	}
}

// Begin turns to a slice. The source has what moves lead to as it is seen at a level.
func (x *Finder) Begin(l *slice.Layout, number slice.Number, metric *value.Metric, source Source, level value.Level) {
	x.metric, x.Source, x.level = metric, source, level
	x.Rows.Begin(l, number)
	x.Forget()
	x.before = newSetting(l, x.Rows.Man)
	x.barred = ^l.InnerSquares
	squares := l.StillSquares(number)
	x.still = len(l.Men) - len(squares)
	for i, s := range squares {
		x.before.men[x.still+i].Square = s
	}
}

// Forget lets go of what was read of other slices.
func (x *Finder) Forget() {
	clear(x.successors[:])
	x.castling = [2][64]*successor{}
}

// Place turns to a row: it finds the words in which all men stand apart, and
// their lanes that are checks or illegal.
func (x *Finder) Place(number kernel.RowNo) {
	x.Rows.Unpack(number, &x.Row)
	fixed := 0
	for i := range x.before.n {
		if i == x.before.row || i == x.before.lane {
			continue
		}
		fixed++
		if i < x.still {
			x.before.men[i].Square = x.Row.At[i]
		}
	}
	x.before.fixed = x.Row.Fixed
	if x.Words = 0; x.Row.Fixed.Count() < fixed {
		return
	}
	x.Words = x.Rows.Without(^board.Bitboard(0)>>(kernel.RowWords-x.Rows.Size), x.Row.Fixed)
	threats := [2]threats{x.before.threats(board.White), x.before.threats(board.Black)}
	for words := x.Words; words != 0; words = words.Rest() {
		w := words.First() & 63
		fixed := x.Row.Fixed | x.before.rowBit(w)
		for _, c := range board.Colors {
			checked := threats[c].in(w)
			x.Checked[c][w] = checked
			x.Illegal[c.Other()][w] = fixed | checked | x.barred // as [slice.Scene.Illegal] says
		}
	}
}

// Find finds the ranks of the best exits of the row's legal lanes, with side c
// to move. The next call overwrites them.
func (x *Finder) Find(c board.Color) error {
	if x.turnTo(c) {
		x.zero()
		x.endRights()
	}
	return x.err
}

// FindZeroing finds those of captures and moves of pawns, which set the clock of the fifty-move rule back.
func (x *Finder) FindZeroing(c board.Color) error {
	if x.turnTo(c) {
		x.zero()
	}
	return x.err
}

// FindQuiet finds those of the other moves.
func (x *Finder) FindQuiet(c board.Color) error {
	if x.turnTo(c) {
		x.endRights()
	}
	return x.err
}

// turnTo begins with a side to move, and reports whether the row has words for it.
func (x *Finder) turnTo(c board.Color) bool {
	x.color, x.err = c, nil
	clear(x.Best[:x.Rows.Size])
	return x.Words != 0
}

// zero adds captures and moves of pawns.
func (x *Finder) zero() {
	for i := range x.before.n {
		m := &x.before.men[i]
		switch {
		case m.Color != x.color:
		case i == x.before.lane:
			x.laneManCaptures(i)
		default:
			x.captures(i)
			if m.Type == board.Pawn {
				x.pushes(i)
			}
		}
	}
}

// isPrey reports whether a man can be captured by the side to move.
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
		// The lane is where the capturing man stands afterwards.
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

// capturesLaneMan adds captures of the lane man by one that stands still. A
// pawn goes square by square, because each leads to another slice.
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

// capturesRowMan adds captures of the row man by one that stands still. Kings
// and pawns go word by word, because each leads to another frame or slice.
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

// The functions named reach fill in where the move at hand exists: in the
// legal lanes of some words.

// reachIn: in these lanes.
func (x *Finder) reachIn(words, lanes board.Bitboard) {
	illegal := &x.Illegal[x.color]
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		x.lanes[w] = lanes &^ illegal[w]
	}
}

// reachFrom: in the lanes attacked from a square, behind the row man not.
func (x *Finder) reachFrom(words board.Bitboard, from board.Square, attacked board.Bitboard) {
	illegal := &x.Illegal[x.color]
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		lanes := attacked &^ illegal[w]
		if attacked&x.before.rowBit(w) != 0 {
			lanes &^= board.Beyond(from, w)
		}
		x.lanes[w] = lanes
	}
}

// reachBetween: where the lane man is not between the row man and a square.
func (x *Finder) reachBetween(words board.Bitboard, from board.Square) {
	illegal := &x.Illegal[x.color]
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		x.lanes[w] = ^(board.Between(from, w) | illegal[w])
	}
}

// reachRow: where the row man and the lane man, one of them of this kind, see
// each other.
func (x *Finder) reachRow(words board.Bitboard, kind board.PieceType) {
	illegal := &x.Illegal[x.color]
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		x.lanes[w] = board.Attacks(kind, w, x.before.fixed) &^ illegal[w]
	}
}

// moveTo adds the move of a man that stands still, all its promotions if it is
// one, capturing a victim that stands on the target square.
func (x *Finder) moveTo(man, victim int, to board.Square, words board.Bitboard) {
	after := x.before
	if victim != kernel.NoMan {
		after.remove(victim)
	}
	after.put(man, to)
	move := x.pieceExit(man, victim)
	m := &x.before.men[man]
	if m.Type == board.Pawn {
		move.shift = pawnShift(m.Square, to)
	}
	if words = x.keepLegal(&after, x.color, words); words == 0 {
		return
	}
	if m.Type != board.Pawn || to.Rank() != 0 && to.Rank() != 7 {
		x.enter(move, &after, words, &x.Best)
		return
	}
	for _, move.promotion = range board.Promotions {
		after.men[man].Type = move.promotion
		x.enter(move, &after, words, &x.Best)
	}
}

// leave adds a move in the lanes where it is legal.
func (x *Finder) leave(move exit, after *setting, words board.Bitboard) {
	if words = x.keepLegal(after, x.color, words); words != 0 {
		x.enter(move, after, words, &x.Best)
	}
}

// keepLegal drops the lanes in which a move of side c leaves its king attacked,
// and returns the words that have lanes left.
func (x *Finder) keepLegal(after *setting, c board.Color, words board.Bitboard) board.Bitboard {
	threats := after.threats(c)
	safe := threats.none()
	for rest := words; rest != 0; rest = rest.Rest() {
		w := rest.First() & 63
		if !safe && x.lanes[w] != 0 {
			x.lanes[w] &^= threats.in(w)
		}
		if x.lanes[w] == 0 {
			words &^= w.Bit()
		}
	}
	return words
}

// enter adds a legal move: what it leads to, read from its successor.
func (x *Finder) enter(move exit, after *setting, words board.Bitboard, into *[kernel.RowWords]ranks) {
	if x.err != nil {
		return
	}
	to, still := &x.successors[move.number()], kernel.NoMan
	switch {
	case move.promotion != board.NoPiece:
		still = move.man
	case move.rook != kernel.NoMan && after.rights == 0:
		still = move.rook
		to = &x.castling[x.color][after.men[still].Square]
	}
	if *to == nil {
		if *to, x.err = openSuccessor(x.sourceAfter(move.kind()), after, still); x.err != nil {
			return
		}
	}
	var lanes board.Bitboard
	for rest := words; rest != 0; rest = rest.Rest() {
		lanes |= x.lanes[rest.First()&63]
	}
	replier := after.men[move.man].Color.Other()
	if x.err = x.reader.begin(*to, after, replier, lanes, x.ranksOf(move.kind())); x.err != nil {
		return
	}
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		x.reader.offer(w, x.lanes[w], &into[w])
	}
}

// sourceAfter returns the source of what moves of a kind lead to. Where they begin to count anew the first level says all that matters, also to
// a class whose own values fit into bytes.
func (x *Finder) sourceAfter(kind value.MoveKind) Source {
	if leveled, ok := x.Source.(LeveledSource); ok && x.level == value.OnlyLevel && x.metric.Restarts(kind) {
		return leveled.At(x.metric.Level(0, 2))
	}
	return x.Source
}

// ranksOf returns the ranks of a move of some kind, by the byte that it leads to.
func (x *Finder) ranksOf(kind value.MoveKind) *[256]value.Rank {
	return x.metric.RanksIn(x.level, kind)
}

// FindInto finds some exits with a side to move, and fills in the best ranks of the row's words.
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
