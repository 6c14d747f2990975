package paged

import (
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// HalfCycles has all bits in scratch, and only the current ones in memory.
//
// For a side and ply it makes one scan over the frames (scan.go). The side's king moves in the inner loop, and the
// other king in the outer loop. So a scan works on windows of some twenty frames, and it loads no frame twice. For each
// frame, a scan
//
//  1. takes back the other side's frontier in the frame, to this frame and to those that king moves lead to. It reads
//     the frontier from a list by frame. It writes candidates of these frames, which are only in memory.
//  2. decides the candidates of each frame that is complete, and the positions whose exits decide now. It reads the
//     rows with candidates of one set: the won positions if candidates may win, and otherwise those held by exits. If
//     candidates may lose, it also reads rows of the other side's won positions, in this frame and those around it. It
//     writes the changed rows of the set, and the new frontier.
//
// The other side's scan follows, with the loops swapped. A ply that decides few positions reads few rows.
//
// The method is by H. G. Muller, who calls it half-cycles: see docs/rationale/solving.md.
type HalfCycles struct {
	Small solve.Method // solves small slices, with bits in memory
}

// Name implements [solve.Method].
func (HalfCycles) Name() string { return "half-cycles" }

// Slowdown implements [solve.Method]. The measurement used the same classes as that of grandfather-spilled. In one run
// grandfather-spilled took 24.6 s, and half-cycles took 27.9 s.
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
	plan.Second = windowBytes(rs, scansOf(rs.Frames).lookups<<rs.Upper)
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
