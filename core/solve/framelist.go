package solve

import (
	"encoding/binary"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
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
	frame   int32
	without uint8 // bands of which it has no rows, by their numbers
}

// pieceBytes is about how large pieces become.
const pieceBytes = 64 << 10

// leastPieceBytes is how large the pieces of a frame are at least before bands are told apart: so that they are not too many.
func leastPieceBytes(rs *rows) int { return min(pieceBytes/4, 16<<rs.upper) }

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

// join makes larger pieces of the small ones of each frame, if they are less than some bytes together. They must be in order.
func (l *frameList) join(pile *scratch.Pile, r *frameReader, least int) error {
	joined := l.pieces[:0]
	for rest := l.pieces; len(rest) > 0; {
		piece, n, bytes := rest[0], 1, int(rest[0].Size)
		for n < len(rest) && rest[n].frame == piece.frame && bytes+int(rest[n].Size) <= least {
			piece.without &= rest[n].without
			bytes += int(rest[n].Size)
			n++
		}
		if n > 1 {
			var err error
			if piece.Piece, err = r.copyOf(pile, rest[:n]); err != nil {
				return err
			}
		}
		joined, rest = append(joined, piece), rest[n:]
	}
	l.pieces = joined
	return nil
}

// A frameWriter adds the rows of a frame to a list.
type frameWriter struct {
	bands  *bands // that are told apart in the list; nil if none are
	least  int    // bytes of a piece before they are
	packed [bandCount][]byte
	bytes  int // of these
	piece  []byte
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
func (w *frameWriter) clear() {
	for i := range w.packed {
		w.packed[i] = w.packed[i][:0]
	}
	w.bytes, w.n = 0, 0
}

func (w *frameWriter) pack() {
	if w.n > 0 {
		at := 0
		if w.bands != nil {
			at = w.bands.of(rowNo(w.row[0]))
		}
		had := len(w.packed[at])
		w.packed[at] = packRows(w.packed[at], w.row[:w.n])
		w.bytes += len(w.packed[at]) - had
		w.n = 0
	}
}

// isFull reports whether a piece should be written.
func (w *frameWriter) isFull() bool { return w.bytes >= pieceBytes }

// flush writes what was added.
func (w *frameWriter) flush(list *frameList, frame slice.FrameNo, pile *scratch.Pile) error {
	w.pack()
	defer w.clear()
	w.piece = w.piece[:0]
	without := uint8(0)
	for i, packed := range w.packed {
		if len(w.piece) == 0 && w.bands != nil {
			without = ^uint8(0)
		}
		if len(packed) > 0 {
			w.piece = append(w.piece, packed...)
			without &^= 1 << i
		}
		if n := len(w.piece); n > 0 && (n >= w.least || i == bandCount-1) {
			piece, err := pile.Add(w.piece)
			if err != nil {
				return err
			}
			list.pieces = append(list.pieces, framePiece{piece, int32(frame), without})
			w.piece = w.piece[:0]
		}
	}
	return nil
}

// A frameReader reads the rows of a frame.
type frameReader struct {
	pile   *scratch.Pile
	pieces []framePiece // not read yet
	band   *band        // whose rows are read; nil for all
	packed []byte
	rest   []byte
	err    error

	number rowNo // of the row; -1 after the last one, or after an error
	words  board.Bitboard
	room   [rowWords]board.Bitboard
	lanes  []board.Bitboard // of the words
}

// begin turns to the first row of some pieces.
func (r *frameReader) begin(pile *scratch.Pile, pieces []framePiece) { r.beginBand(pile, pieces, nil) }

// beginBand turns to the first of those rows that a band has.
func (r *frameReader) beginBand(pile *scratch.Pile, pieces []framePiece, b *band) {
	r.pile, r.pieces, r.band, r.rest, r.err = pile, pieces, b, nil, nil
	r.next()
}

func (r *frameReader) next() {
	r.number = -1
	for len(r.rest) > 0 || r.nextPiece() {
		number, n := binary.Uvarint(r.rest)
		if r.band != nil && !r.band.has(rowNo(number)) {
			r.rest = runs.SkipWords(r.rest[n:])
			continue
		}
		r.words, r.rest = runs.UnpackWords(r.rest[n:], &r.room)
		r.lanes = r.room[:r.words.Count()]
		r.number = rowNo(number)
		return
	}
}

// nextPiece reads the next piece that may have rows of the band, if there is one.
func (r *frameReader) nextPiece() bool {
	for r.band != nil && len(r.pieces) > 0 && r.pieces[0].without>>r.band.number&1 != 0 {
		r.pieces = r.pieces[1:]
	}
	if len(r.pieces) == 0 {
		return false
	}
	r.packed = r.packed[:0]
	r.err = r.append(r.pieces[0])
	r.pieces, r.rest = r.pieces[1:], r.packed
	return r.err == nil
}

// append reads a piece to the end of what is packed.
func (r *frameReader) append(piece framePiece) error {
	n := len(r.packed)
	r.packed = slices.Grow(r.packed, int(piece.Size))[:n+int(piece.Size)]
	return r.pile.Read(piece.Piece, r.packed[n:])
}

// copyOf writes some pieces as one.
func (r *frameReader) copyOf(pile *scratch.Pile, pieces []framePiece) (scratch.Piece, error) {
	r.pile, r.packed = pile, r.packed[:0]
	for _, piece := range pieces {
		if err := r.append(piece); err != nil {
			return scratch.Piece{}, err
		}
	}
	return pile.Add(r.packed)
}

// take returns what was added, packed, and forgets it.
func (w *frameWriter) take() []byte {
	w.pack()
	defer w.clear()
	return slices.Clone(w.packed[0])
}
