package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// decide turns the candidates of side c into its frontier, and reports whether
// there were any that it could decide.
func (g *grandfather) decide(c board.Color, ply int) (progress bool) {
	s := &g.sides[c]
	d := decision{rows: &g.rows, color: c, won: g.sides[c.Other()].won}
	for number, words := range s.next.rows {
		if words == 0 {
			continue
		}
		s.next.rows[number] = 0
		first := number << g.rows.bits
		next, won, held := rowOf(s.next.words, first), rowOf(s.won, first), rowOf(s.held, first)
		unpacked := false
		var decided board.Bitboard
		for ; words != 0; words = words.Rest() {
			w := words.First() & 63
			lanes := next[w] &^ won[w]
			next[w] = 0
			if ply&1 == 1 {
				if won[w] |= lanes; won[w] == ^board.Bitboard(0) {
					s.open[number] &^= w.Bit()
				}
			} else if lanes &^= held[w]; lanes != 0 {
				if !unpacked {
					unpacked = true
					d.unpack(number)
				}
				lanes = d.lost(w, lanes)
			}
			if lanes == 0 {
				continue
			}
			decided |= w.Bit()
			g.decided += int64(lanes.Count())
			s.frontier.words[first+int(w)] = lanes
			values := (*[64]value.Value)(g.values[c][(first+int(w))<<6:])
			for ; lanes != 0; lanes = lanes.Rest() {
				values[lanes.First()&63] = value.Decided(ply)
			}
		}
		s.frontier.rows[number] |= decided
		progress = progress || decided != 0
	}
	return progress
}

// decision finds lost positions in one row.
type decision struct {
	rows  *rows
	color board.Color
	won   []board.Bitboard // by the opponent

	row   row
	kings [8]kingEscape // the king moves that nothing of the row blocks
	moves int           // their number, unknown (-1) until a lane asks for it
}

// A kingEscape is where the words of a row come from for a king move.
type kingEscape struct {
	to       board.Bitboard
	words    *[rowWords]board.Bitboard
	image    *[64]board.Square // of the row man
	symmetry board.Symmetry    // from there to here
}

func (d *decision) unpack(number int) {
	d.rows.unpack(number, &d.row)
	d.moves = -1
}

func (d *decision) findKings() {
	d.moves = 0
	moves := d.row.frame.Moves[d.color]
	for i := range moves {
		move := &moves[i]
		if d.row.fixed.Has(move.To) {
			continue
		}
		target, rowSymmetry := d.rows.kingMoved(&d.row, move, move.Symmetry)
		d.kings[d.moves] = kingEscape{
			to:       move.To.Bit(),
			words:    rowOf(d.won, target<<d.rows.bits),
			image:    rowSymmetry.Squares(),
			symmetry: move.Symmetry.Inverse(),
		}
		d.moves++
	}
}

// lost returns those of the lanes of a word from which every move inside the
// slice leads to a position that the opponent has won. The moves that most
// often refute come first.
func (d *decision) lost(w board.Square, lanes board.Bitboard) board.Bitboard {
	occupied := d.rows.occupied(&d.row, w)
	if inner := &d.rows.men[d.rows.inner]; inner.Color == d.color {
		safe := ^d.won[d.row.word+int(w)] &^ occupied
		if lanes &^= board.Reach(inner.Type, safe, ^occupied); lanes == 0 {
			return 0
		}
	}
	if d.moves < 0 {
		d.findKings()
	}
	for i := range d.moves {
		k := &d.kings[i]
		if occupied&k.to != 0 {
			continue // by the row man
		}
		if lanes &= k.symmetry.Bitboard(k.words[k.image[w]&63]) | k.to; lanes == 0 {
			return 0
		}
	}
	for i := d.rows.first; i < d.rows.end; i++ {
		if d.rows.men[i].Color != d.color {
			continue
		}
		shift := 6*(d.rows.end-1-i) + d.rows.bits
		base := d.row.word + int(w) - int(d.row.at[i])<<shift
		if lanes = d.lostByMan(d.rows.men[i].Type, d.row.at[i], base, shift, occupied, lanes); lanes == 0 {
			return 0
		}
	}
	if i := d.rows.man; i != noMan && d.rows.men[i].Color == d.color {
		lanes = d.lostByMan(d.rows.men[i].Type, w, d.row.word, 0, occupied, lanes)
	}
	return lanes
}

// lostByMan keeps the lanes in which every move of an outer man is lost. The
// word with the man on square s is base + s<<shift.
func (d *decision) lostByMan(kind board.PieceType, from board.Square, base, shift int, occupied, lanes board.Bitboard) board.Bitboard {
	if kind == board.Knight {
		for _, to := range board.Steps.Knight[from&63] {
			if !occupied.Has(to) {
				lanes &= d.won[base+int(to)<<shift] | to.Bit()
			}
		}
		return lanes
	}
	lo, hi := kind.Directions()
	for dir := lo; dir < hi; dir++ {
		var way board.Bitboard
		for _, to := range board.Rays[from&63][dir] {
			if occupied.Has(to) {
				break
			}
			way |= to.Bit()
			if lanes &= d.won[base+int(to)<<shift] | way; lanes == 0 {
				return 0
			}
		}
	}
	return lanes
}
