package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
)

// endRights adds the moves, but for captures, of a king and rooks that may castle: they end rights, and so they leave
// the slice.
func (x *Finder) endRights() {
	if x.before.rights.Of(x.color) == 0 {
		return
	}
	for way := range board.Castles {
		castle := &board.Castles[way]
		if castle.Color != x.color || x.before.rights&castle.Right == 0 {
			continue
		}
		rook := x.Rows.Layout.CastlingRook(way)
		x.moveAnchored(rook, castle.Rook)
		x.castle(castle, rook)
	}
	x.moveAnchored(int(x.color), board.HomeOf(x.color))
}

// moveAnchored adds the moves of a man from its square.
func (x *Finder) moveAnchored(man int, from board.Square) {
	for targets := board.Attacks(x.before.men[man].Type, from, x.before.fixed) &^ x.before.fixed; targets != 0; targets = targets.Rest() {
		to := targets.First()
		way := board.Between(from, to) | to.Bit()
		words := x.Rows.Without(x.Words, way)
		x.reachIn(words, ^way)
		x.moveTo(man, kernel.NoMan, to, words)
	}
}

// castle adds a way to castle: neither from, nor over, nor to a square that is attacked.
func (x *Finder) castle(castle *board.Castle, rook int) {
	way := castle.Between()
	if way&x.before.fixed != 0 {
		return
	}
	words := x.Rows.Without(x.Words, way)
	x.reachIn(words, ^way)
	for rest := words; rest != 0; rest = rest.Rest() {
		x.lanes[rest.First()&63] &^= x.Checked[x.color][rest.First()&63]
	}
	king := int(x.color)
	passing := x.before
	passing.put(king, castle.RookTo)
	words = x.keepLegal(&passing, x.color, words)
	after := x.before
	after.put(king, castle.KingTo)
	after.put(rook, castle.RookTo)
	x.leave(exit{man: king, victim: kernel.NoMan, shift: anchoredShift, rook: rook}, &after, words)
}
