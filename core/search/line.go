package search

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// A Line is what a proof comes to when both sides play well: moves to a position of which no proof is needed. The
// loser's are those that took most work to refute, as far as that is remembered.
type Line struct {
	Moves []board.Move
	End   End
	After board.Position // the last move
}

// An End says why a line ends.
type End string

const (
	EndMate       End = "mate"
	EndStalemate  End = "stalemate"
	EndTable      End = "table"      // a table has the position
	EndMaterial   End = "material"   // nobody can mate any more
	EndWin        End = "win"        // this ending is known to be won for the side to move
	EndRepetition End = "repetition" // the position was there before
	EndOpen       End = "open"       // what was found out about it has been forgotten, or its outcome was not proven
)

// lineNodes is what may be searched to find a forgotten piece of a proof again.
const lineNodes = 200_000

// Line follows a proof from a position whose outcome is proven. What was forgotten of it is searched
// again, if that is quick. Errors are those of [Search.Prove].
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

// place is where in a line a position came up.
type place struct {
	moves    int
	position board.Position
}

// repeats ends a line with a position that was there before. That holds a draw. It is no way to win, though each move is
// proven to: tables that showed the way may have gone.
func (l *Line) repeats(r *Result, first place) {
	l.End = EndRepetition
	if r.Low != value.Drawn {
		l.Moves, l.After, l.End = l.Moves[:first.moves], first.position, EndOpen
	}
}

// end returns why a line ends with a position, whatever was there before, or nothing if it does not. In an ending that
// is known to be won, the first position is to get a move.
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

// principal returns the move that a line goes on with: one that is proven to lead to the outcome, for who loses or
// holds the one that took most work.
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
