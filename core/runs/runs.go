// Package runs sorts sets of positions that do not fit into memory, by external merge sort. It collects records in
// memory, and writes them to scratch as sorted runs. Then it merges all runs, and joins records with the same key.
// Reads and writes are sequential.
//
// A record has words of a row, each with its lanes, under a [Key]. A run consists of packed pieces, each with a
// checksum. A piece has for each record:
//
//	uvarint     row, minus that of the record before in the piece
//	uvarint     tag
//	word        a bit for each of the 64 words of the row that the record has
//	words       the lanes of these words
//
// A word is packed as a byte with a bit for each of its eight bytes that is not zero, and these bytes. All lists in
// scratch have their words and lanes in this form ([PackWords]), including those by frame that are not in order.
package runs

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
)

// A Key is a row, and a tag that separates several records of the row. Records are sorted by row, then by tag.
type Key struct{ Row, Tag uint64 }

// Compare returns how two keys are ordered.
func (k Key) Compare(with Key) int {
	return cmp.Or(cmp.Compare(k.Row, with.Row), cmp.Compare(k.Tag, with.Tag))
}

// Words are the lanes of the words of a row. Only the words of the record are valid.
type Words = [64]board.Bitboard

// A Run is records in scratch, in order.
type Run struct{ pieces []scratch.Piece }

// pieceBytes is about how large pieces become.
const pieceBytes = 16 << 10

// mostRecord is more than a record takes, packed.
const mostRecord = 2*binary.MaxVarintLen64 + 65*9

// A Writer writes a run.
type Writer struct {
	pile   *scratch.Pile
	packed []byte
	last   uint64 // row
	run    Run
}

// NewWriter returns a writer to a pile.
func NewWriter(pile *scratch.Pile) *Writer {
	return &Writer{pile: pile, packed: make([]byte, 0, pieceBytes+mostRecord)}
}

// Add adds a record, whose key comes after all that were added before.
func (w *Writer) Add(k Key, words board.Bitboard, lanes *Words) error {
	w.packed = binary.AppendUvarint(w.packed, k.Row-w.last)
	w.packed = binary.AppendUvarint(w.packed, k.Tag)
	w.packed = packWord(w.packed, words)
	for w.last = k.Row; words != 0; words = words.Rest() {
		w.packed = packWord(w.packed, lanes[words.First()&63])
	}
	if len(w.packed) < pieceBytes {
		return nil
	}
	return w.flush()
}

func (w *Writer) flush() error {
	piece, err := w.pile.Add(w.packed)
	if err != nil {
		return err
	}
	w.run.pieces = append(w.run.pieces, piece)
	w.packed, w.last = w.packed[:0], 0
	return nil
}

// End returns the run that was written. The writer begins another one.
func (w *Writer) End() (Run, error) {
	if len(w.packed) > 0 {
		if err := w.flush(); err != nil {
			return Run{}, err
		}
	}
	run := w.run
	w.run = Run{}
	return run, nil
}

// A Reader reads a run.
type Reader struct {
	pile   *scratch.Pile
	pieces []scratch.Piece // not read yet
	packed []byte
	rest   []byte // of a piece
	err    error

	Key   Key // of the record at hand
	Words board.Bitboard
	lanes Words // one after the other
}

// Begin moves to the start of a run, before its first record.
func (r *Reader) Begin(pile *scratch.Pile, run Run) {
	r.pile, r.pieces, r.rest, r.err = pile, run.pieces, nil, nil
}

// Next moves to the next record. It returns false at the end, or if reading failed: see Err.
func (r *Reader) Next() bool {
	if len(r.rest) == 0 {
		if len(r.pieces) == 0 {
			return false
		}
		r.packed = slices.Grow(r.packed[:0], int(r.pieces[0].Size))[:r.pieces[0].Size]
		if r.err = r.pile.Read(r.pieces[0], r.packed); r.err != nil {
			r.pieces = nil
			return false
		}
		r.rest, r.pieces, r.Key.Row = r.packed, r.pieces[1:], 0
	}
	more, n := binary.Uvarint(r.rest)
	r.Key.Row, r.rest = r.Key.Row+more, r.rest[n:]
	r.Key.Tag, n = binary.Uvarint(r.rest)
	r.Words, r.rest = UnpackWords(r.rest[n:], &r.lanes)
	return true
}

// Err returns why there is no next record, or nil after the last one.
func (r *Reader) Err() error { return r.err }

// Lanes returns the lanes of the record's words, one after the other.
func (r *Reader) Lanes() []board.Bitboard { return r.lanes[:r.Words.Count()] }

// AddTo adds the record to the given words, and returns a bit for each word that now exists.
func (r *Reader) AddTo(words board.Bitboard, lanes *Words) board.Bitboard {
	return addTo(words, lanes, r.Words, r.Lanes())
}

func addTo(words board.Bitboard, into *Words, more board.Bitboard, lanes []board.Bitboard) board.Bitboard {
	fresh := more &^ words
	for rest := more; rest != 0; rest = rest.Rest() {
		w := rest.First() & 63
		if fresh.Has(w) {
			into[w] = 0
		}
		into[w] |= lanes[0]
		lanes = lanes[1:]
	}
	return words | more
}

// PackWords appends which words of a row there are, and their lanes, which are one after the other.
func PackWords(b []byte, words board.Bitboard, lanes []board.Bitboard) []byte {
	b = packWord(b, words)
	for _, in := range lanes {
		b = packWord(b, in)
	}
	return b
}

// UnpackWords returns a bit for each packed word, and the bytes after them. It writes the lanes one after the other.
func UnpackWords(b []byte, lanes *Words) (words board.Bitboard, rest []byte) {
	words, b = unpackWord(b)
	for i := range words.Count() {
		lanes[i&63], b = unpackWord(b)
	}
	return words, b
}

// SkipWords is UnpackWords without the lanes.
func SkipWords(b []byte) (rest []byte) {
	words, b := unpackWord(b)
	for range words.Count() {
		b = b[1+bits.OnesCount8(b[0]):]
	}
	return b
}

// packWord appends a word.
func packWord(b []byte, word board.Bitboard) []byte {
	const gather = 0x0102040810204080 // the lowest bit of each byte, in the highest byte
	which := (^zeroBytes(uint64(word)) & highBits >> 7) * gather >> 56
	b = append(b, byte(which))
	for ; which != 0; which &= which - 1 {
		b = append(b, byte(word>>(8*bits.TrailingZeros64(which))))
	}
	return b
}

const highBits = 0x8080_8080_8080_8080

// zeroBytes returns the highest bit of each byte that is zero, and nothing that means anything in the others.
func zeroBytes(word uint64) uint64 {
	return ^((word&^highBits + ^uint64(highBits)) | word)
}

// unpackWord returns a packed word, and the bytes after it.
func unpackWord(b []byte) (word board.Bitboard, rest []byte) {
	which := uint64(b[0])
	b = b[1:]
	for ; which != 0; which &= which - 1 {
		word |= board.Bitboard(b[0]) << (8 * bits.TrailingZeros64(which))
		b = b[1:]
	}
	return word, b
}
