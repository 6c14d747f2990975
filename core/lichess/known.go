package lichess

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// NewKnown returns the answer for a position without a table, from stored endings. Its distances are those of the
// endings alone, and the moves are in their order.
func NewKnown(fen string, reading *board.Reading, known *shelf.Answer) *Answer {
	p := &reading.Position
	a := &Answer{
		FEN:      fen,
		Position: bounded(p, known.Low, known.High),
		Bounds:   Bounds{known.Low.Category(), known.High.Category(), known.Plies, known.Mate},
		Moves:    make([]Move, len(known.Moves)),
		Endings:  known.Names(),
		Warnings: reading.Warnings,
	}
	legal := p.LegalMoves(nil)
	for i, m := range known.Moves {
		after, kind := p.Play(m.Move), value.KindOf(p, m.Move)
		a.Moves[i] = Move{
			UCI:        m.String(),
			SAN:        p.SAN(m.Move, legal),
			Zeroing:    kind != value.Quiet,
			Conversion: kind == value.Capture || kind == value.Promotion,
			Position:   bounded(&after, -m.High, -m.Low),
			Bounds:     Bounds{m.Low.Category(), m.High.Category(), m.Plies, m.Mate},
		}
	}
	return a
}

// bounded returns a position with bounds for its side to move.
func bounded(p *board.Position, low, high value.Outcome) Position {
	return newPosition(probe.Bounded(p, low, high), p.InsufficientMaterial())
}
