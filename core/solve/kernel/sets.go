package kernel

import "github.com/matewright/matewright/core/board"

// A WordSet is a set of positions that is mostly empty.
type WordSet struct {
	Words  []board.Bitboard
	Rows   []board.Bitboard // by row: all words that are not empty, and perhaps others
	Active []bool           // the frames that are not empty, and perhaps others
}

// AddListed adds lanes to a row. The list has the lanes of each word.
func AddListed(to *[RowWords]board.Bitboard, words board.Bitboard, lanes []board.Bitboard) {
	for _, in := range lanes {
		to[words.First()&63] |= in
		words = words.Rest()
	}
}

// DropListed drops listed lanes from a row.
func DropListed(from *[RowWords]board.Bitboard, words board.Bitboard, lanes []board.Bitboard) {
	for _, in := range lanes {
		from[words.First()&63] &^= in
		words = words.Rest()
	}
}

// BytesOfAll returns the size of sets in bytes.
func BytesOfAll(sets ...[]board.Bitboard) (bytes int64) {
	for _, set := range sets {
		bytes += 8 * int64(len(set))
	}
	return bytes
}

// Reset makes a list of n zeros.
func Reset[T any](list *[]T, n int) {
	if len(*list) == n {
		clear(*list)
	} else {
		*list = make([]T, n)
	}
}
