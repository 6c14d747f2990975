package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// pushIntoEnPassant adds a double push if an enemy pawn attacks the passed square. It reports whether there is such a
// pawn.
func (x *Finder) pushIntoEnPassant(man int, to, passed board.Square, words board.Bitboard) bool {
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
			clear(x.reply[:x.Rows.Size])
			clear(x.quiet[:x.Rows.Size])
		}
		taken := after
		taken.remove(man)
		taken.put(enemy, passed)
		x.lanes = pushed
		if words := x.keepLegal(&taken, replier, words); words != 0 {
			x.enter(
				exit{man: enemy, victim: man, shift: pawnShift(e.Square, passed), rook: kernel.NoMan},
				&taken,
				words,
				&x.reply,
			)
		}
	}
	if !ready {
		return false
	}
	x.lanes = pushed
	if words = x.keepLegal(&after, x.color, words); words == 0 {
		return true
	}
	x.enter(
		exit{man: man, victim: kernel.NoMan, shift: pawnShift(x.before.men[man].Square, to), rook: kernel.NoMan},
		&after,
		words,
		&x.quiet,
	)
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		x.chooseReplies(&after, replier, w)
		x.Best[w].merge(&x.quiet[w])
	}
	return true
}

// chooseReplies gives each lane the worse rank of two for the pushing side: after the best capture en passant, or after
// the best other move.
func (x *Finder) chooseReplies(after *setting, replier board.Color, w board.Square) {
	quiet, reply := &x.quiet[w&63], &x.reply[w&63]
	push := x.ranksOf(value.PawnMove)
	for lanes := quiet.Set & reply.Set; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First() & 63
		capture := push[reply.Rank[lane].Byte()]
		// A position with a legal capture en passant is not a stalemate: the capture is forced.
		draw := quiet.Rank[lane] == value.DrawRank
		if capture < quiet.Rank[lane] || draw && after.isStalemate(replier, w, lane) {
			quiet.Rank[lane] = capture
		}
	}
}

func (s *setting) isStalemate(c board.Color, w, lane board.Square) bool {
	men := s.men
	if s.row != kernel.NoMan {
		men[s.row].Square = w
	}
	if s.lane != kernel.NoMan {
		men[s.lane].Square = lane
	}
	p := board.NewPosition(c, men[:s.n]...)
	return len(p.LegalMoves(nil)) == 0
}
