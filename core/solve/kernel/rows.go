package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// Rows groups the words of a slice by all men except two. The inner man numbers the bits of a word. The row man, the
// last of the outer pieces, numbers the words of a row. Work that depends only on the other men is done once a row. A
// set of words of a row is a bitboard of the row man, so blockers and symmetries apply to it as to any bitboard.
//
// A slice without outer pieces has rows of a single word with number 0, unless they are widened.
type Rows struct {
	Layout *slice.Layout
	Frames *slice.Frames
	Count  int
	Upper  int            // log2 of the rows of a frame
	Size   int            // words in a row: 64 or 1
	Bits   int            // log2 of Size
	still  board.Bitboard // squares of the men that do not move in the slice

	Men   []board.Man // the layout's
	First int         // the upper men are Men[First:End]: the outer ones except the row man
	End   int
	Man   int // the row man, or NoMan
	Inner int

	Cells *kingCells // if rows are widened and the numbers of words differ from the layout's
	Band  *Band      // the rows that windows have room for; nil for all
}

// HasRowMan reports whether the layout has outer pieces, so its slices have rows of 64 words.
func HasRowMan(l *slice.Layout) bool {
	first, end := l.Outer()
	return first != end
}

// RowOf views the words of a row as an array.
func RowOf(words []board.Bitboard, first int) *[RowWords]board.Bitboard {
	return (*[RowWords]board.Bitboard)(words[first:])
}

// FirstOf returns the first word of a row.
func (rs *Rows) FirstOf(number RowNo) RowWord { return RowWord(number) << (rs.Bits & 63) }

// In views the words of a row of bits as an array.
func (rs *Rows) In(words []board.Bitboard, at BitsRow) *[RowWords]board.Bitboard {
	return RowOf(words, int(at)<<(rs.Bits&63))
}

// Begin starts with a slice.
func (rs *Rows) Begin(l *slice.Layout, number slice.Number) {
	if rs.Layout != l {
		rs.Cells = nil
	}
	rs.Layout = l
	rs.Frames = l.Frames()
	rs.Men = l.Men
	rs.Inner = l.Inner
	rs.First, rs.End = l.Outer()
	rs.Man, rs.Size, rs.Bits = NoMan, 1, 0
	if rs.End > rs.First {
		rs.End--
		rs.Man, rs.Size, rs.Bits = rs.End, 64, 6
	}
	rs.Count = int(l.Words()) / rs.Size
	rs.Upper = 6 * (rs.End - rs.First)
	rs.still = 0
	for _, s := range l.StillSquares(number) {
		rs.still |= s.Bit()
	}
}

// Widen makes rows of 64 words in a slice without outer pieces. The slice must have pawns, and so no symmetry of
// pieces, and both kings must be free to go everywhere. Black's king becomes the row man, or White's if Black's is the
// inner man. Words may then have other numbers than in the layout, and the layout does not have all of them.
func (rs *Rows) Widen() {
	if rs.Man != NoMan || rs.still == 0 || rs.Layout.Class.Rights() != 0 {
		return
	}
	rs.Size, rs.Bits = RowWords, 6
	if rs.Inner == int(board.Black) {
		rs.Man, rs.Count, rs.Frames = int(board.White), 1, slice.NoKings()
	} else {
		rs.Man, rs.Count, rs.Frames = int(board.Black), RowWords, slice.LoneKings()
		if rs.Cells == nil {
			rs.Cells = newKingCells(rs.Layout.Frames())
		}
	}
}

// kingCells numbers placements of the kings by their squares: 64 times White's plus Black's.
type kingCells struct {
	ofFrame []uint16
	frame   [RowWords * RowWords]int16
	placed  [RowWords * RowWords]bool
	extra   []RowWord // the kings touch
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
			kc.extra = append(kc.extra, RowWord(cell))
		}
	}
	return kc
}

// CountKings counts the lanes of some words of a row by the squares of the kings. A widened row has a king as its man.
func (rs *Rows) CountKings(
	into *slice.KingCounts, number RowNo, words board.Bitboard, lanes *[RowWords]board.Bitboard,
) {
	kings := rs.Frames.At(rs.FrameOf(number)).Kings
	n := 0 // of the words with the same kings
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		if rs.Man == int(board.White) || rs.Man == int(board.Black) {
			kings[rs.Man] = w
		}
		switch {
		case rs.Inner == int(board.Black):
			into.CountLanes(kings[board.White], lanes[w])
		case rs.Man == int(board.Black):
			into.Count(rs.Frames, kings, uint64(lanes[w].Count()))
		default:
			n += lanes[w].Count()
		}
	}
	if n > 0 {
		into.Count(rs.Frames, kings, uint64(n))
	}
}

// Room returns the number of words for a set of count rows. It is RowWords more than necessary, so that every word may
// begin a view of a row as an array.
func (rs *Rows) Room(count int) int { return count*rs.Size + RowWords }

// FrameOf returns the frame of a row.
func (rs *Rows) FrameOf(number RowNo) slice.FrameNo { return slice.FrameNo(number >> (rs.Upper & 63)) }

// OfFrame returns the first row of a frame, and the row after the last.
func (rs *Rows) OfFrame(frame slice.FrameNo) (first, end RowNo) {
	return RowNo(frame) << (rs.Upper & 63), RowNo(frame+1) << (rs.Upper & 63)
}

// Number returns the number of a word of the layout.
func (rs *Rows) Number(layoutWord slice.WordNo) RowWord {
	if rs.Cells == nil {
		return RowWord(layoutWord)
	}
	return RowWord(rs.Cells.ofFrame[layoutWord])
}

// Extra returns the words that the layout does not have.
func (rs *Rows) Extra() []RowWord {
	if rs.Cells == nil {
		return nil
	}
	return rs.Cells.extra
}

// IsExtra reports whether the layout does not have a word.
func (rs *Rows) IsExtra(word RowWord) bool { return rs.Cells != nil && !rs.Cells.placed[word] }

// LayoutWord returns the layout's number of a word that is not extra.
func (rs *Rows) LayoutWord(word RowWord) slice.WordNo {
	if rs.Cells == nil {
		return slice.WordNo(word)
	}
	return slice.WordNo(rs.Cells.frame[word])
}

// LayoutWords returns the layout's numbers of the words of a row, as a base and numbers to add to it. The numbers of
// extra words have no meaning.
func (rs *Rows) LayoutWords(first RowWord) (base slice.WordNo, numbers *[RowWords]int16) {
	if rs.Cells == nil {
		return slice.WordNo(first), &ascending
	}
	return 0, (*[RowWords]int16)(rs.Cells.frame[first:])
}

var ascending = func() (numbers [RowWords]int16) {
	for w := range numbers {
		numbers[w] = int16(w)
	}
	return numbers
}()

// View returns the row of a word, and the word as a set of words of the row.
func (rs *Rows) View(word RowWord) (row RowNo, bit board.Bitboard) {
	return RowNo(word >> (rs.Bits & 63)), 1 << (int(word) & (rs.Size - 1))
}

// A Row is the placement of all men except the row man and the inner man.
type Row struct {
	Number  RowNo
	Frame   *slice.Frame
	FrameNo slice.FrameNo
	Fixed   board.Bitboard // the squares of its men
	At      [material.MaxMen]board.Square
}

// Unpack places the men of a row.
func (rs *Rows) Unpack(number RowNo, r *Row) {
	r.Number = number
	for i := rs.End - 1; i >= rs.First; i-- {
		r.At[i] = board.Square(number & 63)
		number >>= 6
	}
	r.FrameNo = slice.FrameNo(number)
	r.Frame = rs.Frames.At(r.FrameNo)
	r.Fixed = rs.still
	for c, king := range r.Frame.Kings {
		r.At[c] = king
		if king != board.NoSquare {
			r.Fixed |= king.Bit()
		}
	}
	for i := rs.First; i < rs.End; i++ {
		r.Fixed |= r.At[i].Bit()
	}
}

// Distance returns the distance in numbers from a row to the row after the move of an upper man. Both rows are in the
// same frame, so this is also their distance in bits. With a band it is the distance after [Band.Squeeze].
func (rs *Rows) Distance(r *Row, man int, to board.Square) BitsRow {
	shift := rs.shift(man)
	if rs.Band != nil && shift > rs.Band.Shift {
		shift -= 6 - BandBits
	}
	return BitsRow(int(to)-int(r.At[man])) << shift
}

// shift returns the position of the square of an upper man in the number of a row, in bits.
func (rs *Rows) shift(man int) int { return 6 * (rs.End - 1 - man) }

// KingMoved returns the number of the row that a king move leads to, and the symmetry that maps the row man to that
// row.
func (rs *Rows) KingMoved(r *Row, move *slice.KingMove, symmetry board.Symmetry) (RowNo, board.Symmetry) {
	image := symmetry.Squares()
	number := RowNo(move.Frame)
	for i := rs.First; i < rs.End; i++ {
		number = number<<6 | RowNo(image[r.At[i]&63])
	}
	if rs.Man == NoMan {
		symmetry = board.Identity
	}
	return number, symmetry
}

// Without returns a set of words of a row, without those in which the row man is on one of the squares.
func (rs *Rows) Without(words, squares board.Bitboard) board.Bitboard {
	if rs.Man == NoMan {
		return words
	}
	return words &^ squares
}

// manSquares returns the squares of the row man in all words, or none if there is no row man.
func (rs *Rows) manSquares() board.Bitboard {
	if rs.Man == NoMan {
		return 0
	}
	return ^board.Bitboard(0)
}

// Occupied returns the squares of all men except the inner man, in a word of a row.
func (rs *Rows) Occupied(r *Row, w board.Square) board.Bitboard {
	if rs.Man == NoMan {
		return r.Fixed
	}
	return r.Fixed | w.Bit()
}

// RowsOf returns the rows of a layout's slices.
func RowsOf(l *slice.Layout) *Rows {
	var rs Rows
	rs.Begin(l, 0)
	rs.Widen()
	return &rs
}

// Retract calls a function with all rows from which a side has moves to a row, and perhaps with other rows.
func (rs *Rows) Retract(to *Row, c board.Color, do func(RowNo)) {
	do(to.Number)
	moves := to.Frame.Moves[c]
	for i := range moves {
		move := &moves[i]
		number, _ := rs.KingMoved(to, move, move.Symmetry)
		do(number)
		if move.Twins {
			number, _ = rs.KingMoved(to, move, move.Symmetry.Then(board.Transpose))
			do(number)
		}
	}
	for i := rs.First; i < rs.End; i++ {
		if m := &rs.Men[i]; m.Color == c {
			for from := board.Attacks(m.Type, to.At[i], to.Fixed) &^ to.Fixed; from != 0; from = from.Rest() {
				do(to.Number + RowNo(rs.Distance(to, i, from.First())))
			}
		}
	}
}

// NewBands returns the bands by the first upper man of a side, or nil if the side has no upper man.
func NewBands(rs *Rows, c board.Color) *Bands {
	for man := rs.First; man < rs.End; man++ {
		if rs.Men[man].Color == c {
			b := &Bands{Shift: rs.shift(man)}
			b.split(rs.Frames)
			return b
		}
	}
	return nil
}
