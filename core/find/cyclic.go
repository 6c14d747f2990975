package find

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// isCyclic reports whether a mutual zugzwang, in which the side to move draws, returns. It goes through all positions
// that [Search.returning] reaches. A symmetric position counts as the first one: if one symmetry leads on to it, so do
// its repetitions, until the first position itself returns.
func (s *Search) isCyclic(p *board.Position) (bool, error) {
	start := leastImage(p)
	seen := map[placement]bool{}
	for open := []board.Position{*p}; len(open) > 0; {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		next, err := s.returning(&at)
		if err != nil {
			return false, err
		}
		for _, p := range next {
			key := leastImage(&p)
			if key == start {
				return true, nil
			}
			if !seen[key] {
				seen[key] = true
				open = append(open, p)
			}
		}
	}
	return false, nil
}

// returning returns the mutual zugzwangs to which a move leads by a single reply that does not lose. It leaves out
// moves that can't be part of a cycle.
func (s *Search) returning(p *board.Position) (list []board.Position, err error) {
	key := leastImage(p)
	if list, known := s.cycles[key]; known {
		return list, nil
	}
	for _, m := range p.LegalMoves(nil) {
		after := p.Play(m)
		if p.IsZeroing(m) || after.Rights != p.Rights {
			continue
		}
		replies, values, err := s.moveValues(&after)
		if err != nil {
			return nil, err
		}
		reply, ok := s.singleDraw(values)
		if !ok || after.IsZeroing(replies[reply]) {
			continue
		}
		next := after.Play(replies[reply])
		if ok, err = s.isToLose(&next); err != nil {
			return nil, err
		}
		if ok && next.Rights == p.Rights {
			list = append(list, next)
		}
	}
	s.cycles[key] = list
	return list, nil
}

// singleDraw returns the only one of some values that does not lose, if it draws.
func (s *Search) singleDraw(values []value.Value) (only int, ok bool) {
	for i, v := range values {
		switch o := s.metric.Outcome(v); {
		case o > value.Drawn || o == value.Drawn && ok:
			return only, false
		case o == value.Drawn:
			only, ok = i, true
		}
	}
	return only, ok
}

// isToLose reports whether the other side may be to move in a position, and would lose.
func (s *Search) isToLose(p *board.Position) (bool, error) {
	passed, ok := p.Pass()
	if !ok || passed.Check() != nil {
		return false, nil
	}
	values, unproven, err := s.library.Values(s.ctx, []board.Position{passed})
	if err != nil {
		return false, err
	}
	s.note(unproven)
	return s.metric.Outcome(values[0]) == value.Loss, nil
}
