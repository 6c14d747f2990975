package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// rows groups the words of a slice by all men but two: the inner one, which
// numbers the bits of a word, and the last of the outer pieces, the row man,
// which numbers the words of a row. What depends on the other men alone is
// found once a row; and the set of a row's words that matter is a bitboard of
// the row man, so that blockers and symmetries apply to it as to any other.
//
// A slice without outer pieces has rows of a single word, number 0, unless
// they are widened.
type rows struct {
	layout *slice.Layout
	frames *slice.Frames
	count  int
	upper  int            // log2 of the rows of a frame
	size   int            // words in a row: 64 or 1
	bits   int            // log2 of size
	still  board.Bitboard // squares of the men that stand still in the slice

	men   []board.Man // the layout's
	first int         // the upper men are men[first:end]: outer, but not the row man
	end   int
	man   int // the row man, or noMan
	inner int

	cells *kingCells // where rows are widened and words are not numbered like the layout's
	band  *band      // the rows that windows have room for; nil if for all
}

// noMan stands for a man that a layout does not have, or that a move does not concern.
const noMan = -1

// rowWords is the most words a row can have.
const rowWords = 64

// hasRowMan reports whether slices of a layout have rows of 64 words: if there are outer pieces.
func hasRowMan(l *slice.Layout) bool {
	first, end := l.Outer()
	return first != end
}

// rowOf views the words of a row as an array.
func rowOf(words []board.Bitboard, first int) *[rowWords]board.Bitboard {
	return (*[rowWords]board.Bitboard)(words[first:])
}

// The numbers of rows and words in a slice and side. Those of words are the layout's,
// unless rows are widened.
type (
	rowNo   int
	rowWord int
)

// firstOf returns the first word of a row.
func (rs *rows) firstOf(number rowNo) rowWord { return rowWord(number) << (rs.bits & 63) }

// A bitsRow is where a row is in bits: its number, if all rows are in memory.
type bitsRow int

// in views the words of a row of bits as an array.
func (rs *rows) in(words []board.Bitboard, at bitsRow) *[rowWords]board.Bitboard {
	return rowOf(words, int(at)<<(rs.bits&63))
}

func (rs *rows) begin(l *slice.Layout, number slice.Number) {
	if rs.layout != l {
		rs.cells = nil
	}
	rs.layout = l
	rs.frames = l.Frames()
	rs.men = l.Men
	rs.inner = l.Inner
	rs.first, rs.end = l.Outer()
	rs.man, rs.size, rs.bits = noMan, 1, 0
	if rs.end > rs.first {
		rs.end--
		rs.man, rs.size, rs.bits = rs.end, 64, 6
	}
	rs.count = int(l.Words()) / rs.size
	rs.upper = 6 * (rs.end - rs.first)
	rs.still = 0
	for _, s := range l.StillSquares(number) {
		rs.still |= s.Bit()
	}
}

// widen makes rows of 64 words of a slice without outer pieces, if it has pawns
// and so no symmetry among its pieces, and both kings go everywhere: Black's king becomes the row man, or
// White's if Black's is the inner man. Words may then have other numbers than
// in the layout, and there are some that it does not have.
func (rs *rows) widen() {
	if rs.man != noMan || rs.still == 0 || rs.layout.Class.Rights() != 0 {
		return
	}
	rs.size, rs.bits = rowWords, 6
	if rs.inner == int(board.Black) {
		rs.man, rs.count, rs.frames = int(board.White), 1, slice.NoKings()
	} else {
		rs.man, rs.count, rs.frames = int(board.Black), rowWords, slice.LoneKings()
		if rs.cells == nil {
			rs.cells = newKingCells(rs.layout.Frames())
		}
	}
}

// kingCells numbers placements of the kings by their squares: 64 times White's
// and Black's.
type kingCells struct {
	ofFrame []uint16
	frame   [rowWords * rowWords]int16
	placed  [rowWords * rowWords]bool
	extra   []rowWord // where the kings touch
}

func newKingCells(frames *slice.Frames) *kingCells {
	kc := &kingCells{ofFrame: make([]uint16, frames.Len())}
	for i := range frames.Len() {
		kings := &frames.At(i).Kings
		cell := int(kings[board.White])<<6 | int(kings[board.Black])
		kc.ofFrame[i] = uint16(cell)
		kc.frame[cell] = int16(i)
		kc.placed[cell] = true
	}
	for cell, placed := range kc.placed {
		if !placed {
			kc.extra = append(kc.extra, rowWord(cell))
		}
	}
	return kc
}

// room returns how many words a set of so many rows holds: some more than there are, so
// that a row can be seen as an array anywhere.
func (rs *rows) room(count int) int { return count*rs.size + rowWords }

// frameOf returns the frame of a row.
func (rs *rows) frameOf(number rowNo) slice.FrameNo { return slice.FrameNo(number >> (rs.upper & 63)) }

// ofFrame returns the rows of a frame: the first one, and the one after the last.
func (rs *rows) ofFrame(frame slice.FrameNo) (first, end rowNo) {
	return rowNo(frame) << (rs.upper & 63), rowNo(frame+1) << (rs.upper & 63)
}

// number returns the number of one of the layout's words.
func (rs *rows) number(layoutWord slice.WordNo) rowWord {
	if rs.cells == nil {
		return rowWord(layoutWord)
	}
	return rowWord(rs.cells.ofFrame[layoutWord])
}

// extra returns the words that the layout does not have.
func (rs *rows) extra() []rowWord {
	if rs.cells == nil {
		return nil
	}
	return rs.cells.extra
}

// isExtra reports whether the layout does not have a word.
func (rs *rows) isExtra(word rowWord) bool { return rs.cells != nil && !rs.cells.placed[word] }

// layoutWord returns the layout's number of a word that is not extra.
func (rs *rows) layoutWord(word rowWord) slice.WordNo {
	if rs.cells == nil {
		return slice.WordNo(word)
	}
	return slice.WordNo(rs.cells.frame[word])
}

// layoutWords returns the layout's numbers of a row's words: what to add to a base.
// Those of extra words mean nothing.
func (rs *rows) layoutWords(first rowWord) (base slice.WordNo, numbers *[rowWords]int16) {
	if rs.cells == nil {
		return slice.WordNo(first), &ascending
	}
	return 0, (*[rowWords]int16)(rs.cells.frame[first:])
}

var ascending = func() (numbers [rowWords]int16) {
	for w := range numbers {
		numbers[w] = int16(w)
	}
	return numbers
}()

// of returns the row of a word, and the word as a set of the row's words.
func (rs *rows) of(word rowWord) (row rowNo, bit board.Bitboard) {
	return rowNo(word >> (rs.bits & 63)), 1 << (int(word) & (rs.size - 1))
}

// A row is the placement of all men but the row man and the inner one.
type row struct {
	number  rowNo
	frame   *slice.Frame
	frameNo slice.FrameNo
	fixed   board.Bitboard // squares of its men
	at      [material.MaxMen]board.Square
}

// unpack places the men of a row.
func (rs *rows) unpack(number rowNo, r *row) {
	r.number = number
	for i := rs.end - 1; i >= rs.first; i-- {
		r.at[i] = board.Square(number & 63)
		number >>= 6
	}
	r.frameNo = slice.FrameNo(number)
	r.frame = rs.frames.At(r.frameNo)
	r.fixed = rs.still
	for c, king := range r.frame.Kings {
		r.at[c] = king
		if king != board.NoSquare {
			r.fixed |= king.Bit()
		}
	}
	for i := rs.first; i < rs.end; i++ {
		r.fixed |= r.at[i].Bit()
	}
}

// distance returns how far away, by number, the row is that an upper man's move leads to. It
// is in the same frame, and so it is as far away in bits, or as [band.squeeze] says.
func (rs *rows) distance(r *row, man int, to board.Square) bitsRow {
	shift := rs.shift(man)
	if rs.band != nil && shift > rs.band.shift {
		shift -= 6 - bandBits
	}
	return bitsRow(int(to)-int(r.at[man])) << shift
}

// shift returns where in the number of a row the square of an upper man is.
func (rs *rows) shift(man int) int { return 6 * (rs.end - 1 - man) }

// kingMoved returns the number of the row that a king move leads to, and the
// symmetry that takes the row man there.
func (rs *rows) kingMoved(r *row, move *slice.KingMove, symmetry board.Symmetry) (rowNo, board.Symmetry) {
	image := symmetry.Squares()
	number := rowNo(move.Frame)
	for i := rs.first; i < rs.end; i++ {
		number = number<<6 | rowNo(image[r.at[i]&63])
	}
	if rs.man == noMan {
		symmetry = board.Identity
	}
	return number, symmetry
}

// without takes from a set of a row's words those in which the row man stands
// on one of the squares.
func (rs *rows) without(words, squares board.Bitboard) board.Bitboard {
	if rs.man == noMan {
		return words
	}
	return words &^ squares
}

// manSquares returns the squares of the row man in all words, or none if there is no row man.
func (rs *rows) manSquares() board.Bitboard {
	if rs.man == noMan {
		return 0
	}
	return ^board.Bitboard(0)
}

// occupied returns the squares of all men but the inner one.
func (rs *rows) occupied(r *row, w board.Square) board.Bitboard {
	if rs.man == noMan {
		return r.fixed
	}
	return r.fixed | w.Bit()
}

// planRows returns the rows of a layout's slices.
func planRows(l *slice.Layout) *rows {
	var rs rows
	rs.begin(l, 0)
	rs.widen()
	return &rs
}

// takeBack calls a function with the rows in which a side has moves to a row, and perhaps some others.
func (rs *rows) takeBack(to *row, c board.Color, do func(rowNo)) {
	do(to.number)
	moves := to.frame.Moves[c]
	for i := range moves {
		move := &moves[i]
		number, _ := rs.kingMoved(to, move, move.Symmetry)
		do(number)
		if move.Twins {
			number, _ = rs.kingMoved(to, move, move.Symmetry.Then(board.Transpose))
			do(number)
		}
	}
	for i := rs.first; i < rs.end; i++ {
		if m := &rs.men[i]; m.Color == c {
			for from := board.Attacks(m.Type, to.at[i], to.fixed) &^ to.fixed; from != 0; from = from.Rest() {
				do(to.number + rowNo(rs.distance(to, i, from.First())))
			}
		}
	}
}
