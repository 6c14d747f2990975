package shelf

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/search"
)

// Proven returns moves with their bounds for programs, given the position before them.
func Proven(reading *board.Reading, moves []ending.Move) []search.ProvenMove {
	plies := map[string]search.Ply{}
	for _, ply := range search.Plies(&reading.Position, reading.Counters) {
		plies[ply.UCI] = ply
	}
	list := make([]search.ProvenMove, len(moves))
	for i, m := range moves {
		list[i] = search.ProvenMove{Ply: plies[m.String()], Low: m.Low.Category(), High: m.High.Category()}
	}
	return list
}

// Names returns the names of the endings that an answer comes from.
func (a *Answer) Names() (names []string) {
	for _, e := range a.From {
		names = append(names, e.Name)
	}
	return names
}

// Settled reports whether the outcome of the position is known.
func (a *Answer) Settled() bool { return a.Low == a.High }
