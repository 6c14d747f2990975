package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

func init() { Register(leapfrog{}) }

// leapfrog splits cycles (split.go), with their passes in turns: each ends one cycle and begins the next, part by part,
// with all that is in memory of a part. So what is won is loaded once a cycle.
//
// When a pass comes to the next cycle, all that was lost in a part is known there: what other passes have found, and what this one
// just has, as no other part has to do with it.
//
// After H. G. Muller, who calls it leapfrog: the moves of one cycle catch up with those of the one before, and overtake them.
type leapfrog struct{ halfCycles }

func (leapfrog) Name() string { return "leapfrog" }

// Slowdown comes from ...
func (leapfrog) Slowdown() float64 { return 14e-9 }

func (leapfrog) Words() Words {
	return Words{Where: "mostly on disk", By: "going over it part by part, two moves at a time"}
}

func (m leapfrog) Plan(l *slice.Layout) Plan { return planParts(m, l) }

func (m leapfrog) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	if !hasParts(l) {
		return m.halfCycles.NewWorker(l, metric)
	}
	r := &leaper{newSplit(m, l, metric)}
	r.course = r
	return r
}

type leaper struct{ split }

func (r *leaper) decide(c board.Color, ply int) error {
	winner, isSplit := r.cycleOf(c, ply)
	switch {
	case !isSplit:
		return r.decideWhole(c, ply)
	case !isWin(ply):
		return nil // it was, with the ply before
	case ply == 1:
		if err := r.make(pass{winner, pieceMoves, []int{ply}}); err != nil {
			return err
		}
	}
	group := kingMoves
	if ply&2 != 0 {
		group = pieceMoves
	}
	return r.make(pass{winner, group, []int{ply, ply + 2}})
}
