package table

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// # Faces
//
// Of a class that pawns promote into, dependents read one side to move, and of it only
// what has the promoted piece on the last rank: its faces ([slice.Layout.Face]). They
// are written when the class is encoded, while both sides to move are in memory, in the order
// in which dependents read them; or from the finished table, if they are missed ([Library.MakeFace]).
// They are derived data: kept in a store of their own, beside the tables, never exported, and
// dropped when no table to come needs them.
//
// A face is stored under its name ([FaceName]). Its data is chunks, S2 blocks of up to
// 2^16 values: by slice of the whole class, then by frames, in the order of their orbits,
// then by the file of the promoted piece. Where all of it fits into one, a chunk has all
// files and frames. Then comes the directory: for each chunk its length, uv, and its
// CRC-32C, u32. The header, with numbers as in a table's:
//
//	"MWTF"    magic
//	u16       format version
//	text      name of the face
//	uv        the first slice of the whole class
//	uv        the slice after the last one
//	uv        length of the directory
//	u32       CRC-32C of the directory
//	u32       CRC-32C of all the header before
const faceMagic = "MWTF"

// faceChunkValues is how many values a chunk has at most.
const faceChunkValues = 1 << 16

// FaceName returns the name of a face in a store: of a whole table, or, if the shard is not
// 0, of that shard of it.
func FaceName(f material.Face, shard int) string {
	if shard == 0 {
		return f.String()
	}
	return ShardName(f.Class, shard) + f.String()[len(f.Class.String()):]
}

// faceChunks says how a face is cut into chunks.
type faceChunks struct {
	layout   *slice.Layout
	files    int
	together bool // all files and frames of a slice are in one chunk
	frames   int  // in a chunk, the last one perhaps fewer
	groups   int  // of frames
}

func newFaceChunks(l *slice.Layout) faceChunks {
	first, end := l.FaceSlices(0)
	c := faceChunks{layout: l, files: end - first, frames: l.Frames().Len(), groups: 1}
	if c.together = c.files*l.Entries() <= faceChunkValues; !c.together {
		c.frames = max(1, faceChunkValues/l.FrameEntries())
		c.groups = (l.Frames().Len() + c.frames - 1) / c.frames
	}
	return c
}

// count returns the number of chunks of a slice of the whole class.
func (c *faceChunks) count() int {
	if c.together {
		return 1
	}
	return c.groups * c.files
}

// group returns the frames of a group.
func (c *faceChunks) group(n int) []int {
	orbits := c.layout.Frames().Orbits()
	return orbits[n*c.frames : min((n+1)*c.frames, len(orbits))]
}

// find returns the chunk that has a frame of a slice of the face, numbered from the first one of
// the whole slice on; where the frame begins there; and the number of the chunk's values.
func (c *faceChunks) find(number, frame int) (chunk, at, values int) {
	place, file := c.layout.Frames().OrbitPlace(frame), number%c.files
	group := place / c.frames
	size, frames := c.layout.FrameEntries(), len(c.group(group))
	at = place % c.frames * size
	if c.together {
		return 0, file*c.layout.Entries() + at, c.files * c.layout.Entries()
	}
	return group*c.files + file, at, frames * size
}

// A faceWriter writes a face.
type faceWriter struct {
	face   material.Face
	name   string
	chunks faceChunks
	cutter *slice.Cutter[value.Value]
	writer Writer
	first  int // slice of the whole class
	next   int

	values    []value.Value // of a group of frames, file by file
	directory []byte
}

func newFaceWriter(ctx context.Context, store Store, whole *slice.Layout, f material.Face, shard int) (*faceWriter, error) {
	w := &faceWriter{face: f, name: FaceName(f, shard), chunks: newFaceChunks(whole.Face(f.Promoted))}
	if shard > 0 {
		w.first, _ = ShardSlices(whole, shard)
	}
	w.next = w.first
	w.cutter = slice.NewCutter[value.Value](w.chunks.layout)
	var err error
	if w.writer, err = store.Create(ctx, w.name); err != nil {
		return nil, err
	}
	return w, nil
}

// FaceBytes is the memory that a face takes while it is written: values, packed ones and
// the directory.
const FaceBytes = 1 << 20

// addSlice adds the next slice of the whole class, whose frames it asks for.
func (w *faceWriter) addSlice(whole func(frame int) ([]value.Value, error)) error {
	c := &w.chunks
	size := c.layout.FrameEntries()
	first, _ := c.layout.FaceSlices(w.next)
	for group := range c.groups {
		frames := c.group(group)
		span := len(frames) * size
		if w.values == nil {
			w.values = make([]value.Value, c.files*span)
		}
		for i, frame := range frames {
			for file := range c.files {
				into := w.values[file*span+i*size:][:size]
				if err := w.cutter.Frame(first+file, frame, whole, into); err != nil {
					return err
				}
			}
		}
		if c.together {
			span *= c.files
		}
		for at := 0; at < c.files*len(frames)*size; at += span {
			if err := w.write(w.values[at : at+span]); err != nil {
				return err
			}
		}
	}
	w.next++
	return nil
}

func (w *faceWriter) write(chunk []value.Value) error {
	packed := packValues(chunk)
	w.directory = binary.AppendUvarint(w.directory, uint64(len(packed)))
	w.directory = binary.LittleEndian.AppendUint32(w.directory, checksum(packed))
	return writeAll(w.writer, w.name, packed)
}

func (w *faceWriter) commit() error {
	if err := writeAll(w.writer, w.name, w.directory); err != nil {
		return err
	}
	b := appendText(begin(faceMagic), w.face.String())
	b = binary.AppendUvarint(b, uint64(w.first))
	b = binary.AppendUvarint(b, uint64(w.next))
	b = binary.AppendUvarint(b, uint64(len(w.directory)))
	b = binary.LittleEndian.AppendUint32(b, checksum(w.directory))
	return w.writer.Commit(seal(b))
}

// viewer returns a function that returns frames of a slice, with a side to move, from
// a sink. It is used by one goroutine.
func viewer(l *slice.Layout, values solve.Sink, c board.Color) func(frame int) ([]value.Value, error) {
	size := l.FrameEntries()
	step := max(1, faceChunkValues/size) // frames that are looked at together
	first, end := 0, 0
	var room, view []value.Value
	return func(frame int) (_ []value.Value, err error) {
		if frame < first || frame >= end {
			first = frame / step * step
			end = min(first+step, l.Frames().Len())
			if room == nil {
				room = make([]value.Value, step*size)
			}
			if view, err = values.View(c, first*size, (end-first)*size, room); err != nil {
				first, end = 0, 0
				return nil, err
			}
		}
		return view[(frame-first)*size:][:size], nil
	}
}

// A faceFile is a face of a table, or of a shard, open for reading.
type faceFile struct {
	name       string
	blob       Blob
	chunks     faceChunks
	first, end int      // slices of the whole class
	starts     []uint32 // of the chunks, and where the last one ends
	checksums  []uint32
}

// openFace opens a face. Nothing in it is believed before it is checked: errors match
// [ErrMissing] or [ErrCorrupt], or are those of reading.
func openFace(ctx context.Context, store Store, whole *slice.Layout, f material.Face, shard int) (*faceFile, error) {
	name := FaceName(f, shard)
	blob, err := store.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	file := &faceFile{name: name, blob: blob, chunks: newFaceChunks(whole.Face(f.Promoted))}
	if err := file.readDirectory(ctx, f, whole.Slices()); err != nil {
		return nil, errors.Join(named(name, err), blob.Close())
	}
	return file, nil
}

func (file *faceFile) readDirectory(ctx context.Context, f material.Face, slices int) error {
	r, err := unseal(faceMagic, file.blob.Header())
	if err != nil {
		return err
	}
	name := r.text()
	file.first, file.end = int(r.uvarint(uint64(slices))), int(r.uvarint(uint64(slices)))
	length, sum := int(r.uvarint(math.MaxInt32)), binary.LittleEndian.Uint32(r.bytes(4))
	if err := r.end(); err != nil {
		return err
	}
	size := file.blob.Size()
	if name != f.String() || file.first > file.end || int64(length) > size || size > math.MaxUint32 {
		return fmt.Errorf("%w: this is no face of %v", ErrCorrupt, f)
	}
	directory := make([]byte, length)
	if err := file.blob.ReadAt(ctx, directory, size-int64(length)); err != nil {
		return err
	}
	if checksum(directory) != sum {
		return fmt.Errorf("%w: checksum of a directory", ErrCorrupt)
	}
	chunks := (file.end - file.first) * file.chunks.count()
	entries := headerReader{rest: directory}
	var at uint64
	for range chunks {
		file.starts = append(file.starts, uint32(at))
		at += entries.uvarint(math.MaxUint32)
		file.checksums = append(file.checksums, binary.LittleEndian.Uint32(entries.bytes(4)))
	}
	file.starts = append(file.starts, uint32(at))
	if err := entries.end(); err != nil || at != uint64(size)-uint64(length) {
		return fmt.Errorf("%w: the directory does not fit: %w", ErrCorrupt, err)
	}
	return nil
}

// read fills in the values of a chunk.
func (file *faceFile) read(ctx context.Context, lib *Library, chunk int, into []value.Value) error {
	start, end := int64(file.starts[chunk]), int64(file.starts[chunk+1])
	packed := make([]byte, end-start)
	if err := lib.readAhead(ctx, file, file.blob, packed, start); err != nil {
		return err
	}
	if checksum(packed) != file.checksums[chunk] {
		return named(file.name, fmt.Errorf("%w: checksum of chunk %d", ErrCorrupt, chunk))
	}
	if err := unpackValues(packed, into); err != nil {
		return named(file.name, err)
	}
	return nil
}

// face gives a frame of a face: from the face, or, where that is missing, from frames of the
// whole class.
func (s *Source) face(t *Table, l *slice.Layout, number int, side board.Color, frame int) (solve.Span, error) {
	f := material.Face{Class: l.Class, Promoted: board.Man{Color: l.Men[l.Promoted()].Color, Type: l.Men[l.Promoted()].Type}}
	if side == f.Turn() {
		span, err := s.storedFace(f, l, number, frame)
		if err == nil || !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrMissing) {
			return span, err
		}
	}
	return s.cutFace(t, l, number, side, frame)
}

// storedFace reads a frame of a face. An error matches [ErrMissing] or [ErrCorrupt] if it has to
// be found in another way.
func (s *Source) storedFace(f material.Face, l *slice.Layout, number, frame int) (solve.Span, error) {
	file, err := s.lib.faces.open(s.ctx, l, f, l.WholeSlice(number))
	if err != nil {
		return solve.Span{}, err
	}
	chunk, at, size := file.chunks.find(number, frame)
	chunk += (l.WholeSlice(number) - file.first) * file.chunks.count()
	key := partKey{of: file, kind: facePart, index: chunk}
	values, err := s.values(key, size, func(into []value.Value) error { return file.read(s.ctx, s.lib, chunk, into) })
	if err != nil {
		if errors.Is(err, ErrCorrupt) || errors.Is(err, ErrMissing) {
			s.lib.faces.giveUp(file)
		}
		return solve.Span{}, err
	}
	if file.chunks.together { // frames are in their own order
		return solve.Span{Values: values[at-frame*l.FrameEntries():][:l.Entries()]}, nil
	}
	return solve.Span{First: frame, Values: values[at:][:l.FrameEntries()]}, nil
}

// cutFace cuts a frame of a face out of frames of the whole class.
func (s *Source) cutFace(t *Table, l *slice.Layout, number int, side board.Color, frame int) (solve.Span, error) {
	whole := func(frame int) ([]value.Value, error) {
		span, err := s.Span(t.Layout, l.WholeSlice(number), side, frame)
		return span.Frame(frame, t.Layout.FrameEntries()), err
	}
	cutter := slice.NewCutter[value.Value](l)
	size, first, end := l.FrameEntries(), frame, frame+1
	if newFaceChunks(l).together { // each frame is from many of the others
		first, end = 0, l.Frames().Len()
	}
	promoted := l.Men[l.Promoted()]
	key := partKey{of: t, kind: facePart, number: number, side: side}
	key.index = (first*2+int(promoted.Color))*int(board.Pawn) + int(promoted.Type)
	values, err := s.values(key, (end-first)*size, func(into []value.Value) error {
		for frame := first; frame < end; frame++ {
			if err := cutter.Frame(number, frame, whole, into[(frame-first)*size:][:size]); err != nil {
				return err
			}
		}
		return nil
	})
	return solve.Span{First: first, Values: values}, err
}

// MakeFace writes a missing face of a finished table, in which each frame is read about
// once. Where the side to move is not stored, what its moves lead to is looked at: make the
// faces that they lead to first.
func (lib *Library) MakeFace(ctx context.Context, f material.Face, observe func(done float64) error) error {
	t, err := lib.Open(ctx, f.Class)
	if err != nil {
		return err
	}
	w, err := newFaceWriter(ctx, lib.faces.store, t.Layout, f, 0)
	if err != nil {
		return err
	}
	defer w.writer.Abort()
	source := lib.Source(ctx)
	for number := range t.Layout.Slices() {
		if err := observe(float64(number) / float64(t.Layout.Slices())); err != nil {
			return err
		}
		err := w.addSlice(func(frame int) ([]value.Value, error) {
			span, err := source.Span(t.Layout, number, f.Turn(), frame)
			return span.Frame(frame, t.Layout.FrameEntries()), err
		})
		if err != nil {
			return err
		}
	}
	if err := w.commit(); err != nil {
		return err
	}
	lib.faces.forget(f.Class)
	return nil
}

// faces has the faces that a library reads.
type faces struct {
	store Store // nil if there are none

	mu    sync.Mutex            // guards what follows, and is held while a face is opened
	files map[faceKey]*faceFile // nil for those that are missing
	old   []*faceFile           // given up, and perhaps still being read
}

// A faceKey names a face of a table, or of a shard.
type faceKey struct {
	face  material.Face
	shard int // or 0
}

// open opens the face that has a slice of the whole class, unless it is open already.
func (fs *faces) open(ctx context.Context, l *slice.Layout, f material.Face, whole int) (*faceFile, error) {
	if fs.store == nil {
		return nil, ErrMissing
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, shard := range []int{0, shardOf(l.Whole(), whole)} {
		key := faceKey{f, shard}
		file, known := fs.files[key]
		if !known {
			var err error
			file, err = openFace(ctx, fs.store, l.Whole(), f, shard)
			if err != nil && !errors.Is(err, ErrMissing) && !errors.Is(err, ErrCorrupt) {
				return nil, err
			}
			fs.files[key] = file
		}
		if file != nil && file.first <= whole && whole < file.end {
			return file, nil
		}
	}
	return nil, ErrMissing
}

// giveUp treats a face that can't be read as missing.
func (fs *faces) giveUp(file *faceFile) {
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

// close closes all faces.
func (fs *faces) close() (err error) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, file := range fs.files {
		if file != nil {
			fs.old = append(fs.old, file)
		}
	}
	for _, file := range fs.old {
		err = errors.Join(err, file.blob.Close())
	}
	fs.files, fs.old = map[faceKey]*faceFile{}, nil
	return err
}

// ParseFaceName is the inverse of [FaceName]. It returns false for all other names.
func ParseFaceName(name string) (f material.Face, shard int, ok bool) {
	i := strings.LastIndex(name, "face")
	if i < 0 || len(name) != i+len("facewQ") {
		return f, 0, false
	}
	whole := name[:i]
	class, shard, isShard := ParseShardName(whole)
	if !isShard {
		var err error
		if class, err = material.Parse(whole); err != nil {
			return f, 0, false
		}
	}
	for _, c := range board.Colors {
		for _, t := range board.Promotions {
			if f := (material.Face{Class: class, Promoted: board.Man{Color: c, Type: t}}); FaceName(f, shard) == name {
				return f, shard, true
			}
		}
	}
	return f, 0, false
}

// RemoveFaces removes all faces but those that are needed. Nobody may be reading the others.
func (lib *Library) RemoveFaces(ctx context.Context, needed func(material.Face) bool) error {
	fs := &lib.faces
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for key, file := range fs.files {
		if needed(key.face) {
			continue
		}
		delete(fs.files, key)
		if file != nil {
			lib.forget(file)
			_ = file.blob.Close() // its bytes are of no more use
		}
	}
	entries, err := fs.store.List(ctx)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if f, _, ok := ParseFaceName(e.Name); ok && needed(f) {
			continue
		}
		if err := fs.store.Remove(ctx, e.Name); err != nil && !errors.Is(err, ErrMissing) {
			return err
		}
	}
	return nil
}

// MissingFaces returns those of some faces that a store has not, given its entries: in whole, or
// in all shards.
func MissingFaces(entries []Entry, faces []material.Face) (missing []material.Face) {
	there := map[faceKey]bool{}
	for _, e := range entries {
		if f, shard, ok := ParseFaceName(e.Name); ok && e.Header != nil {
			there[faceKey{f, shard}] = true
		}
	}
	for _, f := range faces {
		if there[faceKey{f, 0}] {
			continue
		}
		for shard := range Shards(slice.NewLayout(f.Class)) {
			if !there[faceKey{f, shard + 1}] {
				missing = append(missing, f)
				break
			}
		}
	}
	return missing
}
