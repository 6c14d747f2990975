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

// RootSplitting splits cycles (split.go), and makes both passes of a cycle before the next one. It takes back new wins
// at once, from memory.
type RootSplitting struct {
	Simple solve.Method // solves slices without an upper man
}

// Name implements [solve.Method].
func (RootSplitting) Name() string { return "root-splitting" }

// Slowdown implements [solve.Method]. The measurement used the same classes as that of half-cycles. In one run
// half-cycles took 31.4 s of CPU, leapfrog 37.7 s and root-splitting 40.4 s.
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

// bothPasses makes both passes of a cycle.
func (s *split) bothPasses(winner board.Color, ply int) error {
	if err := s.make(pass{winner, kernel.PieceMoves, []int{ply}}); err != nil {
		return err
	}
	return s.make(pass{winner, kernel.KingMoves, []int{ply}})
}
