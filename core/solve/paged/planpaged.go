package paged

import (
	"cmp"
	"unsafe"

	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
)

// PlanPaged is the plan of a method with bits and lists in scratch, without the parts of its memory.
func PlanPaged(m solve.Method, l *slice.Layout) solve.Plan {
	decided := 2 * int64(l.Entries()) // packed, and mostly half as much
	values := 2 * int64(l.Entries())
	return solve.Plan{Method: m, Resumable: true, Scratch: decided + values + FileBytes(kernel.RowsOf(l))}
}

// planAs is the plan of a method that leaves slices of a layout to another one.
func planAs(m, other solve.Method, l *slice.Layout) solve.Plan {
	plan := other.Plan(l)
	plan.Method = m
	return plan
}

// PlanAsFast is that, with the time that the other one takes.
func PlanAsFast(m, other solve.Method, l *slice.Layout) solve.Plan {
	plan := planAs(m, other, l)
	plan.Slowdown = cmp.Or(plan.Slowdown, other.Slowdown())
	return plan
}

// ListedBytes is what it takes to find the pieces of all lists, and to read and write some of them.
func ListedBytes(rs *kernel.Rows) int64 {
	pieces := 2*int64(rs.Layout.Entries())/spill.PieceBytes + 2*2*listedPlies*int64(rs.Frames.Len())
	return pieces*int64(unsafe.Sizeof(spill.FramePiece{})) + 4*spill.PieceBytes
}

// listedPlies is in about how many plies most frames have something that is listed.
const listedPlies = 64

// windowBytes is what windows have in memory, given the rows of the other side's.
func windowBytes(rs *kernel.Rows, asked int) int64 {
	taken := scansOf(rs.Frames).taking << rs.Upper
	return 8 * (int64(taken)*(kernel.RowWords+2) + int64(asked)*(kernel.RowWords+1) + 2*maxTogether*kernel.RowWords)
}

// framesBytes is what it takes to know where frames are.
func framesBytes(frames int64) int64 {
	const order = int64(unsafe.Sizeof(scanStep{})+unsafe.Sizeof(completion{})) + 9*int64(unsafe.Sizeof(slice.FrameNo(0)))
	return frames * (2*order + 2*4 + 1)
}
