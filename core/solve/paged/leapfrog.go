package paged

import (
	"runtime"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// Leapfrog splits cycles (split.go), and alternates their passes. Each pass ends one cycle and begins the next one,
// part by part, with the data of the part in memory. So it loads won positions once a cycle.
//
// When a pass begins the next cycle in a part, all losses there are known. Other passes have found them, or this pass
// has just done so, as other parts do not affect them.
//
// The method and its name are from H. G. Muller. The moves of one cycle catch up with those of the cycle before, and
// overtake them.
type Leapfrog struct {
	Simple solve.Method // solves slices without an upper man
}

// Name implements [solve.Method].
func (Leapfrog) Name() string { return "leapfrog" }

// Slowdown implements [solve.Method]. The measurement used the same classes as that of [RootSplitting].
func (Leapfrog) Slowdown() float64 { return 18e-9 }

// slowdownOfLarge is the slowdown with six men and no pawns, as the amount of data read matters there. KRRvKRR took 123
// s of CPU less than by half-cycles. In a browser the number of reads matters more, so leapfrog would take longer.
const slowdownOfLarge = 3e-9

// Words implements [solve.Method].
func (Leapfrog) Words() solve.Words {
	return solve.Words{Where: "core.method.mostlyOnDisk", By: "core.method.by.twoMoves"}
}

// Plan implements [solve.Method].
func (m Leapfrog) Plan(l *slice.Layout) solve.Plan {
	plan := planSplit(m, m.Simple, l)
	isLarge := l.Class.Men() > material.UsualMen && l.Class.Pawns() == 0 && l.Class.Rights() == 0
	if isLarge && runtime.GOARCH != "wasm" {
		plan.Slowdown = slowdownOfLarge
	}
	return plan
}

// NewSink implements [solve.Method].
func (Leapfrog) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) solve.Sink {
	return spill.NewSink(l, metric, levels, room)
}

// NewWorker implements [solve.Method].
func (m Leapfrog) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	return newSplit(m, m.Simple, l, metric, (*split).leap)
}

// leap makes the second pass of a cycle and the first of the next.
func (s *split) leap(winner board.Color, ply int) error {
	if ply == 1 {
		if err := s.make(pass{winner, kernel.PieceMoves, []int{ply}}); err != nil {
			return err
		}
	}
	group := kernel.KingMoves
	if ply&2 != 0 {
		group = kernel.PieceMoves
	}
	return s.make(pass{winner, group, []int{ply, ply + 2}})
}
