package exits

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// Finder finds, for the positions of a row, the best of the moves that leave
// the slice: captures, pawn pushes, promotions, en passant, and what ends rights to castle (castling.go).
//
// Moves are found for whole rows, one man and victim after the
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

// sourceAfter returns the source of what moves of a kind lead to. Where they begin to count anew the first level says
// all that matters, also to a class whose own values fit into bytes.
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

// pieceExit names the move of a piece.
func (x *Finder) pieceExit(man, victim int) exit {
	e := exit{man: man, victim: victim, rook: kernel.NoMan}
	if x.before.anchored[man] == 0 {
		return e
	}
	e.shift = anchoredShift
	if victim == kernel.NoMan {
		e.rook = man
		if man == int(x.color) { // the king: any rook of his will do
			e.rook = x.Rows.Layout.CastlingRook(
				slices.IndexFunc(
					board.Castles[:],
					func(c board.Castle) bool { return x.before.anchored[man]&c.Right != 0 },
				),
			)
		}
	}
	return e
}
