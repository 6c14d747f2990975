package find

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// If a table stores only one side to move, most values of the other side are not needed. The moves inside a frame lead
// from words to words, and rule out zugzwangs for 64 positions at a time. The search looks at the others one by one.

// findMutual finds the entries of the frame that may be mutual zugzwangs, from the values of the stored side. It
// returns false if these are too many to be looked at one by one.
func (s *Search) findMutual() bool {
	loaded := s.loaded[s.stored]
	s.kept, s.held, s.mutual = s.kept[:0], s.held[:0], s.mutual[:0]
	clear(s.passed)
	for first := 0; first < s.layout.FrameEntries(); first += 64 {
		var won, held board.Bitboard
		var sc slice.Scene
		if s.scene(first, &sc) {
			legal := ^sc.Illegal(s.stored)
			won, held = among(s.winning, loaded, first)&legal, among(s.holding, loaded, first)&legal
		}
		s.kept, s.held = append(s.kept, won), append(s.held, held)
	}
	left := 0
	for first := 0; first < s.layout.FrameEntries(); first += 64 {
		var lanes board.Bitboard
		var sc slice.Scene
		if s.scene(first, &sc) {
			lanes = s.escapeless(s.held, first>>6, &sc, among(s.draws, loaded, first)&^sc.Illegal(s.stored)) |
				s.escapeless(s.kept, first>>6, &sc, among(s.losses, loaded, first)&^sc.Illegal(s.stored))
			lanes &^= sc.Illegal(s.stored.Other())
		}
		s.mutual = append(s.mutual, lanes)
		left += lanes.Count()
	}
	return (left+1)*s.manyLeft <= s.layout.FrameEntries()
}

// escapeless returns the given lanes of a word without those from which the side that is not stored has a move into a
// set. It looks only at moves inside the frame.
func (s *Search) escapeless(set []board.Bitboard, word int, sc *slice.Scene, lanes board.Bitboard) board.Bitboard {
	if lanes == 0 {
		return 0
	}
	once, _ := s.reach(set, s.stored.Other(), word, sc)
	lanes &^= once
	if inner := &sc.Men[sc.Inner]; inner.Color == s.stored.Other() {
		for rest := lanes; rest != 0; rest = rest.Rest() {
			if lane := rest.First(); board.Attacks(inner.Type, lane, sc.Fixed)&set[word] != 0 {
				lanes &^= lane.Bit()
			}
		}
	}
	return lanes
}

// judgeMutual finds out by its moves whether an entry that may be a mutual zugzwang is one.
func (s *Search) judgeMutual(f *Found, entry int) (bool, error) {
	p := board.NewPosition(s.stored.Other(), f.Position.Men()...)
	p.Rights = f.Position.Rights
	here := s.valueOf(s.loaded[s.stored], entry)
	passed, known := s.passed[entry]
	if !known {
		var err error
		if passed.value, passed.ok, err = s.valueBelow(&p, -s.metric.Outcome(here)); err != nil {
			return false, err
		}
		s.passed[entry] = passed
	}
	if !passed.ok {
		return false, nil
	}
	f.Value, f.Passed = here, passed.value
	if s.first.Side != s.stored {
		f.Value, f.Passed = passed.value, here
	}
	return s.query.Values(s.metric, f.Value), nil
}

// valueBelow returns the value of a position with the side to move that is not stored, if its outcome is below the
// given one. It looks up moves that leave the slice last, as they need other tables: mostly other moves decide before.
func (s *Search) valueBelow(p *board.Position, o value.Outcome) (v value.Value, ok bool, err error) {
	var backup value.Backup
	var after []board.Position
	var kinds []value.MoveKind
	for _, m := range p.LegalMoves(nil) {
		child, kind := p.Play(m), value.KindOf(p, m)
		if kind != value.Quiet || child.Rights != p.Rights {
			after, kinds = append(after, child), append(kinds, kind)
			continue
		}
		v, err := s.moves.Child(&child, m)
		if err != nil {
			return v, false, err
		}
		if s.metric.Outcome(s.metric.After(kind, v)) >= o {
			return v, false, nil
		}
		backup.Add(s.metric, kind, v)
	}
	values, unproven, err := s.library.Values(s.ctx, after)
	if err != nil {
		return v, false, err
	}
	s.note(unproven)
	for i, kind := range kinds {
		backup.Add(s.metric, kind, values[i])
	}
	v = backup.Value(p)
	return v, s.metric.Outcome(v) < o, nil
}

// isRepeated reports whether a search with either side to move passes on a mutual zugzwang in another form. That form
// has White to move, or exchanged colors. The latter is another position if the sides have different men, or if the
// query has demands for men.
func (s *Search) isRepeated(f *Found) bool {
	if !s.query.Kind.isMutual() || !s.query.Both {
		return false
	}
	if s.first.Side == board.Black && s.accepts(f.Passed, f.PassedRounded) {
		return true
	}
	exchanged := exchangeColors(&f.Position)
	class, swapped := material.OfPosition(&exchanged)
	if len(s.images) > 0 || swapped || class != s.query.Class {
		return false
	}
	one, other := leastImage(&f.Position), leastImage(&exchanged)
	return slices.Compare(other[:], one[:]) < 0
}
