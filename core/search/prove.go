package search

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// Prove searches until the outcome is proven, a limit is reached or the context ends. A limit or the end of the context
// is not an error: the result then has the bounds proven so far. Errors are [*MenError], or those of reading tables.
func (s *Search) Prove(ctx context.Context, p board.Position, limits Limits) (*Result, error) {
	if n := len(p.Men()); n > MaxMen {
		return nil, &MenError{n}
	}
	if limits.Depth <= 0 || limits.Depth > MaxDepth {
		limits.Depth = MaxDepth
	}
	s.ctx, s.limits, s.nodes, s.reached, s.probes, s.renewed, s.near = ctx, limits, 0, 0, 0, true, 0
	s.table.age++
	r := &Result{Position: p, Low: value.Loss, High: value.Win}
	s.result = r
	for _, m := range p.LegalMoves(nil) {
		r.Moves = append(r.Moves, Move{m, value.Loss, value.Win})
	}
	if _, err := s.cameNear(); err != nil {
		return nil, err
	}
	for depth := 0; depth <= limits.Depth; depth += deeper {
		err := s.deepen(r, depth)
		if errors.Is(err, errNear) {
			depth = -deeper
			continue
		}
		stopped := errors.Is(err, errStopped)
		if err == nil || stopped {
			err = s.judgeMoves(r)
		}
		if err != nil {
			return nil, err
		}
		s.observe()
		if stopped || r.Settled() {
			break
		}
	}
	return r, nil
}

// deeper is the step of the depth: one move of the attacker.
const deeper = 2

// deepen searches both questions to a depth, unless they are answered.
func (s *Search) deepen(r *Result, depth int) error {
	r.Depth = depth
	s.table.round++
	for _, attacker := range board.Colors {
		found := recordOf(r.Low, r.High, r.Position.Turn)
		if found.answer(attacker) != open {
			continue
		}
		k, a, _, err := s.recall(&r.Position, attacker)
		if a == open && err == nil {
			s.path = append(s.path[:0], k)
			a, _, err = s.walk(&r.Position, attacker, depth)
			s.path = s.path[:0]
		}
		if a == open && err == nil {
			a, err = s.closed(&r.Position, attacker, s.spots())
		}
		if err != nil {
			return err
		}
		found.learn(attacker, a)
		low := r.Low
		if r.Low, r.High = found.bounds(r.Position.Turn); r.Low > low {
			r.proof = s.table.find(
				k,
			).move // the table may not store the position after it, as that may depend on this one
		}
	}
	return nil
}

// proofFirst sorts the move that proves the lower bound before others. Another winning move may only lead back to this
// position.
func (r *Result) proofFirst(a, b Move) int {
	switch r.proof {
	case a.Move:
		return -1
	case b.Move:
		return 1
	}
	return 0
}

// judgeMoves updates the bounds of the moves.
func (s *Search) judgeMoves(r *Result) error {
	for i := range r.Moves {
		m := &r.Moves[i]
		p := r.Position.Play(m.Move)
		found := recordOf(m.Low, m.High, r.Position.Turn)
		for _, attacker := range board.Colors {
			_, a, _, err := s.glance(&p, attacker)
			if err != nil {
				return err
			}
			found.learn(attacker, a)
		}
		m.Low, m.High = found.bounds(r.Position.Turn)
		m.High = min(m.High, r.High)
		if m.Move == r.proof {
			m.Low = max(m.Low, r.Low)
		}
	}
	slices.SortStableFunc(r.Moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Low, a.Low), cmp.Compare(b.High, a.High), r.proofFirst(a, b))
	})
	return nil
}
