package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
)

// addRightsEnding adds the moves, except captures, of a king and rooks with castling rights. These moves end rights,
// and so they leave the slice.
func (x *Finder) addRightsEnding() {
	if x.before.rights.Side(x.color) == 0 {
		return
	}
	rights := x.before.rights.Side(x.color)
	for castle := range rights.Castles() {
		rook := x.Rows.Layout.CastlingRook(castle)
		x.moveAnchored(rook, castle.Rook)
		x.castle(castle, rook)
	}
	x.moveAnchored(int(x.color), rights.King(x.color))
}

// moveAnchored adds the moves of a man from its square.
func (x *Finder) moveAnchored(man int, from board.Square) {
	targets := board.Attacks(x.before.men[man].Type, from, x.before.fixed) &^ x.before.fixed
	for ; targets != 0; targets = targets.Rest() {
		to := targets.First()
		way := board.Between(from, to) | to.Bit()
		words := x.Rows.Without(x.Words, way)
		x.reachIn(words, ^way)
		x.moveTo(man, kernel.NoMan, to, words)
	}
}

// castle adds castling on one side, in the lanes in which no square on the king's path is attacked.
func (x *Finder) castle(castle *board.Castle, rook int) {
	way := castle.Path
	if way&x.before.fixed != 0 {
		return
	}
	words := x.Rows.Without(x.Words, way)
	x.reachIn(words, ^way)
	for rest := words; rest != 0; rest = rest.Rest() {
		x.lanes[rest.First()&63] &^= x.Checked[x.color][rest.First()&63]
	}
	king := int(x.color)
	for passed := castle.Passed; passed != 0; passed = passed.Rest() {
		passing := x.before
		passing.put(king, passed.First())
		words = x.keepLegal(&passing, x.color, words)
	}
	after := x.before
	after.castle(king, rook, castle)
	x.leave(exit{man: king, victim: kernel.NoMan, shift: anchoredShift, rook: rook}, &after, words)
}
