package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// takeBack adds to the candidates of side c the positions from which it can
// move into the opponent's frontier. Open has the words, by row, in which the
// next ply can still decide something.
//
// Every takeback of a man other than the inner one is: which words of the row
// can make it (a bitboard), and where to (a row); then, for each of those
// words, a load, an AND and an OR. Target words that are not open are left out.
func (g *grandfather) takeBack(c board.Color, open []board.Bitboard) {
	list := &g.sides[c.Other()].frontier
	t := &g.takeback
	t.rows, t.color, t.to, t.open = &g.rows, c, &g.sides[c].next, open
	for from := list.read(&g.pool); from.number >= 0; from.next() {
		g.rows.unpack(from.number, &t.row)
		t.words = from.words
		n := 0
		for words := from.words; words != 0; words = words.Rest() {
			t.frontier[words.First()&63] = from.lanes[n]
			n++
		}
		t.kings()
		t.upperMen()
		t.rowMan()
		t.innerMan()
	}
}

// takeback is the taking back of moves from one row.
type takeback struct {
	rows  *rows
	color board.Color
	to    *wordSet
	open  []board.Bitboard

	row      row
	words    board.Bitboard // those of the frontier that are not empty
	frontier [rowWords]board.Bitboard
}

func (t *takeback) kings() {
	moves := t.row.frame.Moves[t.color]
	for i := range moves {
		move := &moves[i]
		if t.row.fixed.Has(move.To) {
			continue
		}
		t.king(move, move.Symmetry)
		if move.Twins {
			t.king(move, move.Symmetry.Then(board.Transpose))
		}
	}
}

func (t *takeback) king(move *slice.KingMove, symmetry board.Symmetry) {
	number, rowSymmetry := t.rows.kingMoved(&t.row, move, symmetry)
	words := rowSymmetry.Bitboard(t.rows.without(t.words, move.To.Bit())) & t.open[number]
	if words == 0 {
		return
	}
	t.to.rows[number] |= words
	to := rowOf(t.to.words, number<<t.rows.bits)
	free := ^move.To.Bit()
	if symmetry == board.Identity {
		for ; words != 0; words = words.Rest() {
			w := words.First() & 63
			to[w] |= t.frontier[w] & free
		}
		return
	}
	back := rowSymmetry.Inverse().Squares()
	mirror, flip, transpose := symmetry.Steps()
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		lanes := t.frontier[back[w]&63] & free
		if mirror {
			lanes = lanes.Mirrored()
		}
		if flip {
			lanes = lanes.Flipped()
		}
		if transpose {
			lanes = lanes.Transposed()
		}
		to[w] |= lanes
	}
}

func (t *takeback) upperMen() {
	for i := t.rows.first; i < t.rows.end; i++ {
		m := &t.rows.men[i]
		if m.Color != t.color {
			continue
		}
		from := t.row.at[i]
		targets := board.Attacks(m.Type, from, t.row.fixed) &^ t.row.fixed
		for ; targets != 0; targets = targets.Rest() {
			to := targets.First()
			t.upperMan(t.rows.moved(&t.row, i, to), board.Between(from, to)|to.Bit())
		}
	}
}

// upperMan takes a move of an upper man back to another row, over a way that
// must be free of the row man and the inner man.
func (t *takeback) upperMan(number int, way board.Bitboard) {
	words := t.words &^ way & t.open[number]
	if words == 0 {
		return
	}
	t.to.rows[number] |= words
	to := rowOf(t.to.words, number<<t.rows.bits)
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		to[w] |= t.frontier[w] &^ way
	}
}

func (t *takeback) rowMan() {
	if t.rows.man == noMan || t.rows.men[t.rows.man].Color != t.color {
		return
	}
	kind := t.rows.men[t.rows.man].Type
	to := rowOf(t.to.words, t.row.word)
	open := t.open[t.row.number] &^ t.row.fixed
	var reached board.Bitboard
	for words := t.words; words != 0; words = words.Rest() {
		from := words.First() & 63
		lanes := t.frontier[from]
		targets := board.Attacks(kind, from, t.row.fixed) & open
		reached |= targets
		for ; targets != 0; targets = targets.Rest() {
			w := targets.First() & 63
			to[w] |= lanes &^ (board.Between(from, w) | w.Bit())
		}
	}
	t.to.rows[t.row.number] |= reached
}

func (t *takeback) innerMan() {
	inner := &t.rows.men[t.rows.inner]
	if inner.Color != t.color {
		return
	}
	to := rowOf(t.to.words, t.row.word)
	words := t.words & t.open[t.row.number]
	t.to.rows[t.row.number] |= words
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		empty := ^t.rows.occupied(&t.row, w)
		to[w] |= board.Reach(inner.Type, t.frontier[w], empty) & empty
	}
}
