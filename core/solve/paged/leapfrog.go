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

// Leapfrog splits cycles (split.go), with their passes in turns: each ends one cycle and begins the next, part by part,
// with all that is in memory of a part. So what is won is loaded once a cycle.
//
// When a pass comes to the next cycle, all that was lost in a part is known there: what other passes have found, and
// what this one just has, as no other part has to do with it.
//
// After H. G. Muller, who calls it leapfrog: the moves of one cycle catch up with those of the one before, and overtake
// them.
type Leapfrog struct {
	Simple solve.Method // solves slices without an upper man
}

// Name implements [solve.Method].
func (Leapfrog) Name() string { return "leapfrog" }

// Slowdown comes from the same classes as that of [RootSplitting].
func (Leapfrog) Slowdown() float64 { return 18e-9 }

// slowdownOfLarge is that with six men and no pawns, where what is read counts: KRRvKRR took 123 s of CPU less than by
// half-cycles. In a browser it counts more how often: there it would take longer.
const slowdownOfLarge = 3e-9

// Words implements [solve.Method].
func (Leapfrog) Words() solve.Words {
	return solve.Words{Where: "core.method.mostlyOnDisk", By: "core.method.by.twoMoves"}
}

// Plan implements [solve.Method].
func (m Leapfrog) Plan(l *slice.Layout) solve.Plan {
	plan := planSplit(m, m.Simple, l)
	if l.Class.Men() > material.UsualMen && l.Class.Pawns() == 0 && runtime.GOARCH != "wasm" {
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
