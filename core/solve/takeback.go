package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// takeBack adds to the candidates of side c the positions from which it can
// move into the opponent's frontier, and empties that frontier.
//
// Every takeback of a man other than the inner one is: which words of the row
// can make it (a bitboard), and where to (a row); then, for each of those
// words, a load, an AND and an OR. Target words that are wholly won are left
// out.
func (g *grandfather) takeBack(c board.Color) {
	from := &g.sides[c.Other()].frontier
	t := takeback{rows: &g.rows, color: c, to: &g.sides[c].next, open: g.sides[c].open}
	for number, words := range from.rows {
		if words == 0 {
			continue
		}
		from.rows[number] = 0
		g.rows.unpack(number, &t.row)
		t.frontier = rowOf(from.words, t.row.word)
		t.words = words
		t.kings()
		t.upperMen()
		t.rowMan()
		t.innerMan()
		for ; words != 0; words = words.Rest() {
			t.frontier[words.First()&63] = 0
		}
	}
}

// takeback is the taking back of moves from one row.
type takeback struct {
	rows  *rows
	color board.Color
	to    *wordSet
	open  []board.Bitboard

	row      row
	frontier *[rowWords]board.Bitboard
	words    board.Bitboard // those of the frontier that are not empty
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
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		to[w] |= symmetry.Bitboard(t.frontier[back[w]&63] & free)
	}
}

func (t *takeback) upperMen() {
	for i := t.rows.first; i < t.rows.end; i++ {
		m := &t.rows.men[i]
		if m.Color != t.color {
			continue
		}
		from := t.row.at[i] & 63
		if m.Type == board.Knight {
			for _, to := range board.Steps.Knight[from] {
				if !t.row.fixed.Has(to) {
					t.upperMan(i, to, to.Bit())
				}
			}
			continue
		}
		lo, hi := m.Type.Directions()
		for d := lo; d < hi; d++ {
			var way board.Bitboard
			for _, to := range board.Rays[from][d] {
				if t.row.fixed.Has(to) {
					break
				}
				way |= to.Bit()
				t.upperMan(i, to, way)
			}
		}
	}
}

// upperMan takes a move of an upper man back to a square, over a way that must
// be free of the row man and the inner man.
func (t *takeback) upperMan(man int, square board.Square, way board.Bitboard) {
	number := t.rows.moved(&t.row, man, square)
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
