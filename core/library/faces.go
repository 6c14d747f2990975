package library

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// face gives a frame of a face: from the face, or, where that is missing, from frames of the
// whole class with the same side to move or, where that is not stored, with the other one.
func (s *Source) face(t *Table, l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (solve.Span, error) {
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
func (s *Source) storedFace(f material.Face, l *slice.Layout, number slice.Number, frame slice.FrameNo) (solve.Span, error) {
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

// A heldChunk is a chunk of a face, unpacked.
type heldChunk struct {
	file   *facefile.File
	number int
	values []value.Byte
}

// mostChunks is how many chunks of faces a source holds. It reads that many faces side by side at most: two pawns
// on the seventh rank are promoted into four pieces each, straight on and by captures to both sides.
const mostChunks = 2 * 4 * 3

// faceChunk returns a chunk of a face, which stays until others are asked for. It is not remembered by the library: a
// solver reads a face from its beginning to its end, and once, so that the memory of its last chunk does for the next one.
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

// leastForNext is how much a library must remember to read a face's next stretch before it is asked for.
const leastForNext = 64 * stretchBytes

// readerOf returns a function that reads a face ahead. A face is read from its beginning to its end, so with each stretch
// the next one is begun: while the browser's database looks for that, this one is used. Where little is remembered it
// would be dropped again before its turn.
func (lib *Library) readerOf(ctx context.Context, file *facefile.File) func(off int64, n int) ([]byte, error) {
	return func(off int64, n int) ([]byte, error) {
		bytes, err := lib.readAhead(ctx, file, file.Blob, off, n)
		next := (off+int64(n)-1)/stretchBytes + 1
		if err == nil && next*stretchBytes < file.Blob.Size() && lib.budget.Load() >= leastForNext {
			lib.begin(lib.stretch(ctx, file, file.Blob, next))
		}
		return bytes, err
	}
}

// faceFiller returns a function that fills in frames of a slice of a face from the table.
//
// If the side to move is not stored, it is the one that a face has, and looks ahead: its moves leave the
// promoted piece where it is, or capture it, so what they lead to is in the face, or outside of the class's
// slice. That is a small part of looking ahead to whole frames. Otherwise frames are cut out of those of the whole
// class. Values are seen at a level.
func (s *Source) faceFiller(t *Table, cutter *slice.Cutter[value.Byte], l *slice.Layout, number slice.Number, side board.Color, level value.Level) func(frame slice.FrameNo, into []value.Byte) error {
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
	from := s.At(level)
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
func (s *Source) faceBeside(t *Table, l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo, level value.Level) (solve.Span, error) {
	chunks, size := facefile.NewChunks(l), l.FrameEntries()
	frames, at := chunks.Beside(frame)
	promoted := l.Men[l.Promoted()]
	key := partKey{of: t, kind: facePart, number: number, side: side, level: level.Number()}
	key.index = ((int(frames[0])*2+int(promoted.Color))*int(board.Pawn)+int(promoted.Type))*int(board.AllRights+1) + int(l.Right())
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

// MakeFaces writes missing faces of a finished table, in which each frame is read about
// once. It tells that it goes on. Where the side to move is not stored, what its moves lead to is looked at: make the
// faces that they lead to first.
func (lib *Library) MakeFaces(s *Source, class material.Class, faces []material.Face, observe func() error) error {
	t, err := lib.Open(s.ctx, class)
	for _, f := range faces {
		if err == nil && !t.HasFaces(f.Right) {
			err = t.fitsBytes()
		}
	}
	if err != nil {
		return err
	}
	writers := make([]*facefile.Writer, len(faces))
	for i, f := range faces {
		if writers[i], err = facefile.NewWriter(s.ctx, lib.faces.store, t.Layout, f, format.WholePiece(t.Layout)); err != nil {
			return err
		}
		defer writers[i].Abort()
	}
	cutters := make([]*slice.Cutter[value.Byte], len(faces))
	for i, f := range faces {
		cutters[i] = slice.NewCutter[value.Byte](t.Layout.FaceOf(f))
	}
	for range t.Layout.Slices() {
		err := facefile.AddSlices(writers, func(face int, number slice.Number, frame slice.FrameNo, into []value.Byte) error {
			f := faces[face]
			l := t.Layout.FaceOf(f)
			if first, _ := l.FaceSlices(l.WholeSlice(number)); face == 0 && number == first {
				if err := observe(); err != nil {
					return err
				}
			}
			return s.faceFiller(t, cutters[face], l, number, f.Turn(), t.level(0))(frame, into)
		})
		if err != nil {
			return err
		}
	}
	for _, w := range writers {
		if err := w.Commit(); err != nil {
			return err
		}
	}
	lib.faces.forget(class)
	return nil
}

// faces has the faces that a library reads.
type faces struct {
	store store.Store // nil if there are none

	mu    sync.Mutex                 // guards what follows, and is held while a face is opened
	files map[faceKey]*facefile.File // nil for those that are missing
	old   []*facefile.File           // given up, and perhaps still being read
}

// A faceKey names a face of a piece of a table, by its first and last slices, or of all of it.
type faceKey struct {
	face       material.Face
	first, end slice.Number
}

// open opens the face that has a slice of the whole class, unless it is open already.
func (fs *faces) open(ctx context.Context, whole *slice.Layout, f material.Face, number slice.Number) (*facefile.File, error) {
	if fs.store == nil {
		return nil, store.ErrMissing
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	first, end := format.UnitSlices(whole, format.UnitOf(whole, number))
	keys := []faceKey{{f, 0, whole.Slices()}, {f, first, end}, {f, number, number + 1}}
	if !format.StoresLone(whole) {
		keys = keys[:2]
	}
	for _, key := range keys {
		file, known := fs.files[key]
		if !known {
			var err error
			if file, err = fs.find(ctx, whole, key); err != nil {
				return nil, err
			}
			fs.files[key] = file
		}
		if file != nil && file.First <= number && number < file.End {
			return file, nil
		}
	}
	return nil, store.ErrMissing
}

// find opens a face, or returns nil if it is missing or damaged.
func (fs *faces) find(ctx context.Context, whole *slice.Layout, key faceKey) (*facefile.File, error) {
	piece := format.WholePiece(whole)
	if unit := format.UnitPiece(whole, format.UnitOf(whole, key.first)); unit.First == key.first && unit.End == key.end {
		piece = unit
	} else if key.end == key.first+1 {
		piece = format.LonePiece(whole, key.first)
	}
	file, err := facefile.Open(ctx, fs.store, whole, key.face, piece.Name)
	if isLost(err) {
		return nil, nil
	}
	return file, err
}

// giveUp treats a face that can't be read as missing.
func (fs *faces) giveUp(file *facefile.File) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for key, f := range fs.files {
		if f == file {
			fs.files[key] = nil
			fs.old = append(fs.old, file)
		}
	}
}

// forget looks anew for the faces of a class when they are next asked for.
func (fs *faces) forget(class material.Class) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for key, file := range fs.files {
		if key.face.Class == class {
			if file != nil {
				fs.old = append(fs.old, file)
			}
			delete(fs.files, key)
		}
	}
}

// closeFaces closes all faces.
func (lib *Library) closeFaces() (err error) {
	fs := &lib.faces
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, file := range fs.files {
		if file != nil {
			fs.old = append(fs.old, file)
		}
	}
	for _, file := range fs.old {
		err = errors.Join(err, lib.closeFace(file))
	}
	fs.files, fs.old = map[faceKey]*facefile.File{}, nil
	return err
}

// closeFace closes a face that nobody reads, but perhaps its next stretch.
func (lib *Library) closeFace(file *facefile.File) error {
	lib.await(file)
	lib.forget(file)
	return file.Close()
}

// RemoveFaces removes all faces but those that are needed. Nobody may be reading the others.
func (lib *Library) RemoveFaces(ctx context.Context, needed func(material.Face) bool) error {
	fs := &lib.faces
	if fs.store == nil {
		return nil
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for key, file := range fs.files {
		if needed(key.face) {
			continue
		}
		delete(fs.files, key)
		if file != nil {
			_ = lib.closeFace(file) // its bytes are of no more use
		}
	}
	entries, err := fs.store.List(ctx)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if f, _, ok := facefile.ParseName(e.Name); ok && needed(f) {
			continue
		}
		if err := fs.store.Remove(ctx, e.Name); err != nil && !errors.Is(err, store.ErrMissing) {
			return err
		}
	}
	return nil
}

// MissingFaces returns those of some faces that a store has not, given its entries: in whole, or
// in all units of tables with these parameters.
func MissingFaces(params format.Params, entries []store.Entry, faces []material.Face) (missing []material.Face) {
	type ofPiece struct {
		face  material.Face
		piece string
	}
	there := map[ofPiece]bool{}
	for _, e := range entries {
		if f, piece, ok := facefile.ParseName(e.Name); ok && facefile.IsFace(e.Header) {
			there[ofPiece{f, piece}] = true
		}
	}
	for _, f := range faces {
		if there[ofPiece{f, f.Class.String()}] {
			continue
		}
		l := params.Layout(f.Class)
		for unit := range format.Units(l) {
			if !there[ofPiece{f, format.UnitName(l, unit+1)}] {
				missing = append(missing, f)
				break
			}
		}
	}
	return missing
}
