package solve

import (
	"encoding/binary"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
)

// A frameList is a set of positions in scratch, packed row by row, that is found by frame.
type frameList struct {
	pieces []framePiece // those of a frame follow each other
}

// A framePiece is some rows of a frame.
type framePiece struct {
	scratch.Piece
	frame int32
}

// pieceBytes is about how large pieces become.
const pieceBytes = 64 << 10

func (l *frameList) clear() { l.pieces = l.pieces[:0] }

func (l *frameList) empty() bool { return len(l.pieces) == 0 }

// sort puts the frames in order.
func (l *frameList) sort() {
	slices.SortStableFunc(l.pieces, func(a, b framePiece) int { return int(a.frame) - int(b.frame) })
}

// of returns the pieces of a frame, once they are in order.
func (l *frameList) of(frame slice.FrameNo) []framePiece {
	first, _ := slices.BinarySearchFunc(l.pieces, int32(frame), func(p framePiece, frame int32) int { return int(p.frame) - int(frame) })
	end := first
	for end < len(l.pieces) && l.pieces[end].frame == int32(frame) {
		end++
	}
	return l.pieces[first:end]
}

// A frameWriter adds the rows of a frame to a list.
type frameWriter struct {
	packed []byte
	row    [2 + rowWords]board.Bitboard // a row that is not packed yet: its number, its words and their lanes
	n      int                          // of that
}

// addWord adds to a row. Rows come in order, and so do their words.
func (w *frameWriter) addWord(number rowNo, word board.Square, lanes board.Bitboard) {
	if w.n == 0 || w.row[0] != board.Bitboard(number) {
		w.pack()
		w.row[0], w.row[1], w.n = board.Bitboard(number), 0, 2
	}
	w.row[1] |= word.Bit()
	w.row[w.n] = lanes
	w.n++
}

// addRow adds a row with these words, and returns the room for their lanes, which must be filled from its beginning.
func (w *frameWriter) addRow(number rowNo, words board.Bitboard) *[rowWords]board.Bitboard {
	w.pack()
	w.row[0], w.row[1], w.n = board.Bitboard(number), words, 2+words.Count()
	return (*[rowWords]board.Bitboard)(w.row[2:])
}

// clear forgets what was added and not flushed.
func (w *frameWriter) clear() { w.packed, w.n = w.packed[:0], 0 }

func (w *frameWriter) pack() {
	if w.n > 0 {
		w.packed = packRows(w.packed, w.row[:w.n])
		w.n = 0
	}
}

// isFull reports whether a piece should be written.
func (w *frameWriter) isFull() bool { return len(w.packed) >= pieceBytes }

// flush writes what was added.
func (w *frameWriter) flush(list *frameList, frame slice.FrameNo, pile *scratch.Pile) error {
	w.pack()
	if len(w.packed) == 0 {
		return nil
	}
	piece, err := pile.Add(w.packed)
	w.packed = w.packed[:0]
	list.pieces = append(list.pieces, framePiece{piece, int32(frame)})
	return err
}

// A frameReader reads the rows of a frame.
type frameReader struct {
	pile   *scratch.Pile
	pieces []framePiece // not read yet
	packed []byte
	rest   []byte
	err    error

	number rowNo // of the row; -1 after the last one, or after an error
	words  board.Bitboard
	room   [rowWords]board.Bitboard
	lanes  []board.Bitboard // of the words
}

// begin turns to the first row of some pieces.
func (r *frameReader) begin(pile *scratch.Pile, pieces []framePiece) {
	r.pile, r.pieces, r.rest, r.err = pile, pieces, nil, nil
	r.next()
}

func (r *frameReader) next() {
	r.number = -1
	if len(r.rest) == 0 {
		if len(r.pieces) == 0 {
			return
		}
		piece := r.pieces[0]
		r.packed = slices.Grow(r.packed[:0], int(piece.Size))[:piece.Size]
		if r.err = r.pile.Read(piece.Piece, r.packed); r.err != nil {
			return
		}
		r.pieces, r.rest = r.pieces[1:], r.packed
	}
	number, n := binary.Uvarint(r.rest)
	r.words, r.rest = unpackWord(r.rest[n:])
	r.lanes = r.room[:r.words.Count()]
	for i := range r.lanes {
		r.lanes[i], r.rest = unpackWord(r.rest)
	}
	r.number = rowNo(number)
}
