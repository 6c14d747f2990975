package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// decision is the deciding of the candidates of one row.
type decision struct {
	rows  *rows
	color board.Color

	lost wonRows // what the opponent has won

	refuter refuter // what is done with moves

	row   row
	at    bitsRow        // of the row, in lost
	words board.Bitboard // with candidates
	lanes [rowWords]board.Bitboard
	image [rowWords]board.Bitboard // of words that a king move leads to
}

// A refuter is told all moves of the outer men from the row of a decision, many lanes
// at a time. The decision itself is one: it drops the candidates that a move saves.
type refuter interface {
	// keep is told moves to lanes of another row: from some words to the same words
	// there, of which these lanes are won, in all lanes but those in the way.
	keep(words board.Bitboard, won *[rowWords]board.Bitboard, way board.Bitboard)

	// rowMan finds the moves of the row man by itself.
	rowMan()
}

func (d *decision) begin(rs *rows, c board.Color, lost wonRows) {
	d.rows, d.color, d.lost, d.refuter = rs, c, lost, d
}

// place turns to the men of a row.
func (d *decision) place(number rowNo) {
	d.rows.unpack(number, &d.row)
	d.at = d.lost.at(d.row.frameNo, number)
}

// wonRows are what a side has won.
type wonRows struct {
	words   []board.Bitboard
	open    []board.Bitboard // by row: the words not wholly won. The others refute nothing
	*places                  // nil if all rows are in memory, in the order of their numbers
	*loaded                  // nil if all rows have their words
}

// of returns a row.
func (r *wonRows) of(rs *rows, at bitsRow) *[rowWords]board.Bitboard {
	if r.loaded != nil {
		r.load(at)
	}
	return rs.in(r.words, at)
}

// loaded marks the rows of a set that have their words, and loads others when they are used.
type loaded struct {
	rows []uint64 // by row, a bit each
	from loader
}

// A loader fills in the words of a row, and perhaps of others, and marks them as loaded.
type loader interface{ loadRow(at bitsRow) }

// load fills in the words of a row that does not have them yet.
func (l *loaded) load(at bitsRow) {
	if l.rows[at>>6]>>(at&63)&1 == 0 {
		l.from.loadRow(at)
	}
}

// list lists the lanes of the words one after the other, and returns how many there are.
func (d *decision) list(into *[rowWords]board.Bitboard) (lanes int) {
	n := 0
	for words := d.words; words != 0; words = words.Rest() {
		in := d.lanes[words.First()&63]
		into[n&63] = in
		n++
		lanes += in.Count()
	}
	return lanes
}

// gather takes the candidates out of next, without those in two closed sets.
func (d *decision) gather(words board.Bitboard, next, won, held *[rowWords]board.Bitboard, open *board.Bitboard) {
	found, full := gatherLanes(&d.lanes, next, won, held, words)
	d.words = found
	*open &^= full
}

// outerMen keeps the candidates from which every move of these inside the slice
// leads to a position that the opponent has won, or has the refuter do what it does
// with them. The moves that most often refute, and the cheapest, come first.
func (d *decision) outerMen() {
	d.kings()
	d.refuter.rowMan()
	d.upperMen()
}

// innerMan keeps the candidates that no move of the inner man saves.
func (d *decision) innerMan() {
	inner := &d.rows.men[d.rows.inner]
	if inner.Color != d.color {
		return
	}
	if words := d.words & d.lost.open[d.at]; words != 0 {
		d.innerManIn(words, d.lost.of(d.rows, d.at))
	}
}

// innerManIn keeps them in some words, given what the opponent has won of the row.
func (d *decision) innerManIn(words board.Bitboard, won *[rowWords]board.Bitboard) {
	d.words &^= keepStuck(&d.lanes, won, words, d.row.fixed, d.rows.manSquares(), d.rows.men[d.rows.inner].Type)
}

// hasRowMan reports whether the row man is of the side that moves.
func (d *decision) hasRowMan() bool {
	return d.rows.man != noMan && d.rows.men[d.rows.man].Color == d.color
}

func (d *decision) rowMan() {
	if !d.hasRowMan() || d.words == 0 {
		return
	}
	d.rowManIn(d.lost.open[d.at]&^d.row.fixed, d.lost.of(d.rows, d.at))
}

// rowManIn keeps the candidates that no move of the row man saves, given in which words that may be and what the opponent has won of
// the row.
func (d *decision) rowManIn(notWon board.Bitboard, won *[rowWords]board.Bitboard) {
	kind := d.rows.men[d.rows.man].Type
	for words := d.words; words != 0; words = words.Rest() {
		from := words.First() & 63
		lanes := d.lanes[from]
		targets := board.Attacks(kind, from, d.row.fixed) & notWon
		lanes = slideInto(won, targets, lanes, board.BetweenAll(from))
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
			d.upperMan(d.at+d.rows.distance(&d.row, i, to), board.Between(from, to)|to.Bit())
		}
	}
}

// upperMan refutes by the move of an upper man to another row, over a way that
// must be free of the row man and the inner man.
func (d *decision) upperMan(at bitsRow, way board.Bitboard) {
	if words := d.words &^ way & d.lost.open[at]; words != 0 {
		d.refuter.keep(words, d.lost.of(d.rows, at), way)
	}
}

// keep keeps in some words the lanes that the opponent has won, or over which
// there is no way.
func (d *decision) keep(words board.Bitboard, won *[rowWords]board.Bitboard, way board.Bitboard) {
	d.words &^= keepLanes(&d.lanes, won, words, way)
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
	at := d.lost.at(move.Frame, number)
	words := d.rows.without(d.words, move.To.Bit())
	if move.Symmetry == board.Identity {
		words &= d.lost.open[at]
	} else {
		words &= rowSymmetry.Inverse().Bitboard(d.lost.open[at])
	}
	if words == 0 {
		return
	}
	won := d.lost.of(d.rows, at)
	if move.Symmetry == board.Identity {
		d.refuter.keep(words, won, move.To.Bit())
		return
	}
	imageLanes(&d.image, won, words, rowSymmetry.Squares(), move.Symmetry.Inverse())
	d.refuter.keep(words, &d.image, move.To.Bit())
}
