//go:build !wasm

package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// The kernels are the loops over the words of a row, or the lanes of a word. Nearly all of the work is in them. For
// WebAssembly they are in assembly (kernels_wasm.s), as compiled Go is slower there. A test checks both against the
// same twins. The compiler inlines small ones.

// AddLanes adds the free lanes of some words to another row.
func AddLanes(to, lanes *[RowWords]board.Bitboard, words, free board.Bitboard) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		to[w] |= lanes[w] & free
	}
}

// ImageLanes sets some words of a row to the images of other words. The word w is the image of the word from[w].
func ImageLanes(
	to, lanes *[RowWords]board.Bitboard, words board.Bitboard, from *[64]board.Square, symmetry board.Symmetry,
) {
	mirror, flip, transpose := symmetry.Steps()
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		image := lanes[from[w]&63]
		if mirror {
			image = image.Mirrored()
		}
		if flip {
			image = image.Flipped()
		}
		if transpose {
			image = image.Transposed()
		}
		to[w] = image
	}
}

// keepLanes keeps the lanes of some words that are won or in the way. It returns the words that are empty then.
func keepLanes(lanes, won *[RowWords]board.Bitboard, words, way board.Bitboard) (none board.Bitboard) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		kept := lanes[w] & (won[w] | way)
		if lanes[w] = kept; kept == 0 {
			none |= w.Bit()
		}
	}
	return none
}

// gatherLanes moves some words out of next, and drops the lanes in two closed sets. It returns the words with lanes
// left, and the words in which all lanes are closed.
func gatherLanes(lanes, next, won, held *[RowWords]board.Bitboard, words board.Bitboard) (found, full board.Bitboard) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		closed := won[w] | held[w]
		candidates := next[w] &^ closed
		next[w] = 0
		if closed == ^board.Bitboard(0) {
			full |= w.Bit()
		}
		lanes[w] = candidates
		if candidates != 0 {
			found |= w.Bit()
		}
	}
	return found, full
}

// SettleLanes adds the lanes of some words to a closed set, and packs them into a list. It returns the words in which
// all lanes are closed now, and the number of lanes in the list.
func SettleLanes(closed, lanes, into *[RowWords]board.Bitboard, words board.Bitboard) (full board.Bitboard, count int) {
	for n := 0; words != 0; words = words.Rest() {
		w := words.First() & 63
		if closed[w] |= lanes[w]; closed[w] == ^board.Bitboard(0) {
			full |= w.Bit()
		}
		into[n&63] = lanes[w]
		n++
		count += lanes[w].Count()
	}
	return full, count
}

// WriteLanes writes a value for the lanes of some words. The numbers are the places of the words in the values.
func WriteLanes(
	values []value.Byte, numbers *[RowWords]int16, lanes *[RowWords]board.Bitboard, words board.Bitboard, v value.Byte,
) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		word := (*[64]value.Byte)(values[int(numbers[w])<<6:])
		for rest := lanes[w]; rest != 0; rest = rest.Rest() {
			word[rest.First()&63] = v
		}
	}
}

// slideLanes adds lanes of one word to its targets in a row, except the lanes on the target or between.
func slideLanes(to *[RowWords]board.Bitboard, targets, lanes board.Bitboard, between *[64]board.Bitboard) {
	for ; targets != 0; targets = targets.Rest() {
		w := targets.First() & 63
		to[w] |= lanes &^ (between[w] | w.Bit())
	}
}

// slideInto keeps those lanes of one word that are won in all its targets of a row. Lanes on a target or on the way to
// it count as won there.
func slideInto(
	won *[RowWords]board.Bitboard, targets, lanes board.Bitboard, between *[64]board.Bitboard,
) (kept board.Bitboard) {
	for ; targets != 0 && lanes != 0; targets = targets.Rest() {
		w := targets.First() & 63
		lanes &= won[w] | between[w] | w.Bit()
	}
	return lanes
}

// addReached adds to some words the lanes that an inner man of the given kind reaches from the lanes of the same words.
// The other men stand on the fixed squares. If row has the square of a word, a man stands on that, too.
func addReached(to, lanes *[RowWords]board.Bitboard, words, fixed, row board.Bitboard, kind board.PieceType) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		empty := ^(fixed | row&w.Bit())
		to[w] |= board.Reach(kind, lanes[w], empty) & empty
	}
}

// keepStuck keeps the lanes of some words from which the inner man reaches only won lanes. It returns the words that
// are empty then. The men stand as for addReached.
func keepStuck(
	lanes, won *[RowWords]board.Bitboard, words, fixed, row board.Bitboard, kind board.PieceType,
) (none board.Bitboard) {
	stride := kind.Stride()
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		kept := lanes[w] &^ stride.Reach(^won[w])
		if kept != 0 {
			kept &^= board.Reach(kind, ^won[w], ^(fixed | row&w.Bit()))
		}
		if lanes[w] = kept; kept == 0 {
			none |= w.Bit()
		}
	}
	return none
}

// rankLanes adds each of some lanes to the set of its rank.
func rankLanes(of *[256]board.Bitboard, ranks *[64]value.Rank, lanes board.Bitboard) {
	for ; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First() & 63
		of[ranks[lane]] |= lane.Bit()
	}
}

// raiseLanes raises some lanes to the rank of a move. A move leads to the value at the image of its lane times the
// stride. The last argument has the rank of a move for each value.
func raiseLanes(
	ranks *[64]value.Rank,
	lanes board.Bitboard,
	values []value.Byte,
	image *[64]board.Square,
	stride int,
	moves *[256]value.Rank,
) {
	for ; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First() & 63
		rank := moves[values[int(image[lane]&63)*stride]]
		if at := &ranks[lane]; rank > *at {
			*at = rank
		}
	}
}
