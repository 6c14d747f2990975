package search

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// A Proof is a [Result] for programs (JSON). Outcomes are those of the side to move.
type Proof struct {
	FEN string `json:"fen"`

	Low       value.Category `json:"low"` // the proven bounds of the outcome
	High      value.Category `json:"high"`
	Moves     []ProvenMove   `json:"moves"` // best first, as far as proven
	Depth     int            `json:"depth"`
	Plies     int            `json:"plies"`          // of the longest line
	Nodes     int64          `json:"nodes"`          // positions visited
	TableHits int64          `json:"table_hits"`     // visited positions that were in tables
	Memory    TableStats     `json:"memory"`         // counts of the transposition table
	Line      []Ply          `json:"line,omitempty"` // the main line of the proof, see [Line]
	End       End            `json:"end,omitempty"`  // why the line ends
}

// A ProvenMove is a legal move with its proven bounds, for the side that plays it.
type ProvenMove struct {
	Ply
	Low  value.Category `json:"low"`
	High value.Category `json:"high"`
}

// A Ply is a move and the position after it.
type Ply struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"`
}

// Plies returns the legal moves of a position with the given counters.
func Plies(p *board.Position, c board.Counters) []Ply {
	legal := p.LegalMoves(nil)
	plies := make([]Ply, len(legal))
	for i, m := range legal {
		plies[i] = plyOf(p, m, legal, c.After(p.Turn, p.IsZeroing(m)))
	}
	return plies
}

// Proof returns the bounds proven so far of a position with the given counters, without a line.
func (s *Search) Proof(r *Result, c board.Counters) *Proof {
	proof := &Proof{
		FEN: r.Position.FENWith(c), Low: r.Low.Category(), High: r.High.Category(),
		Depth: r.Depth, Plies: r.Plies, Nodes: r.Nodes, TableHits: r.TableHits, Memory: s.table.Stats(),
	}
	legal := make([]board.Move, len(r.Moves))
	for i, m := range r.Moves {
		legal[i] = m.Move
	}
	proof.Moves = make([]ProvenMove, len(r.Moves))
	for i, m := range r.Moves {
		proof.Moves[i] = ProvenMove{
			plyOf(&r.Position, m.Move, legal, c.After(r.Position.Turn, r.Position.IsZeroing(m.Move))),
			m.Low.Category(),
			m.High.Category(),
		}
	}
	return proof
}

// AddLine adds the line of a proof, see [Search.Line].
func (s *Search) AddLine(ctx context.Context, proof *Proof, p board.Position, c board.Counters) (*Line, error) {
	line, err := s.Line(ctx, p)
	if err != nil {
		return nil, err
	}
	proof.End = line.End
	for _, m := range line.Moves {
		c = c.After(p.Turn, p.IsZeroing(m))
		proof.Line = append(proof.Line, plyOf(&p, m, p.LegalMoves(nil), c))
		p = p.Play(m)
	}
	return line, nil
}

// plyOf returns a move with the counters after it.
func plyOf(p *board.Position, m board.Move, legal []board.Move, c board.Counters) Ply {
	after := p.Play(m)
	return Ply{m.String(), p.SAN(m, legal), after.FENWith(c)}
}
