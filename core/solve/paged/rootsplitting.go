package paged

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// RootSplitting splits cycles (split.go), and makes both passes of one before the next begins. What is newly won is
// taken back at once, and read back from nowhere.
type RootSplitting struct {
	Simple solve.Method // solves slices without an upper man
}

// Name implements [solve.Method].
func (RootSplitting) Name() string { return "root-splitting" }

// Slowdown comes from the same classes as that of half-cycles, in a run in which that took 31.4 s of CPU, leapfrog 37.7
// and this 40.4.
func (RootSplitting) Slowdown() float64 { return 21e-9 }

// Words implements [solve.Method].
func (RootSplitting) Words() solve.Words {
	return solve.Words{Where: "core.method.mostlyOnDisk", By: "core.method.by.kingAndOthers"}
}

// Plan implements [solve.Method].
func (m RootSplitting) Plan(l *slice.Layout) solve.Plan { return planSplit(m, m.Simple, l) }

// NewSink implements [solve.Method].
func (RootSplitting) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) solve.Sink {
	return spill.NewSink(l, metric, levels, room)
}

// NewWorker implements [solve.Method].
func (m RootSplitting) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	return newSplit(m, m.Simple, l, metric, (*split).bothPasses)
}

// bothPasses makes those of a cycle.
func (s *split) bothPasses(winner board.Color, ply int) error {
	if err := s.make(pass{winner, kernel.PieceMoves, []int{ply}}); err != nil {
		return err
	}
	return s.make(pass{winner, kernel.KingMoves, []int{ply}})
}
