package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// pushIntoEnPassant adds a double push if an enemy pawn stands ready to take
// the pawn on the square it passed, and returns false if none does.
func (x *exits) pushIntoEnPassant(man int, to, passed board.Square, words board.Bitboard) bool {
	after := x.before
	after.put(man, to)
	replier := x.color.Other()
	pushed := x.lanes
	ready := false
	for enemy := range x.before.n {
		e := &x.before.men[enemy]
		if e.Color == x.color || e.Type != board.Pawn || !board.PawnAttacks(replier, e.Square).Has(passed) {
			continue
		}
		if !ready {
			ready = true
			clear(x.reply[:x.rows.size])
			clear(x.quiet[:x.rows.size])
		}
		taken := after
		taken.remove(man)
		taken.put(enemy, passed)
		x.lanes = pushed
		if words := x.keepLegal(&taken, replier, words); words != 0 {
			x.enter(exit{man: enemy, victim: man, shift: pawnShift(e.Square, passed), rook: noMan}, &taken, words, &x.reply)
		}
	}
	if !ready {
		return false
	}
	x.lanes = pushed
	if words = x.keepLegal(&after, x.color, words); words == 0 {
		return true
	}
	x.enter(exit{man: man, victim: noMan, shift: pawnShift(x.before.men[man].Square, to), rook: noMan}, &after, words, &x.quiet)
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		x.chooseReplies(&after, replier, w)
		x.best[w].merge(&x.quiet[w])
	}
	return true
}

// chooseReplies lets the opponent choose between capturing en passant and his
// other moves.
func (x *exits) chooseReplies(after *setting, replier board.Color, w board.Square) {
	quiet, reply := &x.quiet[w&63], &x.reply[w&63]
	push := x.ranksOf(value.PawnMove)
	for lanes := quiet.set & reply.set; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First() & 63
		capture := push[reply.rank[lane].Byte()]
		// A stalemate is none if en passant is there: it must be played.
		draw := quiet.rank[lane] == value.DrawRank
		if capture < quiet.rank[lane] || draw && after.isStalemate(replier, w, lane) {
			quiet.rank[lane] = capture
		}
	}
}

func (r *ranks) merge(other *ranks) {
	r.set |= other.set
	for lanes := other.set; lanes != 0; lanes = lanes.Rest() {
		r.raise(lanes.First(), other.rank[lanes.First()&63])
	}
}

func (s *setting) isStalemate(c board.Color, w, lane board.Square) bool {
	men := s.men
	if s.row != noMan {
		men[s.row].Square = w
	}
	if s.lane != noMan {
		men[s.lane].Square = lane
	}
	p := board.NewPosition(c, men[:s.n]...)
	return len(p.LegalMoves(nil)) == 0
}
