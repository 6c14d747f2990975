package paged

import (
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// HalfCycles has all bits in scratch, and in memory those that it works on.
//
// What a side decides at a ply takes one scan over the frames (scan.go), in which its king moves in the inner loop and
// the other king in the outer one. So what the scan works on is close together, in windows of some twenty frames, and
// nothing is brought there twice. Frame by frame a scan
//
//  1. takes back what the other side's frontier has in the frame to this one and those that moves of the king lead to. Reads
//     the frontier, which is a list, by frame. What it makes are the candidates of these frames, which are nowhere else.
//  2. decides the candidates of each frame to which nothing more is taken back, and those whose exits decide now. Reads
//     the rows with candidates of one set: of what is won if they may win, and else of what is held by exits; and of the frames
//     around the rows that somebody asks for, of what the other side has won. Writes the rows of what is won that have
//     changed, and the new frontier.
//
// The other side's scan follows, with the loops swapped. Of a ply in which little happens little is read.
//
// After H. G. Muller, who calls them half-cycles: see docs/rationale/solving.md.
type HalfCycles struct {
	Small solve.Method // solves slices that are so small that their bits stay in memory
}

// Name implements [solve.Method].
func (HalfCycles) Name() string { return "half-cycles" }

// Slowdown comes from the same classes as that of grandfather-spilled, in a run in which that took 24.6 s and this
// 27.9.
func (HalfCycles) Slowdown() float64 { return 11e-9 }

// Words implements [solve.Method].
func (HalfCycles) Words() solve.Words {
	return solve.Words{Where: "core.method.mostlyOnDisk", By: "core.method.by.kings"}
}

// Plan implements [solve.Method].
func (m HalfCycles) Plan(l *slice.Layout) solve.Plan {
	if !kernel.HasRowMan(l) {
		return planAs(m, m.Small, l)
	}
	plan := PlanPaged(m, l)
	rs := kernel.RowsOf(l)
	frames := int64(rs.Frames.Len())
	plan.Second = windowBytes(rs, scansOf(rs.Frames).asking<<rs.Upper)
	plan.Parts = []solve.Part{
		{Name: solve.BitsPart, Bytes: plan.Second},
		{Name: solve.ListsPart, Bytes: ListedBytes(rs)},
		{Name: solve.FramesPart, Bytes: framesBytes(frames)},
	}
	return plan
}

// NewSink implements [solve.Method].
func (HalfCycles) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) solve.Sink {
	return spill.NewSink(l, metric, levels, room)
}

// NewWorker implements [solve.Method].
func (m HalfCycles) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	if !kernel.HasRowMan(l) {
		return m.Small.NewWorker(l, metric)
	}
	h := &cycles{Pages: Pages{Layout: l, Metric: metric, Method: m}}
	h.order = h
	return h
}
