package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// Retraction is the taking back of moves from one row to the candidates of a side.
//
// Every takeback of a man other than the inner one is: which words of the row
// can make it (a bitboard), and where to (a row); then, for each of those
// words, a load, an AND and an OR. Words in which the next ply can decide nothing
// are left out.
type Retraction struct {
	Rows  *Rows
	color board.Color
	To    Candidates
	adder Adder
	Moves Moves

	Row      Row
	At       BitsRow        // of the row, in to
	Words    board.Bitboard // those of the frontier that are not empty
	Frontier [RowWords]board.Bitboard
	image    [RowWords]board.Bitboard // of the frontier, after a king's move
}

// An Adder is given what moves of the outer men are taken back to. The takeback itself
// is one: it makes candidates of all.
type Adder interface {
	// Add is given the free lanes in some words of a row, and where it is in the bits.
	Add(number RowNo, at BitsRow, words board.Bitboard, lanes *[RowWords]board.Bitboard, free board.Bitboard)

	// RowMan takes back the moves of the row man by itself.
	RowMan()

	// InnerMan takes back those of the inner man.
	InnerMan()
}

// Moves are those that are taken back.
type Moves int

const (
	AllMoves Moves = iota
	KingMoves
	PieceMoves // of all men but the king
)

// Begin turns to the moves of a side. The adder receives the positions that they come from.
func (t *Retraction) Begin(rs *Rows, c board.Color, to Candidates, a Adder) {
	t.Rows, t.color, t.To, t.adder, t.Moves = rs, c, to, a, AllMoves
}

// Candidates are the positions that may be decided at the next ply.
type Candidates struct {
	WordSet
	Open    []board.Bitboard // by row: the words in which something can be decided
	*Places                  // nil if all rows are in memory, in the order of their numbers
}

// AddRow makes candidates of a row: of the lanes of some words, as a list has them.
func (n *Candidates) AddRow(rs *Rows, at BitsRow, words board.Bitboard, lanes []board.Bitboard) {
	n.Rows[at] |= words
	AddListed(rs.In(n.Words, at), words, lanes)
}

// Retract takes back the moves to lanes of a row, which are listed: for each word, in their order.
func (t *Retraction) Retract(number RowNo, words board.Bitboard, lanes []board.Bitboard) {
	t.Rows.Unpack(number, &t.Row)
	t.To.Active[t.Row.FrameNo] = true
	t.At = t.To.At(t.Row.FrameNo, number)
	t.Words = words
	n := 0
	for ; words != 0; words = words.Rest() {
		t.Frontier[words.First()&63] = lanes[n]
		n++
	}
	if t.Moves != PieceMoves {
		t.kings()
	}
	if t.Moves != KingMoves {
		t.upperMen()
		t.adder.RowMan()
		t.adder.InnerMan()
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
func (t *Retraction) kings() {
	frame := t.Row.Frame
	moves := frame.Moves[t.color]
	for i := range moves {
		move := &moves[i]
		if t.Row.Fixed.Has(move.To) || frame.SelfSymmetric && move.To.Rank() > move.To.File() {
			continue
		}
		t.king(move, move.Symmetry)
		if move.Twins && !frame.SelfSymmetric {
			t.king(move, move.Symmetry.Then(board.Transpose))
		}
	}
}

func (t *Retraction) king(move *slice.KingMove, symmetry board.Symmetry) {
	number, rowSymmetry := t.Rows.KingMoved(&t.Row, move, symmetry)
	at := t.To.At(move.Frame, number)
	words := rowSymmetry.Bitboard(t.Rows.Without(t.Words, move.To.Bit())) & t.To.Open[at]
	if words == 0 {
		return
	}
	t.To.Active[move.Frame] = true
	lanes := &t.Frontier
	if symmetry != board.Identity {
		lanes = &t.image
		ImageLanes(lanes, &t.Frontier, words, rowSymmetry.Inverse().Squares(), symmetry)
	}
	t.adder.Add(number, at, words, lanes, ^symmetry.Square(move.To).Bit())
}

// Add makes candidates of the free lanes in some words of a row.
func (t *Retraction) Add(
	_ RowNo,
	at BitsRow,
	words board.Bitboard,
	lanes *[RowWords]board.Bitboard,
	free board.Bitboard,
) {
	t.To.Rows[at] |= words
	AddLanes(t.Rows.In(t.To.Words, at), lanes, words, free)
}

func (t *Retraction) upperMen() {
	for i := t.Rows.First; i < t.Rows.End; i++ {
		m := &t.Rows.Men[i]
		if m.Color != t.color {
			continue
		}
		from := t.Row.At[i]
		targets := board.Attacks(m.Type, from, t.Row.Fixed) &^ t.Row.Fixed
		for ; targets != 0; targets = targets.Rest() {
			to := targets.First()
			t.upperMan(t.Rows.Distance(&t.Row, i, to), board.Between(from, to)|to.Bit())
		}
	}
}

// upperMan takes a move of an upper man back to another row, so far away in the
// numbers, over a way that must be free of the row man and the inner man.
func (t *Retraction) upperMan(distance BitsRow, way board.Bitboard) {
	at := t.At + distance
	words := t.Words &^ way & t.To.Open[at]
	if words == 0 {
		return
	}
	t.adder.Add(t.Row.Number+RowNo(distance), at, words, &t.Frontier, ^way)
}

// HasRowMan reports whether the row man is of the side that moves.
func (t *Retraction) HasRowMan() bool {
	return t.Rows.Man != NoMan && t.Rows.Men[t.Rows.Man].Color == t.color
}

// RowMan implements [Adder].
func (t *Retraction) RowMan() {
	if t.HasRowMan() {
		t.To.Rows[t.At] |= t.RowManTo(t.Rows.In(t.To.Words, t.At))
	}
}

// RowManTo adds what moves of the row man are taken back to, in the same row, and returns in which words that may be.
func (t *Retraction) RowManTo(to *[RowWords]board.Bitboard) (reached board.Bitboard) {
	kind := t.Rows.Men[t.Rows.Man].Type
	open := t.To.Open[t.At] &^ t.Row.Fixed
	for words := t.Words; words != 0; words = words.Rest() {
		from := words.First() & 63
		lanes := t.Frontier[from]
		targets := board.Attacks(kind, from, t.Row.Fixed) & open
		reached |= targets
		slideLanes(to, targets, lanes, board.BetweenAll(from))
	}
	return reached
}

// HasInnerMan reports whether the inner man is of the side that moves.
func (t *Retraction) HasInnerMan() bool { return t.Rows.Men[t.Rows.Inner].Color == t.color }

// InnerMan implements [Adder].
func (t *Retraction) InnerMan() {
	if t.HasInnerMan() {
		t.To.Rows[t.At] |= t.InnerManTo(t.Rows.In(t.To.Words, t.At))
	}
}

// InnerManTo adds what moves of the inner man are taken back to, in the same row, and returns in which words that may
// be.
func (t *Retraction) InnerManTo(to *[RowWords]board.Bitboard) (words board.Bitboard) {
	words = t.Words & t.To.Open[t.At]
	addReached(to, &t.Frontier, words, t.Row.Fixed, t.Rows.manSquares(), t.Rows.Men[t.Rows.Inner].Type)
	return words
}
