package solve

import (
	"runtime"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// leapfrog splits cycles (split.go), with their passes in turns: each ends one cycle and begins the next, part by part,
// with all that is in memory of a part. So what is won is loaded once a cycle.
//
// When a pass comes to the next cycle, all that was lost in a part is known there: what other passes have found, and what this one
// just has, as no other part has to do with it.
//
// After H. G. Muller, who calls it leapfrog: the moves of one cycle catch up with those of the one before, and overtake them.
type leapfrog struct {
	simple Method // solves slices without an upper man
}

func (leapfrog) Name() string { return "leapfrog" }

// See rootSplitting.Slowdown.
func (leapfrog) Slowdown() float64 { return 18e-9 }

// slowdownOfLarge is that with six men and no pawns, where what is read counts: KRRvKRR took 123 s of CPU less than by half-cycles. In a
// browser it counts more how often: there it would take longer.
const slowdownOfLarge = 3e-9

func (leapfrog) Words() Words {
	return Words{Where: "mostly on disk", By: "going over it part by part, two moves at a time"}
}

func (m leapfrog) Plan(l *slice.Layout) Plan {
	plan := planSplit(m, m.simple, l)
	if l.Class.Men() > material.UsualMen && l.Class.Pawns() == 0 && runtime.GOARCH != "wasm" {
		plan.Slowdown = slowdownOfLarge
	}
	return plan
}

func (leapfrog) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) Sink {
	return NewSpilled(l, metric, levels, room)
}

func (m leapfrog) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	return newSplit(m, m.simple, l, metric, (*split).leap)
}

// leap makes the second pass of a cycle and the first of the next.
func (s *split) leap(winner board.Color, ply int) error {
	if ply == 1 {
		if err := s.make(pass{winner, pieceMoves, []int{ply}}); err != nil {
			return err
		}
	}
	group := kingMoves
	if ply&2 != 0 {
		group = pieceMoves
	}
	return s.make(pass{winner, group, []int{ply, ply + 2}})
}
