package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// The kernels in assembly (kernels_wasm.s): kernels_generic.go says what each does. They
// check no bounds.

//go:noescape
func addLanes(to, lanes *[rowWords]board.Bitboard, words, free board.Bitboard)

//go:noescape
func imageLanes(to, lanes *[rowWords]board.Bitboard, words board.Bitboard, from *[64]board.Square, symmetry board.Symmetry)

//go:noescape
func keepLanes(lanes, won *[rowWords]board.Bitboard, words, way board.Bitboard) (none board.Bitboard)

//go:noescape
func gatherLanes(lanes, next, won, held *[rowWords]board.Bitboard, words board.Bitboard) (found, full board.Bitboard)

//go:noescape
func settleLanes(closed, lanes, into *[rowWords]board.Bitboard, words board.Bitboard) (full board.Bitboard, count int)

//go:noescape
func writeLanes(values []value.Byte, numbers *[rowWords]int16, lanes *[rowWords]board.Bitboard, words board.Bitboard, v value.Byte)

//go:noescape
func slideLanes(to *[rowWords]board.Bitboard, targets, lanes board.Bitboard, between *[64]board.Bitboard)

//go:noescape
func slideInto(won *[rowWords]board.Bitboard, targets, lanes board.Bitboard, between *[64]board.Bitboard) (kept board.Bitboard)

//go:noescape
func addReached(to, lanes *[rowWords]board.Bitboard, words, fixed, row board.Bitboard, kind board.PieceType)

//go:noescape
func keepStuck(lanes, won *[rowWords]board.Bitboard, words, fixed, row board.Bitboard, kind board.PieceType) (none board.Bitboard)

//go:noescape
func rankLanes(of *[256]board.Bitboard, ranks *[64]value.Rank, lanes board.Bitboard)

func raiseLanes(ranks *[64]value.Rank, lanes board.Bitboard, values []value.Byte, image *[64]board.Square, stride int, moves *[256]value.Rank) {
	raiseFrom(ranks, lanes, &values[:63*stride+1][0], image, stride, moves)
}

//go:noescape
func raiseFrom(ranks *[64]value.Rank, lanes board.Bitboard, values *value.Byte, image *[64]board.Square, stride int, moves *[256]value.Rank)
