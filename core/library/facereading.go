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

// face gives a frame of a face: from the face, or, where that is missing, from frames of the
// whole class with the same side to move or, where that is not stored, with the other one.
func (s *Source) face(
	t *Table,
	l *slice.Layout,
	number slice.Number,
	side board.Color,
	frame slice.FrameNo,
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

// storedFace reads a frame of a face. An error matches [store.ErrMissing] or [store.ErrCorrupt] if it has to
// be found in another way.
func (s *Source) storedFace(
	f material.Face,
	l *slice.Layout,
	number slice.Number,
	frame slice.FrameNo,
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

// mostChunks is how many chunks of faces a source holds. It reads that many faces side by side at most: two pawns
// on the seventh rank are promoted into four pieces each, straight on and by captures to both sides.
const mostChunks = 2 * 4 * 3

// faceChunk returns a chunk of a face, which stays until others are asked for. It is not remembered by the library: a
// solver reads a face from its beginning to its end, and once, so that the memory of its last chunk does for the next
// one.
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

// faceFiller returns a function that fills in frames of a slice of a face from the table.
//
// If the side to move is not stored, it is the one that a face has, and looks ahead: its moves leave the
// promoted piece where it is, or capture it, so what they lead to is in the face, or outside of the class's
// slice. That is a small part of looking ahead to whole frames. Otherwise frames are cut out of those of the whole
// class. Values are seen at a level.
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

// faceBeside gives a frame of a face from the table. It is filled in and remembered with those that are beside it in
// a face that is stored: most have few values, and would take many times as much memory each by itself.
func (s *Source) faceBeside(
	t *Table,
	l *slice.Layout,
	number slice.Number,
	side board.Color,
	frame slice.FrameNo,
	level value.Level,
) (solve.Span, error) {
	chunks, size := facefile.NewChunks(l), l.FrameEntries()
	frames, at := chunks.Beside(frame)
	promoted := l.Men[l.Promoted()]
	key := partKey{of: t, kind: facePart, number: number, side: side, level: level.Number()}
	key.index = ((int(frames[0])*2+int(promoted.Color))*int(board.Pawn)+int(promoted.Type))*int(
		board.AllRights+1,
	) + int(
		l.Right(),
	)
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
