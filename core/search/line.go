package search

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// A Line is the main line of a proof: moves to a position that needs no proof. The loser plays the moves that took most
// work to refute, as far as the table has stored that.
type Line struct {
	Moves []board.Move
	End   End
	After board.Position // the last move
}

// An End is the reason why a line ends.
type End string

const (
	EndMate       End = "mate"
	EndStalemate  End = "stalemate"
	EndTable      End = "table"      // a table has the position
	EndMaterial   End = "material"   // neither side can mate
	EndWin        End = "win"        // the side to move is known to win this ending
	EndRepetition End = "repetition" // the position repeats
	EndOpen       End = "open"       // its proof is no longer stored, or its outcome is not proven
)

// lineNodes limits the search for a part of a proof that the table has lost.
const lineNodes = 200_000

// Line follows a proof from a position with a proven outcome. It searches lost parts again, if that is quick. Errors
// are those of [Search.Prove].
func (s *Search) Line(ctx context.Context, p board.Position) (*Line, error) {
	line := &Line{After: p}
	seen := map[key]place{}
	for {
		p = line.After
		var err error
		if line.End, err = s.end(&p, len(line.Moves) == 0); err != nil || line.End != "" {
			return line, err
		}
		r, err := s.Prove(ctx, p, Limits{Nodes: lineNodes})
		if err != nil {
			return nil, err
		}
		if !r.Settled() {
			line.End = EndOpen
			return line, nil
		}
		k := keyOf(&p)
		if first, again := seen[k]; again {
			line.repeats(r, first)
			return line, nil
		}
		seen[k] = place{len(line.Moves), p}
		m := s.principal(r)
		line.Moves = append(line.Moves, m)
		line.After = p.Play(m)
		if len(line.Moves) == maxPlies {
			line.End = EndOpen
			return line, nil
		}
	}
}

// A place is the first occurrence of a position in a line.
type place struct {
	moves    int
	position board.Position
}

// repeats ends a line with a repeated position. A repetition holds a draw, but it does not win. Each move of the line
// is proven to win, but the tables that showed the way may have been deleted.
func (l *Line) repeats(r *Result, first place) {
	l.End = EndRepetition
	if r.Low != value.Drawn {
		l.Moves, l.After, l.End = l.Moves[:first.moves], first.position, EndOpen
	}
}

// end returns why a line ends with a position, or an empty string if it does not. In an ending that is known to be won,
// the first position still gets a move.
func (s *Search) end(p *board.Position, first bool) (End, error) {
	switch moves := p.HasLegalMove(); {
	case !moves && p.InCheck(p.Turn):
		return EndMate, nil
	case !moves:
		return EndStalemate, nil
	case cannotWin(p, board.White) && cannotWin(p, board.Black):
		return EndMaterial, nil
	}
	if _, tabled, err := s.tabled(p); tabled || err != nil {
		return EndTable, err
	}
	if !first && s.wins.wins(p) {
		return EndWin, nil
	}
	return "", nil
}

// principal returns the next move of a line: one that is proven to keep the outcome. The side that loses or holds plays
// the move that took most work.
func (s *Search) principal(r *Result) board.Move {
	best, most := r.Moves[0].Move, -1
	for _, m := range r.Moves {
		if m.Low != r.Low {
			continue
		}
		if r.Low == value.Win {
			return m.Move
		}
		p := r.Position.Play(m.Move)
		if d := s.table.find(keyOf(&p)).depth; int(max(d[0], d[1])) > most {
			best, most = m.Move, int(max(d[0], d[1]))
		}
	}
	return best
}
