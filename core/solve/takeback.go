package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// takeback is the taking back of moves from one row to the candidates of a side.
//
// Every takeback of a man other than the inner one is: which words of the row
// can make it (a bitboard), and where to (a row); then, for each of those
// words, a load, an AND and an OR. Words in which the next ply can decide nothing
// are left out.
type takeback struct {
	rows  *rows
	color board.Color
	to    candidates
	adder adder
	moves moves

	row      row
	at       bitsRow        // of the row, in to
	words    board.Bitboard // those of the frontier that are not empty
	frontier [rowWords]board.Bitboard
	image    [rowWords]board.Bitboard // of the frontier, after a king's move
}

// An adder is given what moves of the outer men are taken back to. The takeback itself
// is one: it makes candidates of all.
type adder interface {
	// add is given the free lanes in some words of a row, and where it is in the bits.
	add(number rowNo, at bitsRow, words board.Bitboard, lanes *[rowWords]board.Bitboard, free board.Bitboard)

	// rowMan takes back the moves of the row man by itself.
	rowMan()

	// innerMan takes back those of the inner man.
	innerMan()
}

// moves are those that are taken back.
type moves int

const (
	allMoves moves = iota
	kingMoves
	pieceMoves // of all men but the king
)

func (t *takeback) begin(rs *rows, c board.Color, to candidates, a adder) {
	t.rows, t.color, t.to, t.adder, t.moves = rs, c, to, a, allMoves
}

// candidates are the positions that may be decided at the next ply.
type candidates struct {
	wordSet
	open    []board.Bitboard // by row: the words in which something can be decided
	*places                  // nil if all rows are in memory, in the order of their numbers
}

// addRow makes candidates of a row: of the lanes of some words, as a list has them.
func (n *candidates) addRow(rs *rows, at bitsRow, words board.Bitboard, lanes []board.Bitboard) {
	n.rows[at] |= words
	addListed(rs.in(n.words, at), words, lanes)
}

// takeBack takes back the moves to lanes of a row, which are listed as in a [rowList].
func (t *takeback) takeBack(number rowNo, words board.Bitboard, lanes []board.Bitboard) {
	t.rows.unpack(number, &t.row)
	t.to.active[t.row.frameNo] = true
	t.at = t.to.at(t.row.frameNo, number)
	t.words = words
	n := 0
	for ; words != 0; words = words.Rest() {
		t.frontier[words.First()&63] = lanes[n]
		n++
	}
	if t.moves != pieceMoves {
		t.kings()
	}
	if t.moves != kingMoves {
		t.upperMen()
		t.adder.rowMan()
		t.adder.innerMan()
	}
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
	at := t.to.at(move.Frame, number)
	words := rowSymmetry.Bitboard(t.rows.without(t.words, move.To.Bit())) & t.to.open[at]
	if words == 0 {
		return
	}
	t.to.active[move.Frame] = true
	lanes := &t.frontier
	if symmetry != board.Identity {
		lanes = &t.image
		imageLanes(lanes, &t.frontier, words, rowSymmetry.Inverse().Squares(), symmetry)
	}
	t.adder.add(number, at, words, lanes, ^symmetry.Square(move.To).Bit())
}

// add makes candidates of the free lanes in some words of a row.
func (t *takeback) add(_ rowNo, at bitsRow, words board.Bitboard, lanes *[rowWords]board.Bitboard, free board.Bitboard) {
	t.to.rows[at] |= words
	addLanes(t.rows.in(t.to.words, at), lanes, words, free)
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
			t.upperMan(t.rows.distance(&t.row, i, to), board.Between(from, to)|to.Bit())
		}
	}
}

// upperMan takes a move of an upper man back to another row, so far away in the
// numbers, over a way that must be free of the row man and the inner man.
func (t *takeback) upperMan(distance bitsRow, way board.Bitboard) {
	at := t.at + distance
	words := t.words &^ way & t.to.open[at]
	if words == 0 {
		return
	}
	t.adder.add(t.row.number+rowNo(distance), at, words, &t.frontier, ^way)
}

// hasRowMan reports whether the row man is of the side that moves.
func (t *takeback) hasRowMan() bool {
	return t.rows.man != noMan && t.rows.men[t.rows.man].Color == t.color
}

func (t *takeback) rowMan() {
	if t.hasRowMan() {
		t.to.rows[t.at] |= t.rowManTo(t.rows.in(t.to.words, t.at))
	}
}

// rowManTo adds what moves of the row man are taken back to, in the same row, and returns in which words that may be.
func (t *takeback) rowManTo(to *[rowWords]board.Bitboard) (reached board.Bitboard) {
	kind := t.rows.men[t.rows.man].Type
	open := t.to.open[t.at] &^ t.row.fixed
	for words := t.words; words != 0; words = words.Rest() {
		from := words.First() & 63
		lanes := t.frontier[from]
		targets := board.Attacks(kind, from, t.row.fixed) & open
		reached |= targets
		slideLanes(to, targets, lanes, board.BetweenAll(from))
	}
	return reached
}

// hasInnerMan reports whether the inner man is of the side that moves.
func (t *takeback) hasInnerMan() bool { return t.rows.men[t.rows.inner].Color == t.color }

func (t *takeback) innerMan() {
	if t.hasInnerMan() {
		t.to.rows[t.at] |= t.innerManTo(t.rows.in(t.to.words, t.at))
	}
}

// innerManTo adds what moves of the inner man are taken back to, in the same row, and returns in which words that may be.
func (t *takeback) innerManTo(to *[rowWords]board.Bitboard) (words board.Bitboard) {
	words = t.words & t.to.open[t.at]
	addReached(to, &t.frontier, words, t.row.fixed, t.rows.manSquares(), t.rows.men[t.rows.inner].Type)
	return words
}
