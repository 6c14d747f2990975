package library

import (
	"errors"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A building is a class that is being built. Its slices are read where pawn pushes lead to them: from
// the encoder, if it has made them; or else from the face of pushes of their unit; or else from the
// unit itself, which takes longest.
type building struct {
	Unfinished

	opening sync.Mutex
	table   *Table // of the units that are finished; nil until it is asked for
}

// pushed gives a frame of a class that is being built.
func (s *Source) pushed(b *building, number slice.Number, side board.Color, frame slice.FrameNo) (solve.Span, error) {
	if b.Levels(number) > 1 {
		return solve.Span{}, store.Named(b.Layout().Class.String(), errMoreThanBytes)
	}
	return s.pushedIn(b, number, side, frame, 0)
}

// pushedIn gives what a level tells of a frame of a class that is being built.
func (s *Source) pushedIn(b *building, number slice.Number, side board.Color, frame slice.FrameNo, level int) (solve.Span, error) {
	l := b.Layout()
	chunk, first, entries := l.FindChunk(frame)
	if values := b.Chunk(facefile.ChunkKey{Number: number, Side: side, Chunk: chunk, Level: level}); values != nil {
		return solve.Span{First: frame, Values: values[first:][:l.FrameEntries()]}, nil
	}
	key := partKey{of: b, kind: chunkPart, number: number, side: side, level: level, index: chunk}
	return s.span(l, inPart{key: key, first: first, entries: entries}, frame)
}

// readPushed fills in the values of a chunk of a class that is being built.
func (s *Source) readPushed(b *building, key facefile.ChunkKey, into []value.Byte) error {
	err := b.ReadChunk(key, into)
	if isLost(err) {
		err = s.readPushFace(b.Layout(), key, into)
	}
	if isLost(err) {
		err = s.readUnit(b, key, into)
	}
	return err
}

// isLost reports whether an error says that something has to be found in another way.
func isLost(err error) bool {
	return errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrCorrupt)
}

// readPushFace fills in the values of a chunk from the face of pushes of its unit.
func (s *Source) readPushFace(l *slice.Layout, key facefile.ChunkKey, into []value.Byte) error {
	file, err := s.lib.faces.open(s.ctx, l, l.Class.PushFace(), key.Number)
	if err != nil {
		return err
	}
	err = file.Read(file.PushChunk(l, key), s.lib.readerOf(s.ctx, file), into)
	if isLost(err) {
		s.lib.faces.giveUp(file)
	}
	return err
}

// readUnit fills in the values of a chunk from the table, as far as it is there.
func (s *Source) readUnit(b *building, key facefile.ChunkKey, into []value.Byte) error {
	t, err := b.finished(s)
	if err != nil {
		return err
	}
	if err := t.has(key.Number); err != nil {
		return err
	}
	if t.tellsMore(key.Number) {
		return store.Named(t.Layout.Class.String(), errMoreThanBytes)
	}
	size := t.Layout.FrameEntries()
	first, end := t.Layout.Chunk(key.Chunk)
	for frame := first; frame < end; frame++ {
		var span solve.Span
		if span, err = s.span(t.Layout, t.partOf(key.Number, key.Side, frame, 0), frame); err != nil {
			return err
		}
		copy(into[int(frame-first)*size:], span.Frame(frame, size))
	}
	return nil
}

// tellsMore reports whether several levels tell the values of a slice, which must be there.
func (t *Table) tellsMore(number slice.Number) bool {
	return slices.ContainsFunc(board.Colors[:], func(c board.Color) bool { return t.Header.Stores(c) && t.levelsOf(number, c) > 1 })
}

// finished returns what there was of the table when it was first asked for.
func (b *building) finished(s *Source) (*Table, error) {
	b.opening.Lock()
	defer b.opening.Unlock()
	if b.table != nil {
		return b.table, nil
	}
	var lone map[material.Class][]slice.Number
	if format.StoresLone(b.Layout()) {
		var err error
		if lone, err = catalog.ListLone(s.ctx, s.lib.store); err != nil {
			return nil, err
		}
	}
	t, err := openFinished(s.ctx, s.lib.store, b.Layout(), lone[b.Layout().Class])
	if err != nil {
		return nil, err
	}
	b.table, t.library = t, s.lib
	return t, nil
}

// close gives back what reading the table has opened. Nobody may be reading.
func (b *building) close() error {
	if b == nil || b.table == nil {
		return nil
	}
	return b.table.Close()
}
