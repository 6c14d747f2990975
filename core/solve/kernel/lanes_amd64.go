package kernel

import (
	"golang.org/x/sys/cpu"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// hasAVX2 reports whether the processor has the instructions of lanes_amd64.s.
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

// RankLanes adds each of some lanes to the set of its rank.
func RankLanes(of *[256]board.Bitboard, ranks *[64]value.Rank, lanes board.Bitboard) {
	if hasAVX2 {
		rankLanesAVX2(of, ranks, lanes)
		return
	}
	rankLanes(of, ranks, lanes)
}

// RaiseLanes raises some lanes to the rank of a move. A move leads to the value at the image of its lane times the
// stride. The last argument has the rank of a move for each value.
func RaiseLanes(
	ranks *[64]value.Rank,
	lanes board.Bitboard,
	values []value.Byte,
	image *[64]board.Square,
	stride int,
	moves *[256]value.Rank,
) {
	if hasAVX2 && stride == 1 && image == board.Identity.Squares() {
		raiseLanesAVX2(ranks, lanes, &values[:64][0], moves)
		return
	}
	raiseLanes(ranks, lanes, values, image, stride, moves)
}

// CountLanes adds the numbers of lanes by value, of some lanes with these values.
func CountLanes(counts *LaneCounts, values *[64]value.Byte, lanes board.Bitboard) {
	if hasAVX2 {
		countLanesAVX2(&counts[0], values, lanes)
		return
	}
	countLanes(counts, values, lanes)
}

//go:noescape
func countLanesAVX2(counts *[256]uint32, values *[64]value.Byte, lanes board.Bitboard)

//go:noescape
func rankLanesAVX2(of *[256]board.Bitboard, ranks *[64]value.Rank, lanes board.Bitboard)

// raiseLanesAVX2 is raiseLanes for 64 consecutive values.
//
//go:noescape
func raiseLanesAVX2(ranks *[64]value.Rank, lanes board.Bitboard, values *value.Byte, moves *[256]value.Rank)
