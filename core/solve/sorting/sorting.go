package sorting

import (
	"github.com/matewright/matewright/core/runs"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/paged"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// Method never looks anything up: whatever a row has to be told, or to be asked for, is written down under its number,
// sorted, and read beside the rows in their order. So it takes memory for a few rows, and for as much as is sorted at
// once.
//
// What a side wins at a ply takes one sort:
//
//  1. The other side's frontier, read in order, is taken back. That makes records: a row, its words, their lanes.
//  2. These are sorted, and joined with what the side has won, row by row. What is not won yet is new.
//
// What it loses takes the same, joined with what is held, and two sorts more for the moves of its king, and two for
// those of its upper men:
//
//  3. What is left are candidates. Moves within the row are tried at once, with what the other side has won of it. For each other move
//     a question is written: a record of the row that it leads to, with the row that asks, the move, and the lanes.
//  4. Questions are sorted, and joined with what the other side has won. Where a move leads elsewhere it saves, and an answer is written: a
//     record of the row that has asked.
//  5. Answers are sorted, and joined with the candidates. Those that no answer has saved are lost.
//
// After R. J. Lipton and K. W. Regan, "Sorting Out Chess Endgames" (2010).
type Method struct {
	Small solve.Method // solves slices that are so small that their bits stay in memory
}

// Name implements [solve.Method].
func (Method) Name() string { return "sorting" }

// Slowdown comes from the same classes as that of half-cycles, in a run in which that took 23.5 s and this 52.1.
func (Method) Slowdown() float64 { return 41e-9 }

// Words implements [solve.Method].
func (Method) Words() solve.Words {
	return solve.Words{Where: "core.method.onDisk", By: "core.method.by.messages"}
}

// Plan implements [solve.Method].
func (m Method) Plan(l *slice.Layout) solve.Plan { return planSorting(m, m.Small, l) }

// NewSink implements [solve.Method].
func (Method) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) solve.Sink {
	return spill.NewSink(l, metric, levels, room)
}

// NewWorker implements [solve.Method].
func (m Method) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	return newSorter(m, m.Small, l, metric, (*sorter).loseByAsking)
}

// planSorting is the plan of a method that sorts. Another method solves small slices.
func planSorting(m, small solve.Method, l *slice.Layout) solve.Plan {
	if !kernel.HasRowMan(l) {
		return paged.PlanAsFast(m, small, l)
	}
	plan := paged.PlanPaged(m, l)
	rs := kernel.RowsOf(l)
	plan.Scratch += 4 * int64(l.Entries()) // of a ply, about
	plan.Parts = []solve.Part{
		{Name: solve.BitsPart, Bytes: 8 * int64(paged.Sets*rs.Count+cursors*cursorRows*kernel.RowWords)},
		{Name: solve.ListsPart, Bytes: paged.ListedBytes(rs)},
		{Name: solve.SortingPart, Bytes: sorters * runs.Bytes(sortBytes(l))},
		{Name: solve.MergingPart, Bytes: int64(l.FrameEntries())},
	}
	return plan
}
