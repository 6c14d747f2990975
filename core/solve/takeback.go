package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// takeBack adds to the candidates of side c the positions from which it can
// move into the opponent's frontier; of moves that are counted, each is subtracted, and
// only those positions are candidates that have none left.
//
// Every takeback of a man other than the inner one is: which words of the row
// can make it (a bitboard), and where to (a row); then, for each of those
// words, a load, an AND and an OR. Words in which the next ply can decide nothing
// are left out.
func (g *retrograde) takeBack(c board.Color, ply int) {
	open := g.sides[c].open(ply + 1)
	list := &g.sides[c.Other()].frontier
	t := &g.takeback
	t.rows, t.color, t.to, t.open = &g.rows, c, &g.sides[c].next, open
	t.won, t.counts = g.sides[c].won, nil
	if ply&1 == 1 {
		t.counts = g.sides[c].counts
	}
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

	won    []board.Bitboard
	counts []counts // nil if there is nothing to subtract

	row      row
	words    board.Bitboard // those of the frontier that are not empty
	frontier [rowWords]board.Bitboard
	image    [rowWords]board.Bitboard // of the frontier, after a king's move
}

// kings takes back the moves of a king, so that of every move to the frontier one is
// taken back.
//
// That is as simple as it sounds where neither placement of the kings, before and
// after the move, is symmetric: of the eight symmetric moves one begins at a placement
// that is kept, and one ends there. On the diagonal, where a placement is kept with all
// its twins:
//
//   - A move to the diagonal from elsewhere ends at a placement and at its twin, and
//     both are in the frontier. Of two symmetric squares that the king may have come
//     from, one is looked at.
//   - A move from the diagonal begins at a placement and at its twin, and ends at one
//     placement.
//   - A move on the diagonal has a twin, which begins and ends at the twins.
func (t *takeback) kings() {
	frame := t.row.frame
	moves := frame.Moves[t.color]
	for i := range moves {
		move := &moves[i]
		if t.row.fixed.Has(move.To) || frame.SelfSymmetric && move.To.Rank() > move.To.File() {
			continue
		}
		t.king(move, move.Symmetry)
		if move.Twins && !frame.SelfSymmetric {
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
	lanes := &t.frontier
	if symmetry != board.Identity {
		lanes = &t.image
		imageLanes(lanes, &t.frontier, words, rowSymmetry.Inverse().Squares(), symmetry)
	}
	t.add(number, words, lanes, ^symmetry.Square(move.To).Bit())
}

// add makes candidates of the free lanes in some words of a row, and subtracts a move there.
func (t *takeback) add(number int, words board.Bitboard, lanes *[rowWords]board.Bitboard, free board.Bitboard) {
	t.to.rows[number] |= words
	first := number << t.rows.bits
	to := rowOf(t.to.words, first)
	if t.counts != nil {
		for ; words != 0; words = words.Rest() {
			w := words.First() & 63
			to[w] |= t.subtract(number, w, lanes[w]&free)
		}
		return
	}
	addLanes(to, lanes, words, free)
}

// subtract subtracts a move in some lanes of a word, and returns those with none left.
func (t *takeback) subtract(number int, w board.Square, lanes board.Bitboard) board.Bitboard {
	word := number<<t.rows.bits + int(w)
	if lanes &^= t.won[word]; lanes == 0 {
		return 0 // without a look at the counts, which are far away
	}
	n := &t.counts[word]
	done := n.done()
	if t.won[word]|done == ^board.Bitboard(0) {
		t.open[number] &^= w.Bit()
		return 0
	}
	lanes &^= done
	n.subtract(lanes)
	return lanes & n.zero()
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
	t.add(number, words, &t.frontier, ^way)
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
		if t.counts != nil {
			for ; targets != 0; targets = targets.Rest() {
				w := targets.First() & 63
				to[w] |= t.subtract(t.row.number, w, lanes&^(board.Between(from, w)|w.Bit()))
			}
			continue
		}
		slideLanes(to, targets, lanes, board.BetweenAll(from))
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
	addReached(to, &t.frontier, words, t.row.fixed, t.rows.manSquares(), inner.Type)
}
