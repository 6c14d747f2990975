package library

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// A leveledSource returns values as seen at a level: see package value.
type leveledSource struct {
	*Source
	level value.Level
	views *value.Views // of a table with a single level; nil until they are needed
	room  []value.Byte
}

// At implements [solve.LeveledSource]. Only the goroutine of the source may use the result.
func (s *Source) At(level value.Level) solve.Source {
	if level == value.OnlyLevel {
		return s
	}
	return &leveledSource{Source: s, level: level}
}

// Span implements [solve.Source].
func (s *leveledSource) Span(
	l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo,
) (solve.Span, error) {
	span, views, err := s.Stored(l, number, side, frame)
	if err != nil || views == nil {
		return span, err
	}
	s.room = append(s.room[:0], span.Frame(frame, l.FrameEntries())...)
	for i, b := range s.room {
		s.room[i] = views[b]
	}
	return solve.Span{First: frame, Values: s.room, Borrowed: true}, nil
}

// Stored implements [solve.StoredSource].
func (s *leveledSource) Stored(
	l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo,
) (solve.Span, *value.Views, error) {
	b, t, err := s.ownerOf(l)
	if err != nil {
		return solve.Span{}, nil, err
	}
	if b != nil {
		return s.pushed(b, number, side, frame)
	}
	return s.table(t, l, number, side, frame)
}

// table returns a frame of a table, with the views of its bytes unless they are views.
func (s *leveledSource) table(
	t *Table, l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo,
) (solve.Span, *value.Views, error) {
	if t.Header.Levels() == 1 || l.Promoted() >= 0 && t.HasFaces(l.Right()) {
		span, err := s.inBytes(t, l, number, side, frame)
		return span, s.viewsOfBytes(), err
	}
	span, err := s.inLevels(t, l, number, side, frame)
	return span, nil, err
}

// inLevels returns a frame of a table with several levels.
func (s *leveledSource) inLevels(
	t *Table, l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo,
) (solve.Span, error) {
	switch {
	case s.side.has(l, number, side, s.level):
		return s.side.span(s.level, frame), nil
	case s.unpacks(l):
		return s.unpacked.span(t, unpackedKey{l, side, s.level.Number()}, number, frame)
	case l.Promoted() >= 0:
		return s.faceBeside(t, l, number, side, frame, s.level)
	}
	if err := t.checkRead(number); err != nil {
		return solve.Span{}, err
	}
	if !t.Header.Stores(side) {
		return s.span(l, t.partOf(number, side, frame, s.level.Number()), frame)
	}
	return s.combine(l, frame, t.levelsOf(number, side), func(level int) (solve.Span, error) {
		return s.span(l, t.partOf(number, side, frame, level), frame)
	})
}

// pushed returns a frame of a class that is being built, as table does.
func (s *leveledSource) pushed(
	b *building, number slice.Number, side board.Color, frame slice.FrameNo,
) (solve.Span, *value.Views, error) {
	l, levels := b.Layout(), b.Levels(number)
	if levels == 0 { // the slice was finished earlier
		t, err := s.finishedInLevels(b, number)
		if err != nil {
			return solve.Span{}, nil, err
		}
		if t != nil {
			return s.table(t, l, number, side, frame)
		}
	}
	if levels <= 1 {
		span, err := s.Source.pushed(b, number, side, frame)
		return span, s.viewsOfBytes(), err
	}
	span, err := s.combine(l, frame, levels, func(level int) (solve.Span, error) {
		return s.pushedIn(b, number, side, frame, level)
	})
	return span, nil, err
}

// finishedInLevels returns the table of a class that is being built if it stores a slice in several levels, else nil.
func (s *leveledSource) finishedInLevels(b *building, number slice.Number) (*Table, error) {
	if _, err := s.lib.faces.open(s.ctx, b.Layout(), b.Layout().Class.PushFace(), number); err == nil {
		return nil, nil // a face has only one level
	}
	t, err := b.finished(s.Source, number)
	if err != nil || !t.hasLevels(number) {
		return nil, err
	}
	return t, nil
}

// viewsOfBytes returns the views of bytes of a single level, or nil if the bytes are the views.
func (s *leveledSource) viewsOfBytes() *value.Views {
	if s.level.IsByte() {
		return nil
	}
	if s.views == nil {
		s.views = new(value.Views)
		for b := range s.views {
			s.views[b] = s.level.View(value.Value(b))
		}
	}
	return s.views
}

// has reports whether the side is that of a slice with a side to move, as seen at a level. A nil side has no values.
func (s *Side) has(l *slice.Layout, number slice.Number, color board.Color, level value.Level) bool {
	return s != nil && s.Layout == l && s.Number == number && s.Color == color && slices.Contains(s.Levels, level)
}

// span returns a frame.
func (s *Side) span(level value.Level, frame slice.FrameNo) solve.Span {
	values := s.Seen[slices.Index(s.Levels, level)][s.Color]
	return solve.Span{First: frame, Values: values[s.Layout.FirstEntry(frame):][:s.Layout.FrameEntries()]}
}

// combine returns a frame as seen at the source's level, given its stored levels.
func (s *leveledSource) combine(
	l *slice.Layout, frame slice.FrameNo, levels int, stored func(level int) (solve.Span, error),
) (solve.Span, error) {
	span, err := stored(0)
	if err != nil || s.level.Number() == 0 {
		return span, err
	}
	size := l.FrameEntries()
	seen := span.Frame(frame, size)
	for level := 1; level <= s.level.Number(); level++ {
		room := make([]value.Byte, size)
		if level < levels {
			span, err := stored(level)
			if err != nil {
				return span, err
			}
			copy(room, span.Frame(frame, size))
		}
		s.level.WithNumber(level).ViewAfter(s.level.WithNumber(level-1), seen, room)
		seen = room
	}
	return solve.Span{First: frame, Values: seen}, nil
}

// Source returns a source of the tables for a solver. Each goroutine needs its own.
func (lib *Library) Source(ctx context.Context) *Source {
	s := &Source{ctx: ctx, lib: lib, ahead: map[aheadKey]*lookahead{}}
	s.at = s.At
	return s
}

// Span implements [solve.Source]. It returns an error for tables in several levels, except for their faces: see
// [Source.At].
func (s *Source) Span(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (solve.Span, error) {
	b, t, err := s.ownerOf(l)
	if err != nil {
		return solve.Span{}, err
	}
	if b != nil {
		return s.pushed(b, number, side, frame)
	}
	if l.Promoted() < 0 || !t.HasFaces(l.Right()) {
		if err := t.fitsBytes(); err != nil {
			return solve.Span{}, err
		}
	}
	return s.inBytes(t, l, number, side, frame)
}

// inBytes returns a frame of a table with a single level, or of the first level.
func (s *Source) inBytes(
	t *Table, l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo,
) (solve.Span, error) {
	switch {
	case s.side.has(l, number, side, value.OnlyLevel):
		return s.side.span(value.OnlyLevel, frame), nil
	case s.unpacks(l):
		return s.unpacked.span(t, unpackedKey{layout: l, side: side}, number, frame)
	case l.Promoted() >= 0:
		return s.face(t, l, number, side, frame)
	}
	if err := t.checkRead(number); err != nil {
		return solve.Span{}, err
	}
	return s.span(l, t.partOf(number, side, frame, 0), frame)
}
