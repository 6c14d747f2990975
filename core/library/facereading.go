package library

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// face returns a frame of a face. If the face is missing, the frame comes from frames of the table with the same side
// to move. If that is not stored, it comes from the other one.
func (s *Source) face(
	t *Table, l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo,
) (solve.Span, error) {
	if f := faceOf(l); side == f.Turn() {
		span, err := s.storedFace(f, l, number, frame)
		if !isLost(err) {
			return span, err
		}
	}
	return s.faceBeside(t, l, number, side, frame, t.level(0))
}

// faceOf returns the face that has a layout.
func faceOf(l *slice.Layout) material.Face {
	still := l.Men[l.Promoted()]
	return material.Face{Class: l.Class, Still: board.Man{Color: still.Color, Type: still.Type}, Right: l.Right()}
}

// storedFace reads a frame of a stored face. An error matches [store.ErrMissing] or [store.ErrCorrupt] if the face is
// missing or damaged.
func (s *Source) storedFace(
	f material.Face, l *slice.Layout, number slice.Number, frame slice.FrameNo,
) (solve.Span, error) {
	file, err := s.lib.faces.open(s.ctx, l.Whole(), f, l.WholeSlice(number))
	if err != nil {
		return solve.Span{}, err
	}
	chunks := facefile.NewChunks(l)
	chunk, at, size := chunks.Find(number, frame)
	chunk += int(l.WholeSlice(number)-file.First) * chunks.Count()
	values, err := s.faceChunk(file, chunk, size)
	if err != nil {
		if isLost(err) {
			s.lib.faces.giveUp(file)
		}
		return solve.Span{}, err
	}
	if chunks.Together { // frames are in their own order
		return solve.Span{Values: values[at-int(l.FirstEntry(frame)):][:l.Entries()], Borrowed: true}, nil
	}
	return solve.Span{First: frame, Values: values[at:][:l.FrameEntries()], Borrowed: true}, nil
}

// mostChunks is the number of chunks of faces that a source keeps. It is the largest number of faces that a source
// reads side by side. Two pawns on the seventh rank promote to four pieces each, by pushes and by captures to both
// sides.
const mostChunks = 2 * 4 * 3

// faceChunk returns a chunk of a face, which is valid until other chunks replace it. The library does not cache it. A
// solver reads a face once, from its beginning to its end, so that the next chunk can reuse the memory of the last one.
func (s *Source) faceChunk(file *facefile.File, number, size int) ([]value.Byte, error) {
	for i, c := range s.chunks {
		if c.file == file && c.number == number {
			copy(s.chunks[1:i+1], s.chunks[:i]) // most recently used first
			s.chunks[0] = c
			return c.values, nil
		}
	}
	defer s.time()()
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	var values []value.Byte
	if n := len(s.chunks); n == mostChunks {
		values = s.chunks[n-1].values
		s.chunks = s.chunks[:n-1]
	}
	values = slices.Grow(values[:0], size)[:size]
	if err := file.Read(number, s.lib.readerOf(s.ctx, file), values); err != nil {
		return nil, err
	}
	s.chunks = slices.Insert(s.chunks, 0, heldChunk{file, number, values})
	return values, nil
}

// faceFiller returns a function that reads frames of a slice of a face from the table, as seen at a level.
//
// If the table does not store the face's side to move, the function looks ahead. The moves of that side do not move the
// promoted piece, but may capture it. So they lead to positions in the face, or outside the class's slice. This is a
// small part of a lookahead for whole frames. Otherwise the function cuts the frames out of those of the whole class.
func (s *Source) faceFiller(
	t *Table,
	cutter *slice.Cutter[value.Byte],
	l *slice.Layout,
	number slice.Number,
	side board.Color,
	level value.Level,
) func(frame slice.FrameNo, into []value.Byte) error {
	if side == faceOf(l).Turn() && !t.Header.Stores(side) {
		la := s.lookaheadAt(t, l, number, side, level)
		return func(frame slice.FrameNo, into []value.Byte) error {
			if !l.Leads(number, frame) {
				clear(into)
				return nil
			}
			if err := la.Frame(frame, into); err != nil {
				return err
			}
			return s.seeAfter(t, l, number, side, frame, level, into)
		}
	}
	from := s.at(level)
	whole := func(frame slice.FrameNo, _ board.Square) ([]value.Byte, error) {
		span, err := from.Span(t.Layout, l.WholeSlice(number), side, frame)
		return span.Frame(frame, t.Layout.FrameEntries()), err
	}
	return func(frame slice.FrameNo, into []value.Byte) error {
		return cutter.Frame(number, frame, whole, into)
	}
}

// faceBeside returns a frame of a face from the table. It reads and caches the frame together with its neighbours in a
// stored face. Most of these frames have few values, and would take many times as much memory one by one.
func (s *Source) faceBeside(
	t *Table, l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo, level value.Level,
) (solve.Span, error) {
	chunks, size := facefile.NewChunks(l), l.FrameEntries()
	frames, at := chunks.Beside(frame)
	promoted := l.Men[l.Promoted()]
	key := partKey{of: t, kind: facePart, number: number, side: side, right: l.Right(), level: level.Number()}
	key.index = (int(frames[0])*2+int(promoted.Color))*int(board.Pawn) + int(promoted.Type)
	values, err := s.values(key, len(frames)*size, func(into []value.Byte) error {
		fill := s.faceFiller(t, slice.NewCutter[value.Byte](l), l, number, side, level)
		for i, frame := range frames {
			if err := fill(frame, into[i*size:][:size]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return solve.Span{}, err
	}
	return solve.Span{First: frame, Values: values[at*size:][:size]}, nil
}
