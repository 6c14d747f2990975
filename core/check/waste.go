package check

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/value"
)

// wasteMoves is the number of moves that the search looks ahead.
//
// A winning move that takes longer only loses time if the other side can force the win back to the solution. Then every
// win after it reaches a position of the solution: the one before the move, an earlier one, or the next one. So the
// move does not win without the solution. A move that does not lead back within this number is a win of its own.
const wasteMoves = 2

// losesTime reports whether a move that wins does no more than lose time, given the solution's move instead of it.
func (j *judging) losesTime(solution *game.Node, uci string) (bool, error) {
	at := &solution.Parent.Position
	moves := at.LegalMoves(nil)
	i := slices.IndexFunc(moves, func(m board.Move) bool { return m.String() == uci })
	w := waste{judging: j}
	for n := solution; n != nil; n = n.Parent {
		w.line = append(w.line, &n.Position)
	}
	after := at.Play(moves[i])
	return w.leadsBack(&after, wasteMoves)
}

// A waste is a search for a way back to some positions of the solution.
type waste struct {
	*judging
	line []*board.Position
}

// isBack reports whether a position is one of the line.
func (w *waste) isBack(p *board.Position) bool {
	return slices.ContainsFunc(w.line, func(to *board.Position) bool {
		return to.Turn == p.Turn && to.Rights == p.Rights && to.EnPassant == p.EnPassant &&
			len(to.Men()) == len(p.Men()) &&
			away(p, to, board.White)+away(p, to, board.Black) == 0
	})
}

// isNear reports whether the given number of moves of each side may be enough to reach the line.
func (w *waste) isNear(p *board.Position, moves int) bool {
	return slices.ContainsFunc(w.line, func(to *board.Position) bool {
		return away(p, to, board.White) <= moves && away(p, to, board.Black) <= moves
	})
}

// leadsBack reports whether the side to move, which has lost, can lead back to the line.
func (w *waste) leadsBack(p *board.Position, moves int) (bool, error) {
	if w.isBack(p) {
		return true, nil
	}
	if moves == 0 || !w.isNear(p, moves) {
		return false, nil
	}
	for _, m := range p.LegalMoves(nil) {
		next := p.Play(m)
		if back, err := w.allLeadBack(&next, moves-1); back || err != nil {
			return back, err
		}
	}
	return false, nil
}

// allLeadBack reports whether all wins of the side to move lead back to the line.
func (w *waste) allLeadBack(p *board.Position, moves int) (bool, error) {
	if w.isBack(p) {
		return true, nil
	}
	if !w.isNear(p, moves) {
		return false, nil
	}
	r, err := w.probe(p, 0)
	if r == nil || err != nil {
		return false, err
	}
	var wins []*board.Position
	for i := range r.Moves {
		m := &r.Moves[i]
		if plain, _ := resultOf(m); plain != value.Win {
			continue
		}
		if !w.isNear(&m.After, moves) { // the usual case, which needs no further probes
			return false, nil
		}
		wins = append(wins, &m.After)
	}
	for _, after := range wins {
		if back, err := w.leadsBack(after, moves); !back || err != nil {
			return false, err
		}
	}
	return true, nil
}

// never is more moves than anybody looks ahead.
const never = 100

// away returns the least number of moves that a side needs to place its men as in another position, if it can. With
// castling it may need fewer.
func away(from, to *board.Position, side board.Color) (moves int) {
	for _, m := range to.Men() {
		if m.Color != side || slices.Contains(from.Men(), m) {
			continue
		}
		least := never
		for _, origin := range from.Men() {
			if origin.Color == side {
				least = min(least, steps(origin, m))
			}
		}
		moves += least
	}
	return moves
}

// steps returns how many moves a man needs at least to become another one.
func steps(from, to board.Man) int {
	ranks := to.Square.Rank() - from.Square.Rank()
	switch {
	case from.Type == board.King && to.Type == board.King:
		return max(ranks, -ranks, to.Square.File()-from.Square.File(), from.Square.File()-to.Square.File())
	case from.Type == board.Pawn && to.Type == board.Pawn:
		if from.Color == board.White && ranks > 0 || from.Color == board.Black && ranks < 0 {
			return 1
		}
	case from.Type == to.Type, from.Type == board.Pawn && to.Type != board.King:
		return 1
	}
	return never
}
