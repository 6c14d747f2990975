package paged

import (
	"cmp"
	"unsafe"

	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
)

// PlanPaged returns the plan of a method with bits and lists in scratch, without the parts of its memory.
func PlanPaged(m solve.Method, l *slice.Layout) solve.Plan {
	decided := 2 * int64(l.Entries()) // packed, and mostly half as much
	values := 2 * int64(l.Entries())
	return solve.Plan{Method: m, Resumable: true, Scratch: decided + values + FileBytes(kernel.RowsOf(l))}
}

// planAs returns the plan of a method that uses another method for slices of a layout.
func planAs(m, other solve.Method, l *slice.Layout) solve.Plan {
	plan := other.Plan(l)
	plan.Method = m
	return plan
}

// PlanAsFast returns the same plan as planAs, with the slowdown of the other method.
func PlanAsFast(m, other solve.Method, l *slice.Layout) solve.Plan {
	plan := planAs(m, other, l)
	plan.Slowdown = cmp.Or(plan.Slowdown, other.Slowdown())
	return plan
}

// ListedBytes returns the memory of the indexes of all lists, and of buffers to read and write some pieces.
func ListedBytes(rs *kernel.Rows) int64 {
	pieces := 2*int64(rs.Layout.Entries())/spill.PieceBytes + 2*2*listedPlies*int64(rs.Frames.Len())
	return pieces*int64(unsafe.Sizeof(spill.FramePiece{})) + 4*spill.PieceBytes
}

// listedPlies is the approximate number of plies at which most frames have listed positions.
const listedPlies = 64

// windowBytes returns the memory of windows, given the number of rows of the other side's won positions.
func windowBytes(rs *kernel.Rows, wonRows int) int64 {
	taken := scansOf(rs.Frames).targets << rs.Upper
	return 8 * (int64(taken)*(kernel.RowWords+2) + int64(wonRows)*(kernel.RowWords+1) + 2*maxTogether*kernel.RowWords)
}

// framesBytes returns the memory of scans and of the places of frames.
func framesBytes(frames int64) int64 {
	const order = int64(unsafe.Sizeof(scanStep{})+unsafe.Sizeof(completion{})) +
		9*int64(unsafe.Sizeof(slice.FrameNo(0)))
	return frames * (2*order + 2*4 + 1)
}
