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

// Method never reads at random. It writes records with the numbers of the rows that they are for. Then it sorts them,
// and reads them beside the rows in order. So it takes memory for a few rows, and for the records that are sorted at
// once.
//
// The wins of a side at a ply take one sort:
//
//  1. The other side's frontier is read in order, and moves are retracted from it. This yields records: a row, its
//     words, their lanes.
//  2. The records are sorted, and joined with the positions that the side has won, row by row. Those that are not won
//     yet are new.
//
// The losses of a side take the same sort, joined with the held positions. They take two sorts more for the moves of
// its king, and two for those of its upper men:
//
//  3. The positions that are left are candidates. Moves within the row are tried at once, with the other side's wins in
//     the row. Each other move yields a query: a record of the row after the move, with the row before it, the move,
//     and the lanes.
//  4. Queries are sorted, and joined with the positions that the other side has won. A move to any other position
//     saves, and yields an answer: a record of the row before the move.
//  5. Answers are sorted, and joined with the candidates. Candidates that no answer saves are lost.
//
// After R. J. Lipton and K. W. Regan, "Sorting Out Chess Endgames" (2010).
type Method struct {
	Small solve.Method // for small slices, whose bits stay in memory
}

// Name implements [solve.Method].
func (Method) Name() string { return "sorting" }

// Slowdown comes from the same classes as that of half-cycles, in a run that took 23.5 s by half-cycles and 52.1 s by
// this method.
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
	return newSorter(m, m.Small, l, metric, (*sorter).loseByQueries)
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
