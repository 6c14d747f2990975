package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// A Retraction takes back moves from one row to the candidates of a side.
//
// For a move of any man except the inner man, it finds the words that the move can be taken back in, as a bitboard. It
// also finds the row before the move. Then it takes a load, an AND and an OR for each of those words. It skips words in
// which the next ply can decide nothing.
type Retraction struct {
	Rows  *Rows
	color board.Color
	To    Candidates
	adder Adder
	Moves Moves

	Row      Row
	At       BitsRow        // of the row in To
	Words    board.Bitboard // the words of the frontier that are not empty
	Frontier [RowWords]board.Bitboard
	image    [RowWords]board.Bitboard // of the frontier, after a king move
}

// An Adder receives the positions that moves of the outer men are taken back to. The retraction itself is an adder: it
// makes all of them candidates.
type Adder interface {
	// Add receives the free lanes in some words of a row, and the place of the row in the bits.
	Add(number RowNo, at BitsRow, words board.Bitboard, lanes *[RowWords]board.Bitboard, free board.Bitboard)

	// RowMan takes back the moves of the row man by itself.
	RowMan()

	// InnerMan takes back the moves of the inner man.
	InnerMan()
}

// Moves is the group of moves that a retraction takes back.
type Moves int

const (
	AllMoves Moves = iota
	KingMoves
	PieceMoves // of all men except the king
)

// Begin starts with the moves of a side. The adder receives the positions that they come from.
func (t *Retraction) Begin(rs *Rows, c board.Color, to Candidates, a Adder) {
	t.Rows, t.color, t.To, t.adder, t.Moves = rs, c, to, a, AllMoves
}

// Candidates are the positions that may be decided at the next ply.
type Candidates struct {
	WordSet
	Open    []board.Bitboard // by row: the words in which the ply can decide something
	*Places                  // nil if all rows are in memory, in the order of their numbers
}

// AddRow adds lanes of a row to the candidates. The list has the lanes of each word.
func (n *Candidates) AddRow(rs *Rows, at BitsRow, words board.Bitboard, lanes []board.Bitboard) {
	n.Rows[at] |= words
	AddListed(rs.In(n.Words, at), words, lanes)
}

// Retract takes back the moves to lanes of a row. The list has the lanes of each word, in the order of words.
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

// kings takes back the moves of a king. It takes back one of the symmetric images of each move to the frontier.
//
// This is simple if the placements of the kings before and after the move are not symmetric. Then one of the eight
// symmetric moves begins at a placement that is kept, and one ends there. On the diagonal, placements are kept with all
// their twins:
//
//   - A move to the diagonal from elsewhere ends at a placement and at its twin, and
//     both are in the frontier. The king may have come from two symmetric squares, and
//     kings takes one of them.
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
	_ RowNo, at BitsRow, words board.Bitboard, lanes *[RowWords]board.Bitboard, free board.Bitboard,
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

// upperMan takes back a move of an upper man to another row, at the given distance in numbers. The row man and the
// inner man must not be in its way.
func (t *Retraction) upperMan(distance BitsRow, way board.Bitboard) {
	at := t.At + distance
	words := t.Words &^ way & t.To.Open[at]
	if words == 0 {
		return
	}
	t.adder.Add(t.Row.Number+RowNo(distance), at, words, &t.Frontier, ^way)
}

// HasRowMan reports whether the side that moves has the row man.
func (t *Retraction) HasRowMan() bool {
	return t.Rows.Man != NoMan && t.Rows.Men[t.Rows.Man].Color == t.color
}

// RowMan implements [Adder].
func (t *Retraction) RowMan() {
	if t.HasRowMan() {
		t.To.Rows[t.At] |= t.RowManTo(t.Rows.In(t.To.Words, t.At))
	}
}

// RowManTo adds the positions before moves of the row man, in the same row. It returns the words that may have some.
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

// HasInnerMan reports whether the side that moves has the inner man.
func (t *Retraction) HasInnerMan() bool { return t.Rows.Men[t.Rows.Inner].Color == t.color }

// InnerMan implements [Adder].
func (t *Retraction) InnerMan() {
	if t.HasInnerMan() {
		t.To.Rows[t.At] |= t.InnerManTo(t.Rows.In(t.To.Words, t.At))
	}
}

// InnerManTo adds the positions before moves of the inner man, in the same row. It returns the words that may have
// some.
func (t *Retraction) InnerManTo(to *[RowWords]board.Bitboard) (words board.Bitboard) {
	words = t.Words & t.To.Open[t.At]
	addReached(to, &t.Frontier, words, t.Row.Fixed, t.Rows.manSquares(), t.Rows.Men[t.Rows.Inner].Type)
	return words
}
