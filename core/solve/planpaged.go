package solve

import (
	"cmp"
	"unsafe"

	"github.com/matewright/matewright/core/slice"
)

// planPaged is the plan of a method with bits and lists in scratch, without the parts of its memory.
func planPaged(m Method, l *slice.Layout) Plan {
	decided := 2 * int64(l.Entries()) // packed, and mostly half as much
	values := 2 * int64(l.Entries())
	return Plan{Method: m, Resumable: true, Scratch: decided + values + fileBytes(planRows(l))}
}

// planAs is the plan of a method that leaves slices of a layout to another one.
func planAs(m, other Method, l *slice.Layout) Plan {
	plan := other.Plan(l)
	plan.Method = m
	return plan
}

// planAsFast is that, with the time that the other one takes.
func planAsFast(m, other Method, l *slice.Layout) Plan {
	plan := planAs(m, other, l)
	plan.Slowdown = cmp.Or(plan.Slowdown, other.Slowdown())
	return plan
}

// listedBytes is what it takes to find the pieces of all lists, and to read and write some of them.
func listedBytes(rs *rows) int64 {
	pieces := 2*int64(rs.layout.Entries())/pieceBytes + 2*2*listedPlies*int64(rs.frames.Len())
	return pieces*int64(unsafe.Sizeof(framePiece{})) + 4*pieceBytes
}

// listedPlies is in about how many plies most frames have something that is listed.
const listedPlies = 64
