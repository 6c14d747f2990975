package library

import (
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// Moves finds the values of positions of a class from legal moves, one at a
// time: slow and obvious. It is used by one goroutine.
type Moves struct {
	layout *slice.Layout // of the class
	metric *value.Metric
	source solve.Source
	levels map[*slice.Layout][]value.Level // at which values are seen
	list   []board.Move                    // of the position, and of those that led to it
	after  []board.Position                // after moves of these
	recent [64]recentSpan                  // by frame
}

// A recentSpan is the span that was read last of those that share its number.
type recentSpan struct {
	of   frames
	span solve.Span
}

// frames are those of a slice with one side to move, as they are seen at a level.
type frames struct {
	layout *slice.Layout
	slice  slice.Number
	side   board.Color
	level  int
}

// NewMoves returns one for a layout that the source gave.
func NewMoves(l *slice.Layout, metric *value.Metric, source solve.Source) *Moves {
	return &Moves{layout: l, metric: metric, source: source, levels: map[*slice.Layout][]value.Level{}}
}

// Value returns the value of a position as its legal moves say.
func (m *Moves) Value(p *board.Position) (value.Value, error) {
	start := len(m.list)
	m.list = p.LegalMoves(m.list)
	moves := m.list[start:]
	at := len(m.after)
	defer func() { m.list, m.after = m.list[:start], m.after[:at] }()
	var backup value.Backup
	for _, move := range moves {
		m.after = append(m.after[:at], p.Play(move))
		child, err := m.Child(&m.after[at], move)
		if err != nil {
			return value.Draw, err
		}
		backup.Add(m.metric, value.KindOf(p, move), child)
	}
	return backup.Value(p), nil
}

// Child returns the value of a position after a move. Tables know nothing of
// en passant, so where it is possible the moves decide again.
func (m *Moves) Child(p *board.Position, move board.Move) (value.Value, error) {
	if p.EnPassant != board.NoSquare {
		return m.Value(p)
	}
	if move.Promotion == board.NoPiece && len(p.Men()) == len(m.layout.Men) && p.Rights == m.layout.Class.Rights() {
		return m.stored(m.layout, m.layout.LocateFor(p, board.White))
	}
	class, swapped := material.OfPosition(p)
	if class.BareKings() {
		return value.Draw, nil
	}
	first := board.White
	if swapped {
		first = board.Black
	}
	l, err := m.source.Layout(class)
	if err != nil {
		return value.Draw, err
	}
	return m.stored(l, l.LocateFor(p, first))
}

// stored reads a value, from one level after the other.
func (m *Moves) stored(l *slice.Layout, at slice.Place) (value.Value, error) {
	levels, known := m.levels[l]
	if !known {
		levels = exits.LevelsSeen(l, m.metric)
		m.levels[l] = levels
	}
	for _, level := range levels {
		b, err := m.seen(l, at, level)
		if err != nil || !level.IsMore(b) {
			return level.Value(b), err
		}
	}
	return value.Draw, store.Named(
		l.Class.String(),
		fmt.Errorf("%w: no level says how long a line is", store.ErrCorrupt),
	)
}

// seen reads what is seen of a value at a level.
func (m *Moves) seen(l *slice.Layout, at slice.Place, level value.Level) (value.Byte, error) {
	size := l.FrameEntries()
	frame := l.FrameOf(at.Entry)
	of := frames{l, at.Slice, at.Side, level.Number()}
	recent := &m.recent[(int(frame)+level.Number())%len(m.recent)]
	if recent.of != of || recent.span.Frame(frame, size) == nil {
		source := m.source
		if leveled, ok := source.(solve.LeveledSource); ok {
			source = leveled.At(level)
		}
		span, err := source.Span(l, at.Slice, at.Side, frame)
		if err != nil {
			return value.DrawByte, err
		}
		if span.Borrowed {
			span = solve.Span{First: frame, Values: slices.Clone(span.Frame(frame, size))}
		}
		*recent = recentSpan{of, span}
	}
	return recent.span.Frame(frame, size)[int(at.Entry)%size], nil
}
