//go:build !wasm && !amd64

package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// The kernels of lanes.go without AVX2. See lanes_amd64.go for their descriptions.

func RankLanes(of *[256]board.Bitboard, ranks *[64]value.Rank, lanes board.Bitboard) {
	rankLanes(of, ranks, lanes)
}

func RaiseLanes(
	ranks *[64]value.Rank,
	lanes board.Bitboard,
	values []value.Byte,
	image *[64]board.Square,
	stride int,
	moves *[256]value.Rank,
) {
	raiseLanes(ranks, lanes, values, image, stride, moves)
}

func CountLanes(counts *LaneCounts, values *[64]value.Byte, lanes board.Bitboard) {
	countLanes(counts, values, lanes)
}
