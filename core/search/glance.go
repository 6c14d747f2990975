package search

import (
	"cmp"
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/value"
)

// errStopped ends a search at its limits. errNear restarts it, as new tables have positions near the root.
var (
	errStopped = errors.New("search stopped")
	errNear    = errors.New("new tables near the root")
)

// count counts a position, and ends the search at its limits.
func (s *Search) count() error {
	s.nodes++
	if s.limits.Nodes > 0 && s.nodes > s.limits.Nodes {
		return errStopped
	}
	if s.nodes%16 == 0 && s.ctx.Err() != nil { // sixteen positions may read sixteen tiles
		return errStopped
	}
	if s.nodes%1024 == 0 {
		s.observe()
		if near, err := s.cameNear(); near || err != nil {
			return cmp.Or(err, errNear)
		}
	}
	return nil
}

// cameNear reports whether new tables have more of the first position and those after its moves than the tables before.
func (s *Search) cameNear() (bool, error) {
	if !s.renewed || s.tables == nil {
		return false, nil
	}
	s.renewed = false
	before := s.near
	s.near = 0
	look := func(p board.Position) error {
		if len(p.Men()) > mostMen(s.tables) {
			return nil
		}
		_, stored, err := s.tables.Value(&p)
		if stored != library.Missing {
			s.near++
		}
		return err
	}
	if err := look(s.result.Position); err != nil {
		return false, err
	}
	for _, m := range s.result.Moves {
		if err := look(s.result.Position.Play(m.Move)); err != nil {
			return false, err
		}
	}
	return s.near > before, nil
}

// observe passes the counts to the observer.
func (s *Search) observe() {
	s.result.Plies, s.result.Nodes, s.result.TableHits = s.reached, s.nodes, s.probes
	if s.limits.Observe != nil {
		s.limits.Observe(s.result)
	}
}

// glance returns the answer for a position after a move, as far as it needs no look at the moves.
func (s *Search) glance(p *board.Position, attacker board.Color) (k key, a answer, rests int, err error) {
	if s.wins.wins(p) {
		if p.Turn == attacker {
			return key{}, yes, free, nil
		}
		return key{}, no, free, nil
	}
	return s.recall(p, attacker)
}

// recall is a glance without the wins known of whole classes. At the root these would be an outcome without a move.
func (s *Search) recall(p *board.Position, attacker board.Color) (k key, a answer, rests int, err error) {
	if cannotWin(p, attacker) {
		return key{}, no, free, nil
	}
	v, tabled, err := s.tabled(p)
	if err != nil {
		return key{}, open, 0, err
	}
	if tabled {
		s.probes++
		a = no
		if v.Outcome() == value.Win && p.Turn == attacker || v.Outcome() == value.Loss && p.Turn != attacker {
			a = yes
		}
		return key{}, a, free, nil
	}
	k = keyOf(p)
	for i, above := range s.path {
		if above == k {
			return k, no, i, nil
		}
	}
	r := s.table.find(k)
	return k, r.answer(attacker), free, nil
}

// tabled returns the value of a position, if a table has it.
func (s *Search) tabled(p *board.Position) (value.Value, bool, error) {
	if s.tables == nil || len(p.Men()) > mostMen(s.tables) {
		return 0, false, nil
	}
	v, stored, err := s.tables.Value(p)
	return v, stored == library.Here, err
}

// cannotWin reports whether a side cannot mate by any play.
func cannotWin(p *board.Position, c board.Color) bool {
	for _, m := range p.Men() {
		if m.Color == c && m.Type != board.King {
			return p.InsufficientMaterial()
		}
	}
	return true
}
