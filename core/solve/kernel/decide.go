package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// A Decision decides the candidates of one row.
type Decision struct {
	Rows  *Rows
	Color board.Color

	Lost WonRows // the positions that the opponent has won

	Refuter Refuter // receives the moves

	Row   Row
	At    BitsRow        // of the row in Lost
	Words board.Bitboard // with candidates
	Lanes [RowWords]board.Bitboard
	Image [RowWords]board.Bitboard // of the words that a king move leads to
}

// A Refuter receives all moves of the outer men from the row of a decision, many lanes at a time. The decision itself
// is a refuter: it drops the candidates that a move saves.
type Refuter interface {
	// Keep receives moves to another row, from some words to the same words there. The given lanes of that row are won.
	// The moves exist in all lanes except those in the way.
	Keep(words board.Bitboard, won *[RowWords]board.Bitboard, way board.Bitboard)

	// RowMan finds the moves of the row man by itself.
	RowMan()
}

// Begin starts with the moves of a side, given the positions that its opponent has won.
func (d *Decision) Begin(rs *Rows, c board.Color, lost WonRows) {
	d.Rows, d.Color, d.Lost, d.Refuter = rs, c, lost, d
}

// Place places the men of a row.
func (d *Decision) Place(number RowNo) {
	d.Rows.Unpack(number, &d.Row)
	d.At = d.Lost.At(d.Row.FrameNo, number)
}

// WonRows are the positions that a side has won.
type WonRows struct {
	Words   []board.Bitboard
	Open    []board.Bitboard // by row: the words that are not wholly won. The others refute nothing
	*Places                  // nil if all rows are in memory, in the order of their numbers
	*Loaded                  // nil if all rows have their words
}

// View returns a row, and loads it first if necessary.
func (r *WonRows) View(rs *Rows, at BitsRow) *[RowWords]board.Bitboard {
	if r.Loaded != nil {
		r.Load(at)
	}
	return rs.In(r.Words, at)
}

// Loaded marks the rows of a set that have their words, and loads others when they are used.
type Loaded struct {
	Rows []uint64 // a bit for each row
	From Loader
}

// A Loader fills in the words of a row, and perhaps of others, and marks them as loaded.
type Loader interface{ LoadRow(at BitsRow) }

// Load fills in the words of a row that does not have them yet.
func (l *Loaded) Load(at BitsRow) {
	if l.Rows[at>>6]>>(at&63)&1 == 0 {
		l.From.LoadRow(at)
	}
}

// List lists the lanes of the words one after the other, and returns their number.
func (d *Decision) List(into *[RowWords]board.Bitboard) (lanes int) {
	n := 0
	for words := d.Words; words != 0; words = words.Rest() {
		in := d.Lanes[words.First()&63]
		into[n&63] = in
		n++
		lanes += in.Count()
	}
	return lanes
}

// Gather moves the candidates out of next, and drops those in two closed sets.
func (d *Decision) Gather(words board.Bitboard, next, won, held *[RowWords]board.Bitboard, open *board.Bitboard) {
	found, full := gatherLanes(&d.Lanes, next, won, held, words)
	d.Words = found
	*open &^= full
}

// OuterMen passes the moves of the outer men inside the slice to the refuter. If this is the decision itself, it keeps
// the candidates from which every such move leads to a position that the opponent has won. The moves that refute most
// often, and the cheapest ones, come first.
func (d *Decision) OuterMen() {
	d.kings()
	d.Refuter.RowMan()
	d.UpperMen()
}

// InnerMan keeps the candidates that no move of the inner man saves.
func (d *Decision) InnerMan() {
	inner := &d.Rows.Men[d.Rows.Inner]
	if inner.Color != d.Color {
		return
	}
	if words := d.Words & d.Lost.Open[d.At]; words != 0 {
		d.InnerManIn(words, d.Lost.View(d.Rows, d.At))
	}
}

// InnerManIn is InnerMan for some words, given the positions of the row that the opponent has won.
func (d *Decision) InnerManIn(words board.Bitboard, won *[RowWords]board.Bitboard) {
	d.Words &^= keepStuck(&d.Lanes, won, words, d.Row.Fixed, d.Rows.manSquares(), d.Rows.Men[d.Rows.Inner].Type)
}

// HasRowMan reports whether the side that moves has the row man.
func (d *Decision) HasRowMan() bool {
	return d.Rows.Man != NoMan && d.Rows.Men[d.Rows.Man].Color == d.Color
}

// RowMan keeps the candidates that no move of the row man saves.
func (d *Decision) RowMan() {
	if !d.HasRowMan() || d.Words == 0 {
		return
	}
	d.RowManIn(d.Lost.Open[d.At]&^d.Row.Fixed, d.Lost.View(d.Rows, d.At))
}

// RowManIn keeps the candidates that no move of the row man saves. A move may save in the given words. The given row
// has the positions that the opponent has won.
func (d *Decision) RowManIn(notWon board.Bitboard, won *[RowWords]board.Bitboard) {
	kind := d.Rows.Men[d.Rows.Man].Type
	for words := d.Words; words != 0; words = words.Rest() {
		from := words.First() & 63
		lanes := d.Lanes[from]
		targets := board.Attacks(kind, from, d.Row.Fixed) & notWon
		lanes = slideInto(won, targets, lanes, board.BetweenAll(from))
		if d.Lanes[from] = lanes; lanes == 0 {
			d.Words &^= from.Bit()
		}
	}
}

// UpperMen keeps the candidates that no move of an upper man saves.
func (d *Decision) UpperMen() {
	for i := d.Rows.First; i < d.Rows.End; i++ {
		m := &d.Rows.Men[i]
		if m.Color != d.Color {
			continue
		}
		from := d.Row.At[i]
		targets := board.Attacks(m.Type, from, d.Row.Fixed) &^ d.Row.Fixed
		for ; targets != 0 && d.Words != 0; targets = targets.Rest() {
			to := targets.First()
			d.upperMan(d.At+d.Rows.Distance(&d.Row, i, to), board.Between(from, to)|to.Bit())
		}
	}
}

// upperMan refutes by the move of an upper man to another row. The row man and the inner man must not be in its way.
func (d *Decision) upperMan(at BitsRow, way board.Bitboard) {
	if words := d.Words &^ way & d.Lost.Open[at]; words != 0 {
		d.Refuter.Keep(words, d.Lost.View(d.Rows, at), way)
	}
}

// Keep implements [Refuter]. In the given words it keeps the lanes that the opponent has won, and those in the way.
func (d *Decision) Keep(words board.Bitboard, won *[RowWords]board.Bitboard, way board.Bitboard) {
	d.Words &^= keepLanes(&d.Lanes, won, words, way)
}

func (d *Decision) kings() {
	moves := d.Row.Frame.Moves[d.Color]
	for i := range moves {
		if d.Words == 0 {
			return
		}
		if !d.Row.Fixed.Has(moves[i].To) {
			d.king(&moves[i])
		}
	}
}

func (d *Decision) king(move *slice.KingMove) {
	number, rowSymmetry := d.Rows.KingMoved(&d.Row, move, move.Symmetry)
	at := d.Lost.At(move.Frame, number)
	words := d.Rows.Without(d.Words, move.To.Bit())
	if move.Symmetry == board.Identity {
		words &= d.Lost.Open[at]
	} else {
		words &= rowSymmetry.Inverse().Bitboard(d.Lost.Open[at])
	}
	if words == 0 {
		return
	}
	won := d.Lost.View(d.Rows, at)
	if move.Symmetry == board.Identity {
		d.Refuter.Keep(words, won, move.To.Bit())
		return
	}
	ImageLanes(&d.Image, won, words, rowSymmetry.Squares(), move.Symmetry.Inverse())
	d.Refuter.Keep(words, &d.Image, move.To.Bit())
}
