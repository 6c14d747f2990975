package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// RankLanes, RaiseLanes and CountLanes read a byte for each of some lanes of a word. Most words have many lanes and few
// different bytes: 30 and 4 on average in KRPvKR. So the kernels for AVX2 (lanes_amd64.s) loop over the different
// bytes. They handle all lanes that have one at once.

// countLanes is [CountLanes] lane by lane. It counts every second lane apart: equal values often follow each other, and
// each increment would wait for the one before it.
func countLanes(counts *LaneCounts, values *[64]value.Byte, lanes board.Bitboard) {
	for lanes.Rest() != 0 {
		a := values[lanes.First()&63]
		lanes = lanes.Rest()
		b := values[lanes.First()&63]
		lanes = lanes.Rest()
		counts[0][a]++
		counts[1][b]++
	}
	if lanes != 0 {
		counts[0][values[lanes.First()&63]]++
	}
}

// LaneCounts has the numbers of lanes by value, in two parts.
type LaneCounts [2][256]uint32

// With returns the number of lanes with a value.
func (n *LaneCounts) With(v value.Byte) uint64 { return uint64(n[0][v]) + uint64(n[1][v]) }
