package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// The kernels of lanes.go. See lanes_amd64.go for their descriptions. Two are in assembly (kernels_wasm.s).

//go:noescape
func RankLanes(of *[256]board.Bitboard, ranks *[64]value.Rank, lanes board.Bitboard)

func RaiseLanes(
	ranks *[64]value.Rank,
	lanes board.Bitboard,
	values []value.Byte,
	image *[64]board.Square,
	stride int,
	moves *[256]value.Rank,
) {
	raiseFrom(ranks, lanes, &values[:63*stride+1][0], image, stride, moves)
}

//
//go:noescape
func raiseFrom(
	ranks *[64]value.Rank,
	lanes board.Bitboard,
	values *value.Byte,
	image *[64]board.Square,
	stride int,
	moves *[256]value.Rank,
)

func CountLanes(counts *LaneCounts, values *[64]value.Byte, lanes board.Bitboard) {
	countLanes(counts, values, lanes)
}
