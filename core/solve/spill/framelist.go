package spill

import (
	"encoding/binary"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
)

// A FrameList is a set of positions in scratch, packed row by row, with an index by frame.
type FrameList struct {
	Pieces []FramePiece // pieces of a frame are consecutive
}

// A FramePiece is some rows of a frame.
type FramePiece struct {
	scratch.Piece
	Frame   int32
	Without uint8 // a bit for each band of which the piece has no rows
}

// PieceBytes is the approximate size of a piece.
const PieceBytes = 64 << 10

// LeastPieceBytes returns the minimum size of the pieces of a frame that separate bands. It limits the number of
// pieces.
func LeastPieceBytes(rs *kernel.Rows) int { return min(PieceBytes/4, 16<<rs.Upper) }

// Clear empties the list.
func (l *FrameList) Clear() { l.Pieces = l.Pieces[:0] }

// Empty reports whether the list has no positions.
func (l *FrameList) Empty() bool { return len(l.Pieces) == 0 }

// Sort sorts the pieces by frame.
func (l *FrameList) Sort() {
	slices.SortStableFunc(l.Pieces, func(a, b FramePiece) int { return int(a.Frame) - int(b.Frame) })
}

// View returns the pieces of a frame. The list must be sorted.
func (l *FrameList) View(frame slice.FrameNo) []FramePiece {
	first, _ := slices.BinarySearchFunc(
		l.Pieces,
		int32(frame),
		func(p FramePiece, frame int32) int { return int(p.Frame) - int(frame) },
	)
	end := first
	for end < len(l.Pieces) && l.Pieces[end].Frame == int32(frame) {
		end++
	}
	return l.Pieces[first:end]
}

// Join joins consecutive small pieces of each frame into pieces of at most least bytes. The list must be sorted.
func (l *FrameList) Join(pile *scratch.Pile, r *FrameReader, least int) error {
	joined := l.Pieces[:0]
	for rest := l.Pieces; len(rest) > 0; {
		piece, n, bytes := rest[0], 1, int(rest[0].Size)
		for n < len(rest) && rest[n].Frame == piece.Frame && bytes+int(rest[n].Size) <= least {
			piece.Without &= rest[n].Without
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
	l.Pieces = joined
	return nil
}

// A FrameWriter adds the rows of a frame to a list.
type FrameWriter struct {
	Bands  *kernel.Bands // separated in the list; nil if no bands are
	Least  int           // minimum bytes of a piece with separate bands
	packed [kernel.BandCount][]byte
	bytes  int // of packed
	piece  []byte
	row    [2 + kernel.RowWords]board.Bitboard // a row that is not packed yet: its number, its words and their lanes
	n      int                                 // elements of row in use
}

// AddWord adds lanes of a word to a row. Rows and the words of a row must be added in order.
func (w *FrameWriter) AddWord(number kernel.RowNo, word board.Square, lanes board.Bitboard) {
	if w.n == 0 || w.row[0] != board.Bitboard(number) {
		w.pack()
		w.row[0], w.row[1], w.n = board.Bitboard(number), 0, 2
	}
	w.row[1] |= word.Bit()
	w.row[w.n] = lanes
	w.n++
}

// AddRow adds a row with the given words, and returns the room for their lanes. The caller must fill it from its
// beginning.
func (w *FrameWriter) AddRow(number kernel.RowNo, words board.Bitboard) *[kernel.RowWords]board.Bitboard {
	w.pack()
	w.row[0], w.row[1], w.n = board.Bitboard(number), words, 2+words.Count()
	return (*[kernel.RowWords]board.Bitboard)(w.row[2:])
}

// Clear drops the rows that were added and not flushed.
func (w *FrameWriter) Clear() {
	for i := range w.packed {
		w.packed[i] = w.packed[i][:0]
	}
	w.bytes, w.n = 0, 0
}

func (w *FrameWriter) pack() {
	if w.n > 0 {
		at := 0
		if w.Bands != nil {
			at = w.Bands.View(kernel.RowNo(w.row[0]))
		}
		had := len(w.packed[at])
		w.packed[at] = PackRows(w.packed[at], w.row[:w.n])
		w.bytes += len(w.packed[at]) - had
		w.n = 0
	}
}

// IsFull reports whether a piece should be written.
func (w *FrameWriter) IsFull() bool { return w.bytes >= PieceBytes }

// Flush writes the added rows.
func (w *FrameWriter) Flush(list *FrameList, frame slice.FrameNo, pile *scratch.Pile) error {
	w.pack()
	defer w.Clear()
	w.piece = w.piece[:0]
	without := uint8(0)
	for i, packed := range w.packed {
		if len(w.piece) == 0 && w.Bands != nil {
			without = ^uint8(0)
		}
		if len(packed) > 0 {
			w.piece = append(w.piece, packed...)
			without &^= 1 << i
		}
		if n := len(w.piece); n > 0 && (n >= w.Least || i == kernel.BandCount-1) {
			piece, err := pile.Add(w.piece)
			if err != nil {
				return err
			}
			list.Pieces = append(list.Pieces, FramePiece{piece, int32(frame), without})
			w.piece = w.piece[:0]
		}
	}
	return nil
}

// A FrameReader reads the rows of a frame.
type FrameReader struct {
	pile   *scratch.Pile
	Pieces []FramePiece // not read yet
	band   *kernel.Band // the band to read; nil for all rows
	packed []byte
	Rest   []byte
	Err    error

	Number kernel.RowNo // of the row; -1 after the last one, or after an error
	Words  board.Bitboard
	room   [kernel.RowWords]board.Bitboard
	Lanes  []board.Bitboard // of the words
}

// Begin moves to the first row of some pieces.
func (r *FrameReader) Begin(pile *scratch.Pile, pieces []FramePiece) { r.BeginBand(pile, pieces, nil) }

// BeginBand moves to the first row of a band in some pieces.
func (r *FrameReader) BeginBand(pile *scratch.Pile, pieces []FramePiece, b *kernel.Band) {
	r.pile, r.Pieces, r.band, r.Rest, r.Err = pile, pieces, b, nil, nil
	r.Next()
}

// Next moves to the next row, or sets Number to -1.
func (r *FrameReader) Next() {
	r.Number = -1
	for len(r.Rest) > 0 || r.nextPiece() {
		number, n := binary.Uvarint(r.Rest)
		if r.band != nil && !r.band.Has(kernel.RowNo(number)) {
			r.Rest = runs.SkipWords(r.Rest[n:])
			continue
		}
		r.Words, r.Rest = runs.UnpackWords(r.Rest[n:], &r.room)
		r.Lanes = r.room[:r.Words.Count()]
		r.Number = kernel.RowNo(number)
		return
	}
}

// nextPiece reads the next piece that may have rows of the band, and reports whether it has read one.
func (r *FrameReader) nextPiece() bool {
	for r.band != nil && len(r.Pieces) > 0 && r.Pieces[0].Without>>r.band.Number&1 != 0 {
		r.Pieces = r.Pieces[1:]
	}
	if len(r.Pieces) == 0 {
		return false
	}
	r.packed = r.packed[:0]
	r.Err = r.append(r.Pieces[0])
	r.Pieces, r.Rest = r.Pieces[1:], r.packed
	return r.Err == nil
}

// append appends the bytes of a piece to packed.
func (r *FrameReader) append(piece FramePiece) error {
	n := len(r.packed)
	r.packed = slices.Grow(r.packed, int(piece.Size))[:n+int(piece.Size)]
	return r.pile.Read(piece.Piece, r.packed[n:])
}

// copyOf writes copies of some pieces as one piece.
func (r *FrameReader) copyOf(pile *scratch.Pile, pieces []FramePiece) (scratch.Piece, error) {
	r.pile, r.packed = pile, r.packed[:0]
	for _, piece := range pieces {
		if err := r.append(piece); err != nil {
			return scratch.Piece{}, err
		}
	}
	return pile.Add(r.packed)
}

// Take returns the added rows, packed, and drops them from w. It is for writers without bands.
func (w *FrameWriter) Take() []byte {
	w.pack()
	defer w.Clear()
	return slices.Clone(w.packed[0])
}
