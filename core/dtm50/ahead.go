package dtm50

import (
	"cmp"
	"maps"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/value"
)

// cut calls a function with the values of a slice or, if the layout is a face, of the slices of the face in it.
func cut(l *slice.Layout, number slice.Number, values Mates, do func(number slice.Number, values Mates) error) error {
	whole := l.Whole()
	if whole == nil {
		return do(number, values)
	}
	cutter := slice.NewCutter[value.Byte](l)
	cutInto := func(number slice.Number, into, values []value.Byte) error {
		frameOf := func(frame slice.FrameNo, _ board.Square) ([]value.Byte, error) {
			return values[whole.FirstEntry(frame):][:whole.FrameEntries()], nil
		}
		for frame := range l.Frames().Len() {
			if err := cutter.Frame(number, frame, frameOf, into[l.FirstEntry(frame):][:l.FrameEntries()]); err != nil {
				return err
			}
		}
		return nil
	}
	for number, end := l.FaceSlices(number); number < end; number++ {
		into := newMates(l.Entries(), values.later != nil)
		err := cutInto(number, into.first, values.first)
		if err == nil && values.later != nil {
			err = cutInto(number, into.later, values.later)
		}
		if err == nil {
			err = do(number, into)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// An ahead looks ahead from the slices of a class or face. It has the stored side of a slice with the next clock. It
// reads that of slices that pawn pushes lead to, with a clock at 0.
type ahead struct {
	layout, whole *slice.Layout // the same, or those of a face
	side          board.Color   // to move in the results
	levels        []*aheadLevel

	number slice.Number
	values Mates
	pushed map[slice.Number]Mates // slices of the whole class
	read   func(number slice.Number) (Mates, error)
}

// newAhead returns an ahead with the values of other classes. It has two levels if the stored values or those have.
func newAhead(
	l *slice.Layout, side board.Color, others held, leveled bool, read func(slice.Number) (Mates, error),
) *ahead {
	a := &ahead{layout: l, whole: cmp.Or(l.Whole(), l), side: side, pushed: map[slice.Number]Mates{}, read: read}
	add := func(level value.Level, source exits.Source) {
		at := &aheadLevel{Source: source, ahead: a, level: level}
		at.look = lookahead.New(l, metric, at).At(level)
		a.levels = append(a.levels, at)
	}
	source := others.sources(1)[0]
	if !leveled && !others.isLeveled() {
		add(value.OnlyLevel, source)
		return a
	}
	for _, level := range levels {
		add(level, source.(exits.LeveledSource).At(level))
	}
	return a
}

// forget drops the slices that pushes from a slice of the whole class do not lead to.
func (a *ahead) forget(number slice.Number) {
	pushes := a.whole.Pushes(number)
	maps.DeleteFunc(a.pushed, func(to slice.Number, _ Mates) bool { return !slices.Contains(pushes, to) })
}

// slice returns the values of a slice, given those of the stored side with the next clock.
func (a *ahead) slice(number slice.Number, next Mates) (Mates, error) {
	a.number, a.values = number, next
	values := newMates(a.layout.Entries(), len(a.levels) > 1)
	if err := a.levels[0].slice(values.first); err != nil || values.later == nil {
		return values, err
	}
	if err := a.levels[1].slice(values.later); err != nil {
		return values, err
	}
	for entry := range slice.Entry(a.layout.Entries()) {
		values.set(entry, values.At(entry)) // the later level has no meaning if the first one has the value
	}
	return values, nil
}

// An aheadLevel looks ahead at one of the levels. It is the [exits.Source] of the look ahead.
type aheadLevel struct {
	exits.Source // of other classes
	*ahead
	level value.Level
	look  *lookahead.Lookahead
	room  []value.Byte
}

func (a *aheadLevel) slice(into []value.Byte) error {
	a.look.Begin(a.number, a.side)
	for _, frame := range a.look.Order(a.side) {
		if !a.layout.Leads(a.number, frame) {
			continue
		}
		first := a.layout.FirstEntry(frame)
		if err := a.look.Frame(frame, into[first:][:a.layout.FrameEntries()]); err != nil {
			return err
		}
	}
	return nil
}

// Layout implements [exits.Source].
func (a *aheadLevel) Layout(class material.Class) (*slice.Layout, error) {
	if class == a.whole.Class {
		return a.whole, nil
	}
	return a.Source.Layout(class)
}

// Span implements [exits.Source].
func (a *aheadLevel) Span(
	l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo,
) (solve.Span, error) {
	switch {
	case l == a.layout && number == a.number:
		return a.span(a.values, frame, l), nil
	case l != a.whole:
		return a.Source.Span(l, number, side, frame)
	}
	pushed, found := a.pushed[number]
	if !found {
		var err error
		if pushed, err = a.read(number); err != nil {
			return solve.Span{}, err
		}
		a.pushed[number] = pushed
	}
	return a.span(pushed, frame, l), nil
}

// span returns the views of the values of a frame.
func (a *aheadLevel) span(of Mates, frame slice.FrameNo, l *slice.Layout) solve.Span {
	if a.level == value.OnlyLevel {
		return solve.Span{Values: of.first}
	}
	a.room = a.room[:0]
	first := l.FirstEntry(frame)
	for entry := range slice.Entry(l.FrameEntries()) {
		a.room = append(a.room, a.level.View(of.At(first+entry)))
	}
	return solve.Span{First: frame, Values: a.room, Borrowed: true}
}
