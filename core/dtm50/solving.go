package dtm50

import (
	"errors"
	"math"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/value"
)

// A solving solves the slices of a class one after the other, and holds their values: pawn moves read those of earlier
// slices. It begins with values in bytes. From the first slice on whose values do not fit, or if some held class has
// later values, it solves two levels.
type solving struct {
	layout  *slice.Layout
	own     *heldClass
	sources []exits.ClockedSource
	solver  *lookahead.Clocked
	leveled bool
}

// leveledFrom is a slice from which on all classes take two levels, without castling rights. Tests set it.
var leveledFrom = slice.Number(math.MaxInt32)

// solving begins a class with a number of threads, after the first slices, whose values are given.
func (h held) solving(l *slice.Layout, first []leveledValues, threads int) *solving {
	s := &solving{layout: l, own: &heldClass{part: part{class: l.Class}, layout: l}, sources: h.sources(threads)}
	for _, values := range first {
		s.own.add(values)
	}
	h[l.Class] = s.own
	s.leveled = h.isLeveled()
	s.begin()
	return s
}

func (s *solving) begin() {
	if s.leveled {
		s.solver = lookahead.NewLeveled(s.layout, levels, s.sources...)
		return
	}
	s.solver = lookahead.NewClocked(s.layout, s.sources...)
}

// widen turns to values at two levels.
func (s *solving) widen() {
	s.leveled, s.solver = true, nil
	s.begin()
}

// next solves the next slice. Observe gets the share of the slice that is done.
func (s *solving) next(observe func(done float64) error) (leveledValues, error) {
	number := slice.Number(len(s.own.slices))
	mayWiden := s.layout.Class.Rights() == 0 && !s.leveled
	switch {
	case s.leveled && s.layout.Class.Rights() != 0:
		return leveledValues{}, errWide
	case mayWiden && number >= leveledFrom:
		s.widen()
		mayWiden = false
	}
	s.solver.Observe(observe)
	values := leveledValues{first: solve.NewValues(s.layout)}
	if s.leveled {
		values.later = solve.NewValues(s.layout)
	}
	err := s.solver.Solve(number, values.list()...)
	if tooLong := new(kernel.TooLongError); mayWiden && errors.As(err, &tooLong) {
		s.widen()
		return s.next(observe)
	}
	if err != nil {
		return values, err
	}
	s.own.add(values)
	return values, nil
}

// solve solves the slices of a class, after the first ones, whose values are given. Observe gets the done share of the
// class, as often as by [lookahead.Clocked.Observe]. Each slice is passed on with its solver, which has the changes.
func (h held) solve(
	l *slice.Layout, first []leveledValues, threads int, observe func(done float64) error,
	each func(number slice.Number, s *lookahead.Clocked, values leveledValues) error,
) error {
	s := h.solving(l, first, threads)
	for number := slice.Number(len(first)); number < l.Slices(); number++ {
		done := func(done float64) error { return observe((float64(number) + done) / float64(l.Slices())) }
		values, err := s.next(done)
		if err != nil {
			return err
		}
		if err := each(number, s.solver, values); err != nil {
			return err
		}
	}
	return nil
}

// At implements [exits.LeveledSource].
func (s *source) At(level value.Level) exits.Source {
	if level.Number() == 0 {
		return s
	}
	fresh := func(later bool) *source {
		return &source{held: s.held, later: later, cutters: map[*slice.Layout]*slice.Cutter[value.Byte]{}}
	}
	v := &viewSource{source: fresh(false), later: fresh(true)}
	for b := range v.views {
		v.views[b] = level.View(value.Byte(b).Value())
	}
	return v
}

// A viewSource has the views of values at the later level ([value.Level.View]).
type viewSource struct {
	*source // of the first level
	later   *source
	views   [256]value.Byte // by a byte of the first level that has the value
	room    []value.Byte
}

// Span implements [exits.Source].
func (s *viewSource) Span(
	l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo,
) (solve.Span, error) {
	span, err := s.source.Span(l, number, side, frame)
	if err != nil {
		return span, err
	}
	var later []value.Byte
	if s.hasLater(l, number, side) {
		span, err := s.later.Span(l, number, side, frame)
		if err != nil {
			return span, err
		}
		later = span.Frame(frame, l.FrameEntries())
	}
	s.room = s.room[:0]
	for i, b := range span.Frame(frame, l.FrameEntries()) {
		view := s.views[b]
		if later != nil && levels[0].IsLater(b) {
			view = later[i]
		}
		s.room = append(s.room, view)
	}
	return solve.Span{First: frame, Values: s.room, Borrowed: true}, nil
}
