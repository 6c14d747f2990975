package find

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// NewInFiles returns a search in Syzygy files instead of a table. The values are those of [value.ByFiftyMoves]. Files
// have no values of whole frames, so the search probes each position that has the demanded men.
//
// A position whose plies may be rounded is found if either number has one of the values, and is marked. A position is
// not found if rounding leaves open whether a single move keeps the result. Only moves in a row follow best play, and
// are not supported. In classes with more than [material.UsualMen] men, only [Search.Random] works.
func NewInFiles(ctx context.Context, files *syzygy.Tables, q Query) (*Search, error) {
	for _, kind := range []syzygy.Kind{syzygy.WDLFile, syzygy.DTZFile} {
		if !files.Has(q.Class, kind) {
			return nil, &syzygy.MissingError{Class: q.Class, Kind: kind}
		}
	}
	if q.Class.Rights() != 0 {
		return nil, syzygy.ErrCastling
	}
	if q.Row > 1 {
		return nil, words.Error("core.find.rowInFiles")
	}
	if q.Kind == Cyclic {
		return nil, words.Error("core.find.cyclicInFiles")
	}
	s, err := begin(ctx, q, slice.NewLayout(q.Class), value.ByFiftyMoves())
	if err != nil {
		return nil, err
	}
	s.files = files
	return s, nil
}

// InFiles reports whether the search reads Syzygy files.
func (s *Search) InFiles() bool { return s.files != nil }

// checkSize returns an error if the class is too large to look at all of its positions.
func (s *Search) checkSize() error {
	if s.files != nil && library.IsLarge(s.query.Class) {
		return words.Error("core.find.largeInFiles", "class", s.query.Class, "most", material.UsualMen)
	}
	return nil
}

// accepts reports whether a value is one of the query's. If its plies are rounded, so is the value with one ply more,
// which has the same outcome.
func (s *Search) accepts(v value.Value, rounded bool) bool {
	if s.query.Values(s.metric, v) {
		return true
	}
	more := syzygy.OnePlyMore(v)
	return rounded && s.metric.Category(more) == s.metric.Category(v) && s.query.Values(s.metric, more)
}

// judgeByFiles probes a position, and reports whether the query accepts it.
func (s *Search) judgeByFiles(f *Found) (ok bool, err error) {
	p := &f.Position
	passed, _ := p.Pass()
	if ok, err = s.mayBeInFiles(p, &passed); !ok || err != nil {
		return false, err
	}
	if f.Value, f.Rounded, err = s.files.Value(p, p.HasLegalMove()); err != nil || !s.accepts(f.Value, f.Rounded) {
		return false, err
	}
	switch {
	case s.query.Kind == Zugzwang:
		f.Passed, f.PassedRounded, err = s.files.Value(&passed, passed.HasLegalMove())
	case s.isOnly:
		f.Move, ok, err = s.onlyMoveInFiles(p)
	}
	return ok, err
}

// mayBeInFiles reports whether a position has the outcome that the kind requires, which is quicker to probe than plies.
// It is also given the position with the other side to move.
func (s *Search) mayBeInFiles(p, passed *board.Position) (bool, error) {
	if s.query.Kind == Any {
		return true, nil
	}
	outcome, err := s.files.Outcome(p)
	if err != nil || s.isOnly {
		return outcome.ByRule() == s.result, err
	}
	if outcome.ByRule() == value.Win {
		return false, nil
	}
	other, err := s.files.Outcome(passed)
	return outcome.ByRule()+other.ByRule() < 0, err
}

// onlyMoveInFiles returns the move of a position that keeps the result, if there is surely just one and it has the
// themes.
func (s *Search) onlyMoveInFiles(p *board.Position) (only board.Move, ok bool, err error) {
	s.legal = p.LegalMoves(s.legal[:0])
	for _, m := range s.legal {
		kept, sure, err := s.keepsInFiles(p, m)
		if err != nil || kept && ok || !sure || kept && !haveAll(s.query.Themes, p, m) {
			return only, false, err
		}
		if kept {
			only, ok = m, true
		}
	}
	return only, ok, nil
}

// keepsInFiles reports whether a move of a position keeps the result, and whether that is sure.
func (s *Search) keepsInFiles(p *board.Position, m board.Move) (kept, sure bool, err error) {
	after := p.Play(m)
	if p.IsZeroing(m) {
		outcome, err := s.files.Outcome(&after)
		return -outcome.ByRule() == s.result, true, err
	}
	v, rounded, err := s.files.Value(&after, after.HasLegalMove())
	keeps := func(v value.Value) bool { return s.metric.Outcome(s.metric.After(value.Quiet, v)) == s.result }
	kept = keeps(v)
	return kept, !rounded || keeps(syzygy.OnePlyMore(v)) == kept, err
}
