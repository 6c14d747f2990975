package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// decide turns the candidates of side c into its frontier, and reports whether
// there were any that it could decide.
func (g *grandfather) decide(c board.Color, ply int) (progress bool) {
	s := &g.sides[c]
	d := &g.decision
	d.rows, d.color, d.won = &g.rows, c, g.sides[c.Other()].won
	wins := ply&1 == 1
	open := s.open(ply)
	for number, words := range s.next.rows {
		if words == 0 {
			continue
		}
		s.next.rows[number] = 0
		first := number << g.rows.bits
		won := rowOf(s.won, first)
		if wins {
			d.gather(words, rowOf(s.next.words, first), won, won, &open[number])
			g.settle(d, won, &open[number])
		} else {
			held := rowOf(s.held, first)
			d.gather(words, rowOf(s.next.words, first), won, held, &open[number])
			if d.words != 0 {
				g.rows.unpack(number, &d.row)
				d.refute()
			}
			g.settle(d, held, &open[number])
		}
		if d.words == 0 {
			continue
		}
		progress = true
		s.frontier.addRow(number, d.words, &d.lanes, &g.pool)
		g.record(c, ply, first, d)
	}
	return progress
}

// settle closes what has just been decided.
func (g *grandfather) settle(d *decision, closed *[rowWords]board.Bitboard, open *board.Bitboard) {
	for words := d.words; words != 0; words = words.Rest() {
		w := words.First() & 63
		if closed[w] |= d.lanes[w]; closed[w] == ^board.Bitboard(0) {
			*open &^= w.Bit()
		}
	}
}

// record writes the values of what has just been decided.
func (g *grandfather) record(c board.Color, ply, first int, d *decision) {
	v := value.Decided(ply)
	for words := d.words; words != 0; words = words.Rest() {
		w := words.First() & 63
		lanes := d.lanes[w]
		g.decided += int64(lanes.Count())
		values := (*[64]value.Value)(g.values[c][(first+int(w))<<6:])
		for ; lanes != 0; lanes = lanes.Rest() {
			values[lanes.First()&63] = v
		}
	}
}

// decision is the deciding of the candidates of one row.
type decision struct {
	rows  *rows
	color board.Color
	won   []board.Bitboard // by the opponent

	row   row
	words board.Bitboard // with candidates
	lanes [rowWords]board.Bitboard
}

// gather takes the candidates out of next, without those in two closed sets.
func (d *decision) gather(words board.Bitboard, next, won, held *[rowWords]board.Bitboard, open *board.Bitboard) {
	d.words = 0
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		closed := won[w] | held[w]
		lanes := next[w] &^ closed
		next[w] = 0
		if closed == ^board.Bitboard(0) {
			*open &^= w.Bit()
		}
		d.lanes[w] = lanes
		if lanes != 0 {
			d.words |= w.Bit()
		}
	}
}

// refute keeps the candidates from which every move inside the slice leads to
// a position that the opponent has won. The moves that most often refute, and
// the cheapest, come first.
func (d *decision) refute() {
	d.innerMan()
	d.rowMan()
	d.upperMen()
	d.kings()
}

func (d *decision) innerMan() {
	inner := &d.rows.men[d.rows.inner]
	if inner.Color != d.color {
		return
	}
	won := rowOf(d.won, d.row.word)
	for words := d.words; words != 0; words = words.Rest() {
		w := words.First() & 63
		occupied := d.rows.occupied(&d.row, w)
		if d.lanes[w] &^= board.Reach(inner.Type, ^won[w]&^occupied, ^occupied); d.lanes[w] == 0 {
			d.words &^= w.Bit()
		}
	}
}

func (d *decision) rowMan() {
	if d.rows.man == noMan || d.rows.men[d.rows.man].Color != d.color {
		return
	}
	kind := d.rows.men[d.rows.man].Type
	won := rowOf(d.won, d.row.word)
	for words := d.words; words != 0; words = words.Rest() {
		from := words.First() & 63
		lanes := d.lanes[from]
		targets := board.Attacks(kind, from, d.row.fixed) &^ d.row.fixed
		for ; targets != 0 && lanes != 0; targets = targets.Rest() {
			to := targets.First() & 63
			lanes &= won[to] | board.Between(from, to) | to.Bit()
		}
		if d.lanes[from] = lanes; lanes == 0 {
			d.words &^= from.Bit()
		}
	}
}

func (d *decision) upperMen() {
	for i := d.rows.first; i < d.rows.end; i++ {
		m := &d.rows.men[i]
		if m.Color != d.color {
			continue
		}
		from := d.row.at[i]
		targets := board.Attacks(m.Type, from, d.row.fixed) &^ d.row.fixed
		for ; targets != 0 && d.words != 0; targets = targets.Rest() {
			to := targets.First()
			d.upperMan(d.rows.moved(&d.row, i, to), board.Between(from, to)|to.Bit())
		}
	}
}

// upperMan refutes by the move of an upper man to another row, over a way that
// must be free of the row man and the inner man.
func (d *decision) upperMan(number int, way board.Bitboard) {
	won := rowOf(d.won, number<<d.rows.bits)
	for words := d.words &^ way; words != 0; words = words.Rest() {
		w := words.First() & 63
		if d.lanes[w] &= won[w] | way; d.lanes[w] == 0 {
			d.words &^= w.Bit()
		}
	}
}

func (d *decision) kings() {
	moves := d.row.frame.Moves[d.color]
	for i := range moves {
		if d.words == 0 {
			return
		}
		if !d.row.fixed.Has(moves[i].To) {
			d.king(&moves[i])
		}
	}
}

func (d *decision) king(move *slice.KingMove) {
	number, rowSymmetry := d.rows.kingMoved(&d.row, move, move.Symmetry)
	won := rowOf(d.won, number<<d.rows.bits)
	image := rowSymmetry.Squares()
	mirror, flip, transpose := move.Symmetry.Inverse().Steps()
	to := move.To.Bit()
	for words := d.rows.without(d.words, to); words != 0; words = words.Rest() {
		w := words.First() & 63
		lost := won[image[w]&63]
		if mirror {
			lost = lost.Mirrored()
		}
		if flip {
			lost = lost.Flipped()
		}
		if transpose {
			lost = lost.Transposed()
		}
		if d.lanes[w] &= lost | to; d.lanes[w] == 0 {
			d.words &^= w.Bit()
		}
	}
}
