package shelf

import (
	"cmp"
	"context"
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

// Prove searches for a proof of a position. The known bounds, unless they are nil, narrow those that it finds. A proof
// of the search has a line, unless it is returned with an error. The line is read within a context of its own.
func Prove(
	ctx, reads context.Context, with *search.Search, reading *board.Reading, known *Answer,
) (*search.Result, *search.Proof, error) {
	r, err := with.Prove(ctx, reading.Position, search.Limits{})
	if err != nil {
		return nil, nil, err
	}
	settled := r.Settled()
	if known != nil {
		known.narrow(r)
	}
	proof := with.Proof(r, reading.Counters)
	if settled {
		_, err = with.AddLine(reads, proof, reading.Position, reading.Counters)
	}
	return r, proof, err
}

// narrow narrows the bounds of a search for a proof of the same position.
func (a *Answer) narrow(r *search.Result) {
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
