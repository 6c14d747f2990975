//go:build !wasm

package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// The kernels: the loops over the words of a row, or the lanes of a word, that nearly all
// of the work is done in. Under wasm they are in assembly (kernels_wasm.s), where Go's
// take longer; a test holds both to the same twins.
// Small ones are inlined where they are called.

// AddLanes adds the free lanes of some words to another row.
func AddLanes(to, lanes *[RowWords]board.Bitboard, words, free board.Bitboard) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		to[w] |= lanes[w] & free
	}
}

// ImageLanes sets some words of a row to the images of others, each from the word that
// its own number says.
func ImageLanes(
	to, lanes *[RowWords]board.Bitboard,
	words board.Bitboard,
	from *[64]board.Square,
	symmetry board.Symmetry,
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

// keepLanes keeps the lanes of some words that are won or on the way, and returns the
// words that have none left.
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

// gatherLanes takes some words out of next, without the lanes in two closed sets. It
// returns the words in which it found some, and those in which all lanes are closed.
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

// SettleLanes adds the lanes of some words to a closed set, and packs them into a list.
// It returns the words in which all lanes are closed now, and how many lanes it packed.
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

// WriteLanes writes a value for the lanes of some words. The numbers say where in the
// values each word is.
func WriteLanes(
	values []value.Byte,
	numbers *[RowWords]int16,
	lanes *[RowWords]board.Bitboard,
	words board.Bitboard,
	v value.Byte,
) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		word := (*[64]value.Byte)(values[int(numbers[w])<<6:])
		for rest := lanes[w]; rest != 0; rest = rest.Rest() {
			word[rest.First()&63] = v
		}
	}
}

// slideLanes takes lanes of one word to its targets in a row, but for those that stand
// in the way there or between.
func slideLanes(to *[RowWords]board.Bitboard, targets, lanes board.Bitboard, between *[64]board.Bitboard) {
	for ; targets != 0; targets = targets.Rest() {
		w := targets.First() & 63
		to[w] |= lanes &^ (between[w] | w.Bit())
	}
}

// slideInto keeps the lanes of one word that are won in all its targets of a row, or
// stand in the way there or between.
func slideInto(
	won *[RowWords]board.Bitboard,
	targets, lanes board.Bitboard,
	between *[64]board.Bitboard,
) (kept board.Bitboard) {
	for ; targets != 0 && lanes != 0; targets = targets.Rest() {
		w := targets.First() & 63
		lanes &= won[w] | between[w] | w.Bit()
	}
	return lanes
}

// addReached adds to some words what the inner man, of a kind, reaches from the lanes of
// the same words. The other men stand on fixed squares; on that of the word itself too,
// if the row has it.
func addReached(to, lanes *[RowWords]board.Bitboard, words, fixed, row board.Bitboard, kind board.PieceType) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		empty := ^(fixed | row&w.Bit())
		to[w] |= board.Reach(kind, lanes[w], empty) & empty
	}
}

// keepStuck keeps the lanes of some words from which the inner man reaches only what is
// won, and returns the words that have none left. The men stand as for addReached.
func keepStuck(
	lanes, won *[RowWords]board.Bitboard,
	words, fixed, row board.Bitboard,
	kind board.PieceType,
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

// RankLanes adds each of some lanes to those of its rank.
func RankLanes(of *[256]board.Bitboard, ranks *[64]value.Rank, lanes board.Bitboard) {
	for ; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First() & 63
		of[ranks[lane]] |= lane.Bit()
	}
}

// RaiseLanes offers to each of some lanes the rank of a move to the byte at its image
// times a stride, given the rank by the byte.
func RaiseLanes(
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
