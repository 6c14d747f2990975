package find

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// Only the moves of a position show whether a single one keeps the result. Most positions have
// several such moves. The search finds two of them inside the frame for 64 positions at a time. It
// looks at the moves of the other positions one by one.

// findKept finds which positions of the frame a quiet move to them keeps the result.
func (s *Search) findKept() {
	s.kept = s.kept[:0]
	for first := 0; first < s.layout.FrameEntries(); first += 64 {
		var lanes board.Bitboard
		var sc slice.Scene
		if s.scene(first, &sc) {
			lanes = among(s.keeping, s.others, first) &^ sc.Illegal(s.first.Side.Other())
		}
		s.kept = append(s.kept, lanes)
	}
}

// keptTwice returns those of the lanes of a word in which two moves inside the frame
// keep the result.
func (s *Search) keptTwice(word int, sc *slice.Scene, lanes board.Bitboard) board.Bitboard {
	once, twice := s.reach(s.kept, s.first.Side, word, sc)
	if inner := &sc.Men[sc.Inner]; inner.Color == s.first.Side {
		for rest := lanes &^ twice; rest != 0; rest = rest.Rest() {
			lane := rest.First()
			kept := (board.Attacks(inner.Type, lane, sc.Fixed) & s.kept[word]).Count()
			if kept > 1 || kept == 1 && once.Has(lane) {
				twice |= lane.Bit()
			}
		}
	}
	return twice
}

// reach returns the lanes of a word from which outer pieces of a side have one move into a set, and those with two. The
// set has the lanes of each word of the frame.
func (s *Search) reach(set []board.Bitboard, side board.Color, word int, sc *slice.Scene) (once, twice board.Bitboard) {
	outer, end := s.layout.Outer()
	for i := outer; i < end; i++ {
		m := &sc.Men[i]
		if m.Color != side {
			continue
		}
		stride := s.layout.Stride(i) >> 6
		targets := board.Attacks(m.Type, m.Square, sc.Fixed) &^ sc.Fixed
		for ; targets != 0; targets = targets.Rest() {
			to := targets.First()
			into := set[word+(int(to)-int(m.Square))*stride] &^ board.Between(m.Square, to)
			once, twice = once|into, twice|once&into
		}
	}
	return once, twice
}

// onlyMove returns the move of a position of the class that keeps the result, if there is just one and it has the
// themes.
func (s *Search) onlyMove(p *board.Position) (only board.Move, ok bool, err error) {
	s.legal = p.LegalMoves(s.legal[:0])
	for _, m := range s.legal {
		after := p.Play(m)
		v, err := s.moves.Child(&after, m)
		if err != nil {
			return only, false, err
		}
		if s.metric.Outcome(s.metric.After(value.KindOf(p, m), v)) != s.result {
			continue
		}
		if ok || !haveAll(s.query.Themes, p, m) {
			return only, false, nil
		}
		only, ok = m, true
	}
	return only, ok, nil
}

// isRow reports whether the single move of a position begins a row of the given length.
func (s *Search) isRow(p *board.Position, only board.Move, row int) (bool, error) {
	if row <= 1 {
		return true, nil
	}
	reached := p.Play(only)
	replies, values, err := s.moveValues(&reached)
	if err != nil || len(replies) == 0 {
		return false, err
	}
	best := slices.MaxFunc(values, value.Compare)
	for i, reply := range replies {
		if values[i] != best {
			continue
		}
		next := reached.Play(reply)
		moves, after, err := s.moveValues(&next)
		if err != nil {
			return false, err
		}
		keeps := func(v value.Value) bool { return s.metric.Outcome(v) == s.result }
		kept := slices.IndexFunc(after, keeps)
		if kept < 0 || slices.ContainsFunc(after[kept+1:], keeps) {
			continue
		}
		if ok, err := s.isRow(&next, moves[kept], row-1); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// moveValues returns the legal moves of any position, and the value of each for the side that makes it.
func (s *Search) moveValues(p *board.Position) ([]board.Move, []value.Value, error) {
	moves := p.LegalMoves(nil)
	after := make([]board.Position, len(moves))
	for i, m := range moves {
		after[i] = p.Play(m)
	}
	values, unproven, err := s.library.Values(s.ctx, after)
	if err != nil {
		return nil, nil, err
	}
	s.note(unproven)
	for i, m := range moves {
		values[i] = s.metric.After(value.KindOf(p, m), values[i])
	}
	return moves, values, nil
}
