package ending

import "github.com/matewright/matewright/core/board"

// A frame numbers the positions of slices with the same pieces. The outer men are the white king and all pieces. A word
// has the positions with these on given squares, and its bits are the squares of the black king. The white king's
// square is the highest digit of the word's number.
type frame struct {
	pieces pieces
	outer  int // number of outer men
}

func frameOf(p pieces) frame { return frame{p, 1 + p.count()} }

// words returns the number of words.
func (f *frame) words() int { return 1 << (6 * f.outer) }

// positionsOf returns the number of positions with some pieces and given pawns, for both sides to move. Some are
// illegal. In wide slices it counts those of the slab.
func positionsOf(p pieces) int64 {
	f := frameOf(p)
	if p.areWide() {
		return slabFiles * int64(f.words())
	}
	return 2 * 64 * int64(f.words())
}

// slabFiles is the number of squares of the last rank, see [slab].
const slabFiles = 8

// shift returns the place of an outer man's square in the number of a word, in bits.
func (f *frame) shift(man int) int { return 6 * (f.outer - 1 - man) }

// man returns the color and the type of an outer man.
func (f *frame) man(i int) (board.Color, board.PieceType) {
	if i == 0 {
		return board.White, board.King
	}
	return f.pieces[i-1].color(), f.pieces[i-1].kind()
}

// locate returns the word and the lane of a position in its slice.
func (f *frame) locate(p *board.Position) (word int, lane board.Square) {
	var filled board.Bitboard
	for i, x := range f.pieces[:f.outer-1] {
		for _, m := range p.Men() {
			if pieceOf(m.Color, m.Type) != x || filled.Has(m.Square) {
				continue
			}
			word |= int(m.Square) << f.shift(i+1)
			filled |= m.Square.Bit()
			break
		}
	}
	for _, m := range p.Men() {
		switch {
		case m.Type != board.King:
		case m.Color == board.White:
			word |= int(m.Square) << f.shift(0)
		default:
			lane = m.Square
		}
	}
	return word, lane
}

// farFirst returns a mask for squares: combined with it, the last rank of a side has the lowest ones.
func farFirst(c board.Color) board.Square { return board.Square(c.Other()) * 56 }

// kingFill returns the squares that a king reaches from at least one square of a set.
func kingFill(b uint64) uint64 {
	return uint64(board.Reach(board.King, board.Bitboard(b), 0))
}
