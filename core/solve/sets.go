package solve

import "github.com/matewright/matewright/core/board"

// A wordSet is a set of positions that is mostly empty.
type wordSet struct {
	words  []board.Bitboard
	rows   []board.Bitboard // by row: all words that are not empty, and perhaps others
	active []bool           // the frames that are not empty, and perhaps others
}

// addListed adds the lanes of some words, as a list has them, to a row.
func addListed(to *[rowWords]board.Bitboard, words board.Bitboard, lanes []board.Bitboard) {
	for _, in := range lanes {
		to[words.First()&63] |= in
		words = words.Rest()
	}
}

// dropListed drops them from a row.
func dropListed(from *[rowWords]board.Bitboard, words board.Bitboard, lanes []board.Bitboard) {
	for _, in := range lanes {
		from[words.First()&63] &^= in
		words = words.Rest()
	}
}

// bytesOfAll returns how many bytes sets take.
func bytesOfAll(sets ...[]board.Bitboard) (bytes int64) {
	for _, set := range sets {
		bytes += 8 * int64(len(set))
	}
	return bytes
}

// reset makes a list of n zeros.
func reset[T any](list *[]T, n int) {
	if len(*list) == n {
		clear(*list)
	} else {
		*list = make([]T, n)
	}
}
