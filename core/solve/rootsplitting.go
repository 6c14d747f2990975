package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// rootSplitting splits cycles (split.go), and makes both passes of one before the next begins. What is newly won is taken back
// at once, and read back from nowhere.
type rootSplitting struct {
	simple Method // solves slices without an upper man
}

func (rootSplitting) Name() string { return "root-splitting" }

// Slowdown comes from the same classes as that of half-cycles, in a run in which that took 31.4 s of CPU, leapfrog 37.7 and this 40.4.
func (rootSplitting) Slowdown() float64 { return 21e-9 }

func (rootSplitting) Words() Words {
	return Words{Where: "mostly on disk", By: "going over it part by part, for the king's moves and for the others"}
}

func (m rootSplitting) Plan(l *slice.Layout) Plan { return planSplit(m, m.simple, l) }

func (rootSplitting) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) Sink {
	return NewSpilled(l, metric, levels, room)
}

func (m rootSplitting) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	return newSplit(m, m.simple, l, metric, (*split).bothPasses)
}

// bothPasses makes those of a cycle.
func (s *split) bothPasses(winner board.Color, ply int) error {
	if err := s.make(pass{winner, pieceMoves, []int{ply}}); err != nil {
		return err
	}
	return s.make(pass{winner, kingMoves, []int{ply}})
}
