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

// Moves finds the values of positions of a class from legal moves, one at a time. Its code is slow and simple. Only one
// goroutine may use it.
type Moves struct {
	layout *slice.Layout // of the class
	metric *value.Metric
	source solve.Source
	levels map[*slice.Layout][]value.Level // levels at which values are seen
	list   []board.Move                    // of the position, and of the positions before it
	after  []board.Position                // after moves of these positions
	recent [64]recentSpan                  // by frame
}

// A recentSpan is the last span with its number.
type recentSpan struct {
	of   frames
	span solve.Span
}

// frames identifies the frames of a slice with one side to move, as seen at a level.
type frames struct {
	layout *slice.Layout
	slice  slice.Number
	side   board.Color
	level  int
}

// NewMoves returns a Moves for a layout of the source.
func NewMoves(l *slice.Layout, metric *value.Metric, source solve.Source) *Moves {
	return &Moves{layout: l, metric: metric, source: source, levels: map[*slice.Layout][]value.Level{}}
}

// Value returns the value of a position from its legal moves.
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

// Child returns the value of a position after a move. Tables have no positions with en passant, so there the value also
// comes from the legal moves.
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

// stored reads a value, level by level.
func (m *Moves) stored(l *slice.Layout, at slice.Place) (value.Value, error) {
	levels, known := m.levels[l]
	if !known {
		levels = exits.LevelsSeen(l, m.metric)
		m.levels[l] = levels
	}
	for _, level := range levels {
		b, err := m.seen(l, at, level)
		if err != nil || !level.IsLater(b) {
			return level.Value(b), err
		}
	}
	return value.Draw, store.Named(
		l.Class.String(),
		fmt.Errorf("%w: no level has the length of a line", store.ErrCorrupt),
	)
}

// seen reads a value as seen at a level.
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
