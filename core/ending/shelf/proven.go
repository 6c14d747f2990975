package shelf

import (
	"cmp"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/search"
)

// Moves returns moves with their bounds for programs, given the position before them.
func Moves(reading *board.Reading, moves []ending.Move) []search.ProvenMove {
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

// Proof returns an answer in the shape of a search for a proof, without a line.
func (a *Answer) Proof(reading *board.Reading) *search.Proof {
	return &search.Proof{
		FEN:   reading.FEN(),
		Low:   a.Low.Category(),
		High:  a.High.Category(),
		Moves: Moves(reading, a.Moves),
	}
}

// Narrow narrows the bounds of a search for a proof of the same position.
func (a *Answer) Narrow(r *search.Result) {
	r.Low, r.High = max(r.Low, a.Low), min(r.High, a.High)
	for _, known := range a.Moves {
		i := slices.IndexFunc(r.Moves, func(m search.Move) bool { return m.Move == known.Move })
		m := &r.Moves[i]
		m.Low, m.High = max(m.Low, known.Low), min(m.High, known.High)
	}
	slices.SortStableFunc(r.Moves, func(a, b search.Move) int {
		return cmp.Or(cmp.Compare(b.Low, a.Low), cmp.Compare(b.High, a.High))
	})
}
