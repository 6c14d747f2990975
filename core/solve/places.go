package solve

import (
	"math"

	"github.com/matewright/matewright/core/slice"
)

// places say where rows are in bits if only some frames are in memory, or a band of them.
type places struct {
	band    *band   // nil if for all rows
	offsets []int32 // by frame: what to add to the number of a row to find it in memory, or absent
}

// absent is the offset of a frame that is not in memory: with it, no row is found.
const absent = math.MinInt32

// at returns where a row of a frame is. If there are no places, it is where its number says.
func (p *places) at(frame slice.FrameNo, number rowNo) bitsRow {
	if p == nil {
		return bitsRow(number)
	}
	return p.among(frame, number)
}

func (p *places) among(frame slice.FrameNo, number rowNo) bitsRow {
	if p.band != nil {
		number = p.band.squeeze(number)
	}
	return bitsRow(number) + bitsRow(p.offsets[frame])
}
