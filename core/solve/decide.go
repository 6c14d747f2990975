package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// decide turns the candidates of side c into its frontier, and reports whether
// there were any that it could decide.
func (g *retrograde) decide(c board.Color, ply int) (progress bool) {
	s, opponent := &g.sides[c], &g.sides[c.Other()]
	d := &g.decision
	d.begin(&g.rows, c, opponent)
	open := s.open(ply)
	for number, words := range s.next.rows {
		if words == 0 {
			continue
		}
		s.next.rows[number] = 0
		first := number << g.rows.bits
		won := rowOf(s.won, first)
		switch {
		case ply&1 == 1:
			d.gather(words, rowOf(s.next.words, first), won, won, &open[number])
		case g.count:
			d.gatherZero(words, rowOf(s.next.words, first), won, s.counts[first:])
		default:
			d.gather(words, rowOf(s.next.words, first), won, rowOf(s.held, first), &open[number])
		}
		if ply&1 == 0 && d.words != 0 {
			g.rows.unpack(number, &d.row)
			d.innerMan()
			if !g.count {
				d.outerMen()
			}
		}
		if d.words != 0 {
			progress = true
			g.settle(c, ply, number)
			if ply&1 == 1 && !g.count && g.rows.men[g.rows.inner].Color != c {
				g.reopen(number, d.words)
			}
		}
	}
	return progress
}

// reopen finds out in which of a row's words the side of the inner man can
// lose, after its opponent won some lanes there: those with a lane neither won
// nor held in which no step of the inner man saves it.
func (g *retrograde) reopen(number int, words board.Bitboard) {
	inner := &g.rows.men[g.rows.inner]
	s := &g.sides[inner.Color]
	first := number << g.rows.bits
	won, held := rowOf(s.won, first), rowOf(s.held, first)
	lost := rowOf(g.sides[inner.Color.Other()].won, first)
	stride := inner.Type.Stride()
	open := s.canLose[number] &^ words
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		if ^(won[w] | held[w] | stride.Reach(^lost[w])) != 0 {
			open |= w.Bit()
		}
	}
	s.canLose[number] = open
}

// settle closes what has just been decided in a row, writes its values and
// makes it part of the frontier.
func (g *retrograde) settle(c board.Color, ply, number int) {
	d, s := &g.decision, &g.sides[c]
	into := s.frontier.addRow(number, d.words, &g.pool)
	first := number << g.rows.bits
	closed := rowOf(s.won, first)
	if ply&1 == 0 && !g.count {
		closed = rowOf(s.held, first)
	}
	var full board.Bitboard
	decided := 0
	if g.count && ply&1 == 0 {
		n := 0
		for words := d.words; words != 0; words = words.Rest() {
			into[n&63] = d.lanes[words.First()&63]
			decided += into[n&63].Count()
			n++
		}
	} else {
		full, decided = settleLanes(closed, &d.lanes, into, d.words)
	}
	v := value.Decided(ply)
	switch {
	case g.count:
		for words := d.words; words != 0; words = words.Rest() {
			w := words.First() & 63
			s.counts[first+int(w)].decide(v, d.lanes[w])
		}
	case g.values != nil: // otherwise the frontier is kept
		base, numbers := g.rows.layoutWords(first)
		writeLanes(g.values[c][base<<6:], numbers, &d.lanes, d.words, v)
	}
	s.open(ply)[number] &^= full
	g.decided += int64(decided)
}

// decision is the deciding of the candidates of one row.
type decision struct {
	rows  *rows
	color board.Color

	// Of the opponent: what it has won, and by row the words not wholly won.
	// The others refute nothing.
	won    []board.Bitboard
	notWon []board.Bitboard

	counts []counts // of the row, if its moves are to be counted, or nil

	row   row
	words board.Bitboard // with candidates
	lanes [rowWords]board.Bitboard
	image [rowWords]board.Bitboard // of words that a king move leads to
}

func (d *decision) begin(rs *rows, c board.Color, opponent *sideState) {
	d.rows, d.color, d.won, d.notWon, d.counts = rs, c, opponent.won, opponent.canWin, nil
}

// gather takes the candidates out of next, without those in two closed sets.
func (d *decision) gather(words board.Bitboard, next, won, held *[rowWords]board.Bitboard, open *board.Bitboard) {
	found, full := gatherLanes(&d.lanes, next, won, held, words)
	d.words = found
	*open &^= full
}

// gatherZero is gather for those with no move left that they have counted.
func (d *decision) gatherZero(words board.Bitboard, next, won *[rowWords]board.Bitboard, of []counts) {
	d.words = 0
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		d.lanes[w] = next[w] &^ won[w] & of[w].zero()
		next[w] = 0
		if d.lanes[w] != 0 {
			d.words |= w.Bit()
		}
	}
}

// outerMen keeps the candidates from which every move of these inside the slice
// leads to a position that the opponent has won, or counts the others. The moves that
// most often refute, and the cheapest, come first.
func (d *decision) outerMen() {
	d.kings()
	d.rowMan()
	d.upperMen()
}

func (d *decision) innerMan() {
	inner := &d.rows.men[d.rows.inner]
	if inner.Color != d.color {
		return
	}
	words := d.words & d.notWon[d.row.number]
	d.words &^= keepStuck(&d.lanes, rowOf(d.won, d.row.word), words, d.row.fixed, d.rows.manSquares(), inner.Type)
}

func (d *decision) rowMan() {
	if d.rows.man == noMan || d.rows.men[d.rows.man].Color != d.color {
		return
	}
	kind := d.rows.men[d.rows.man].Type
	notWon := d.notWon[d.row.number] &^ d.row.fixed
	won := rowOf(d.won, d.row.word)
	for words := d.words; words != 0; words = words.Rest() {
		from := words.First() & 63
		lanes := d.lanes[from]
		targets := board.Attacks(kind, from, d.row.fixed) & notWon
		if d.counts != nil {
			for ; targets != 0; targets = targets.Rest() {
				to := targets.First() & 63
				d.counts[from].add(lanes &^ (won[to] | board.Between(from, to) | to.Bit()))
			}
			continue
		}
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
			d.upperMan(d.rows.moved(&d.row, i, to), board.Between(from, to)|to.Bit())
		}
	}
}

// upperMan refutes by the move of an upper man to another row, over a way that
// must be free of the row man and the inner man.
func (d *decision) upperMan(number int, way board.Bitboard) {
	d.keep(d.words&^way&d.notWon[number], rowOf(d.won, number<<d.rows.bits), way)
}

// keep keeps in some words the lanes that the opponent has won, or over which
// there is no way, or counts the others.
func (d *decision) keep(words board.Bitboard, won *[rowWords]board.Bitboard, way board.Bitboard) {
	if d.counts != nil {
		for ; words != 0; words = words.Rest() {
			w := words.First() & 63
			d.counts[w].add(d.lanes[w] &^ (won[w] | way))
		}
		return
	}
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
	won := rowOf(d.won, number<<d.rows.bits)
	words := d.rows.without(d.words, move.To.Bit())
	if move.Symmetry == board.Identity {
		d.keep(words&d.notWon[number], won, move.To.Bit())
		return
	}
	words &= rowSymmetry.Inverse().Bitboard(d.notWon[number])
	imageLanes(&d.image, won, words, rowSymmetry.Squares(), move.Symmetry.Inverse())
	d.keep(words, &d.image, move.To.Bit())
}
