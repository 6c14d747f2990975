package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

func init() { Register(rootSplitting{}) }

// rootSplitting splits cycles (split.go), and makes both passes of one before the next begins. What is newly won is taken back
// at once, and read back from nowhere.
type rootSplitting struct{ halfCycles }

func (rootSplitting) Name() string { return "root-splitting" }

// Slowdown comes from ...
func (rootSplitting) Slowdown() float64 { return 15e-9 }

func (rootSplitting) Words() Words {
	return Words{Where: "mostly on disk", By: "going over it part by part, for the king's moves and for the others"}
}

func (m rootSplitting) Plan(l *slice.Layout) Plan { return planParts(m, l) }

func (m rootSplitting) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	if !hasParts(l) {
		return m.halfCycles.NewWorker(l, metric)
	}
	r := &rootSplitter{newSplit(m, l, metric)}
	r.course = r
	return r
}

type rootSplitter struct{ split }

func (r *rootSplitter) decide(c board.Color, ply int) error {
	winner, isSplit := r.cycleOf(c, ply)
	switch {
	case !isSplit:
		return r.decideWhole(c, ply)
	case !isWin(ply):
		return nil // it was, with the ply before
	}
	if err := r.make(pass{winner, pieceMoves, []int{ply}}); err != nil {
		return err
	}
	return r.make(pass{winner, kingMoves, []int{ply}})
}
