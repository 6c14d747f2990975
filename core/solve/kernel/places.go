package kernel

import (
	"math"

	"github.com/matewright/matewright/core/slice"
)

// Places say where rows are in bits if only some frames are in memory, or a band of them.
type Places struct {
	Band    *Band   // nil if for all rows
	Offsets []int32 // by frame: what to add to the number of a row to find it in memory, or absent
}

// Absent is the offset of a frame that is not in memory: with it, no row is found.
const Absent = math.MinInt32

// At returns where a row of a frame is. If there are no places, it is where its number says.
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
