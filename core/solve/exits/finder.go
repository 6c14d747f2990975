package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// A Finder finds the best of the moves that leave the slice, for the positions of a row. These exits are captures, pawn
// pushes, promotions, en passant, and moves that end castling rights (castling.go).
//
// The finder visits a whole row for one man and victim after the other, in three steps. The second and third step touch
// only words with such a move. Work that depends only on the row is done before their loops.
//
//  1. lanes: the lanes of each word in which the move exists (below) and is legal (setting.go).
//  2. successor (successor.go): the slice after the move, opened at its first use, and the places of the row's entries
//     in it. A promotion leads to a face, and so does the loss of the last castling right (slice.Layout.Face).
//  3. offer: reads a byte for each lane, and keeps the greatest rank.
//
// A double push next to an enemy pawn has the value after the opponent's better reply, en passant or not.
type Finder struct {
	metric     *value.Metric
	Source     Source
	level      value.Level // of the values in the source
	Rows       kernel.Rows
	still      int // the first of the layout's men that do not move in the slice
	successors [exitKinds]*successor
	castling   [2][64]*successor // after the last castling right is lost, by color and square of the rook that had it
	err        error

	// The current row.
	Row     kernel.Row
	before  setting
	Words   board.Bitboard                     // in which no two men share a square
	barred  board.Bitboard                     // lanes without a position
	Checked [2][kernel.RowWords]board.Bitboard // lanes in which a king is attacked
	Illegal [2][kernel.RowWords]board.Bitboard // lanes without a legal position, by side to move

	Best [kernel.RowWords]ranks // for the side of the last Find

	// The current move.
	color  board.Color
	lanes  [kernel.RowWords]board.Bitboard // in which it exists
	reader successorReader
	reply  [kernel.RowWords]ranks // the opponent's best en-passant replies to a push
	quiet  [kernel.RowWords]ranks // the push, without them
}

// Begin starts with a slice. The source has the values of other slices at the given level.
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

// Forget drops cached data of other slices.
func (x *Finder) Forget() {
	clear(x.successors[:])
	x.castling = [2][64]*successor{}
}

// Place moves to a row. It finds the words in which no two men share a square, and their lanes that are checks or
// illegal.
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
			x.Illegal[c.Other()][w] = fixed | checked | x.barred // as in [slice.Scene.Illegal]
		}
	}
}

// The reach methods set the lanes of some words in which the current move exists. These lanes are legal.

// reachIn sets them to the given lanes.
func (x *Finder) reachIn(words, lanes board.Bitboard) {
	illegal := &x.Illegal[x.color]
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		x.lanes[w] = lanes &^ illegal[w]
	}
}

// reachFrom sets them to the lanes attacked from a square, without those behind the row man.
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

// reachBetween sets them to the lanes in which the lane man is not between the row man and a square.
func (x *Finder) reachBetween(words board.Bitboard, from board.Square) {
	illegal := &x.Illegal[x.color]
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		x.lanes[w] = ^(board.Between(from, w) | illegal[w])
	}
}

// reachRow sets them to the lanes in which a man of this kind on the square of the row man attacks the lane man.
func (x *Finder) reachRow(words board.Bitboard, kind board.PieceType) {
	illegal := &x.Illegal[x.color]
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		x.lanes[w] = board.Attacks(kind, w, x.before.fixed) &^ illegal[w]
	}
}

// moveTo adds a move of a man to a square. If the move is a promotion, moveTo adds all promotions. A victim is captured
// on the target square.
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

// leave adds a move in the lanes in which it is legal.
func (x *Finder) leave(move exit, after *setting, words board.Bitboard) {
	if words = x.keepLegal(after, x.color, words); words != 0 {
		x.enter(move, after, words, &x.Best)
	}
}

// keepLegal drops the lanes in which a move of side c leaves its king attacked. It returns the words with lanes left.
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

// enter adds the values of a legal move, which it reads from the successor.
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

// sourceAfter returns the source of the values after moves of a kind. If the metric restarts its count at such moves,
// it is the first level, which has all that matters. This is also so for a class whose own values fit into bytes.
func (x *Finder) sourceAfter(kind value.MoveKind) Source {
	if leveled, ok := x.Source.(LeveledSource); ok && x.level == value.OnlyLevel && x.metric.Restarts(kind) {
		return leveled.At(x.metric.Level(0, 2))
	}
	return x.Source
}

// ranksOf returns the ranks of moves of a kind, by the byte that they lead to.
func (x *Finder) ranksOf(kind value.MoveKind) *[256]value.Rank {
	return x.metric.RanksIn(x.level, kind)
}

// pieceExit returns the exit of a move of a piece.
func (x *Finder) pieceExit(man, victim int) exit {
	e := exit{man: man, victim: victim, rook: kernel.NoMan}
	if x.before.anchored[man] == 0 {
		return e
	}
	e.shift = anchoredShift
	if victim != kernel.NoMan {
		return e
	}
	for castle := range x.before.rights.Castles() { // of a king any one will do
		if x.before.anchored[man]&castle.Right != 0 {
			e.rook = x.Rows.Layout.CastlingRook(castle)
		}
	}
	return e
}
