package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// The kernels are in assembly (kernels_wasm.s). See kernels_generic.go for their descriptions. They do not check
// bounds.

//go:noescape
func AddLanes(to, lanes *[RowWords]board.Bitboard, words, free board.Bitboard)

//
//go:noescape
func ImageLanes(
	to, lanes *[RowWords]board.Bitboard,
	words board.Bitboard,
	from *[64]board.Square,
	symmetry board.Symmetry,
)

//go:noescape
func keepLanes(lanes, won *[RowWords]board.Bitboard, words, way board.Bitboard) (none board.Bitboard)

//go:noescape
func gatherLanes(lanes, next, won, held *[RowWords]board.Bitboard, words board.Bitboard) (found, full board.Bitboard)

//go:noescape
func SettleLanes(closed, lanes, into *[RowWords]board.Bitboard, words board.Bitboard) (full board.Bitboard, count int)

//
//go:noescape
func WriteLanes(
	values []value.Byte,
	numbers *[RowWords]int16,
	lanes *[RowWords]board.Bitboard,
	words board.Bitboard,
	v value.Byte,
)

//go:noescape
func slideLanes(to *[RowWords]board.Bitboard, targets, lanes board.Bitboard, between *[64]board.Bitboard)

//
//go:noescape
func slideInto(
	won *[RowWords]board.Bitboard,
	targets, lanes board.Bitboard,
	between *[64]board.Bitboard,
) (kept board.Bitboard)

//go:noescape
func addReached(to, lanes *[RowWords]board.Bitboard, words, fixed, row board.Bitboard, kind board.PieceType)

//
//go:noescape
func keepStuck(
	lanes, won *[RowWords]board.Bitboard,
	words, fixed, row board.Bitboard,
	kind board.PieceType,
) (none board.Bitboard)
