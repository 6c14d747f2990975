package kernel

import (
	"math"

	"github.com/matewright/matewright/core/slice"
)

// Places map rows to their places in a set of bits, if only some frames are in memory, or a band of them.
type Places struct {
	Band    *Band   // nil if for all rows
	Offsets []int32 // by frame: the place of a row is its number plus this offset. Absent if not in memory
}

// Absent is the offset of a frame that is not in memory.
const Absent = math.MinInt32

// At returns the place of a row of a frame. If p is nil, the place is the number of the row.
func (p *Places) At(frame slice.FrameNo, number RowNo) BitsRow {
	if p == nil {
		return BitsRow(number)
	}
	return p.among(frame, number)
}

func (p *Places) among(frame slice.FrameNo, number RowNo) BitsRow {
	if p.Band != nil {
		number = p.Band.Squeeze(number)
	}
	return BitsRow(number) + BitsRow(p.Offsets[frame])
}
