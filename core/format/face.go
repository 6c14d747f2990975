package format

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// # Faces
//
// Of a class that pawns promote into, dependents read one side to move, and of it only
// what has the promoted piece on the last rank: its faces ([slice.Layout.Face]). They
// are written when the class is encoded, while both sides to move are in memory, in the order
// in which dependents read them; or from the finished table, if they are missed (package library).
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

// FaceChunkValues is how many values a chunk has at most.
const FaceChunkValues = 1 << 16

// FaceName returns the name of a face in a store: of a whole table, or, if the unit is not
// 0, of that unit of it.
func FaceName(f material.Face, unit int) string {
	if unit == 0 {
		return f.String()
	}
	return UnitName(f.Class, unit) + f.String()[len(f.Class.String()):]
}

// ParseFaceName is the inverse of [FaceName]. It returns false for all other names.
func ParseFaceName(name string) (f material.Face, unit int, ok bool) {
	i := strings.LastIndex(name, "face")
	if i < 0 || len(name) != i+len("facewQ") {
		return f, 0, false
	}
	whole := name[:i]
	class, unit, isUnit := ParseUnitName(whole)
	if !isUnit {
		var err error
		if class, err = material.Parse(whole); err != nil {
			return f, 0, false
		}
	}
	for _, c := range board.Colors {
		for _, t := range board.Promotions {
			if f := (material.Face{Class: class, Promoted: board.Man{Color: c, Type: t}}); FaceName(f, unit) == name {
				return f, unit, true
			}
		}
	}
	return f, 0, false
}

// FaceChunks says how a face is cut into chunks.
type FaceChunks struct {
	layout   *slice.Layout
	files    int
	Together bool // all files and frames of a slice are in one chunk
	frames   int  // in a chunk, the last one perhaps fewer
	groups   int  // of frames
}

// NewFaceChunks cuts the face that has this layout.
func NewFaceChunks(l *slice.Layout) FaceChunks {
	first, end := l.FaceSlices(0)
	c := FaceChunks{layout: l, files: end - first, frames: l.Frames().Len(), groups: 1}
	if c.Together = c.files*l.Entries() <= FaceChunkValues; !c.Together {
		c.frames = max(1, FaceChunkValues/l.FrameEntries())
		c.groups = (l.Frames().Len() + c.frames - 1) / c.frames
	}
	return c
}

// Count returns the number of chunks of a slice of the whole class.
func (c *FaceChunks) Count() int {
	if c.Together {
		return 1
	}
	return c.groups * c.files
}

// group returns the frames of a group.
func (c *FaceChunks) group(n int) []int {
	orbits := c.layout.Frames().Orbits()
	return orbits[n*c.frames : min((n+1)*c.frames, len(orbits))]
}

// Find returns the chunk that has a frame of a slice of the face, numbered from the first one of
// the whole slice on; where the frame begins there; and the number of the chunk's values.
func (c *FaceChunks) Find(number, frame int) (chunk, at, values int) {
	place, file := c.layout.Frames().OrbitPlace(frame), number%c.files
	group := place / c.frames
	size, frames := c.layout.FrameEntries(), len(c.group(group))
	at = place % c.frames * size
	if c.Together {
		return 0, file*c.layout.Entries() + at, c.files * c.layout.Entries()
	}
	return group*c.files + file, at, frames * size
}

// A FaceWriter writes a face.
type FaceWriter struct {
	face   material.Face
	name   string
	chunks FaceChunks
	cutter *slice.Cutter[value.Byte]
	writer store.Writer
	first  int // slice of the whole class
	next   int

	values    []value.Byte // of a group of frames, file by file
	directory []byte
}

// NewFaceWriter begins a face of a table, or, if the unit is not 0, of that unit of it.
// [FaceWriter.Commit] or [FaceWriter.Abort] must be called in the end.
func NewFaceWriter(ctx context.Context, tables store.Store, whole *slice.Layout, f material.Face, unit int) (*FaceWriter, error) {
	w := &FaceWriter{face: f, name: FaceName(f, unit), chunks: NewFaceChunks(whole.Face(f.Promoted))}
	if unit > 0 {
		w.first, _ = UnitSlices(whole, unit)
	}
	w.next = w.first
	w.cutter = slice.NewCutter[value.Byte](w.chunks.layout)
	var err error
	if w.writer, err = tables.Create(ctx, w.name); err != nil {
		return nil, err
	}
	return w, nil
}

// FaceBytes is the memory that a face takes while it is written: values, packed ones and
// the directory.
const FaceBytes = 1 << 20

// AddSlice adds the next slice of the whole class, whose frames it asks for.
func (w *FaceWriter) AddSlice(whole func(frame int) ([]value.Byte, error)) error {
	c := &w.chunks
	size := c.layout.FrameEntries()
	first, _ := c.layout.FaceSlices(w.next)
	for group := range c.groups {
		frames := c.group(group)
		span := len(frames) * size
		if w.values == nil {
			w.values = make([]value.Byte, c.files*span)
		}
		for i, frame := range frames {
			for file := range c.files {
				into := w.values[file*span+i*size:][:size]
				if err := w.cutter.Frame(first+file, frame, whole, into); err != nil {
					return err
				}
			}
		}
		if c.Together {
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

// Abort drops the face, unless it is committed.
func (w *FaceWriter) Abort() error { return w.writer.Abort() }

func (w *FaceWriter) write(chunk []value.Byte) error {
	packed := PackValues(chunk)
	w.directory = binary.AppendUvarint(w.directory, uint64(len(packed)))
	w.directory = binary.LittleEndian.AppendUint32(w.directory, Checksum(packed))
	return store.WriteAll(w.writer, w.name, packed)
}

// Commit makes the face visible.
func (w *FaceWriter) Commit() error {
	if err := store.WriteAll(w.writer, w.name, w.directory); err != nil {
		return err
	}
	b := appendText(begin(faceMagic), w.face.String())
	b = binary.AppendUvarint(b, uint64(w.first))
	b = binary.AppendUvarint(b, uint64(w.next))
	b = binary.AppendUvarint(b, uint64(len(w.directory)))
	b = binary.LittleEndian.AppendUint32(b, Checksum(w.directory))
	return w.writer.Commit(seal(b))
}

// A FaceFile is a face of a table, or of a unit, open for reading.
type FaceFile struct {
	name       string
	Blob       store.Blob
	Chunks     FaceChunks
	First, End int      // slices of the whole class
	starts     []uint32 // of the chunks, and where the last one ends
	checksums  []uint32
}

// OpenFace opens a face. Nothing in it is believed before it is checked: errors match
// [store.ErrMissing] or [store.ErrCorrupt], or are those of reading.
func OpenFace(ctx context.Context, tables store.Store, whole *slice.Layout, f material.Face, unit int) (*FaceFile, error) {
	name := FaceName(f, unit)
	blob, err := tables.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	file := &FaceFile{name: name, Blob: blob, Chunks: NewFaceChunks(whole.Face(f.Promoted))}
	if err := file.readDirectory(ctx, f, whole.Slices()); err != nil {
		return nil, errors.Join(store.Named(name, err), blob.Close())
	}
	return file, nil
}

func (file *FaceFile) readDirectory(ctx context.Context, f material.Face, slices int) error {
	r, err := unseal(faceMagic, file.Blob.Header())
	if err != nil {
		return err
	}
	name := r.text()
	file.First, file.End = int(r.uvarint(uint64(slices))), int(r.uvarint(uint64(slices)))
	length, sum := int(r.uvarint(math.MaxInt32)), binary.LittleEndian.Uint32(r.bytes(4))
	if err := r.end(); err != nil {
		return err
	}
	size := file.Blob.Size()
	if name != f.String() || file.First > file.End || int64(length) > size || size > math.MaxUint32 {
		return fmt.Errorf("%w: this is no face of %v", store.ErrCorrupt, f)
	}
	directory := make([]byte, length)
	if err := file.Blob.ReadAt(ctx, directory, size-int64(length)); err != nil {
		return err
	}
	if Checksum(directory) != sum {
		return fmt.Errorf("%w: checksum of a directory", store.ErrCorrupt)
	}
	chunks := (file.End - file.First) * file.Chunks.Count()
	entries := headerReader{rest: directory}
	var at uint64
	for range chunks {
		file.starts = append(file.starts, uint32(at))
		at += entries.uvarint(math.MaxUint32)
		file.checksums = append(file.checksums, binary.LittleEndian.Uint32(entries.bytes(4)))
	}
	file.starts = append(file.starts, uint32(at))
	if err := entries.end(); err != nil || at != uint64(size)-uint64(length) {
		return fmt.Errorf("%w: the directory does not fit: %w", store.ErrCorrupt, err)
	}
	return nil
}

// Close gives back what reading needs.
func (file *FaceFile) Close() error { return file.Blob.Close() }

// Read fills in the values of a chunk. It gets the bytes from a function that reads the face's
// blob, which can look ahead: chunks that follow each other are mostly asked for one after the other.
func (file *FaceFile) Read(chunk int, readAt func(p []byte, off int64) error, into []value.Byte) error {
	packed := make([]byte, file.starts[chunk+1]-file.starts[chunk])
	if err := readAt(packed, int64(file.starts[chunk])); err != nil {
		return err
	}
	if Checksum(packed) != file.checksums[chunk] {
		return store.Named(file.name, fmt.Errorf("%w: checksum of chunk %d", store.ErrCorrupt, chunk))
	}
	if err := UnpackValues(packed, into); err != nil {
		return store.Named(file.name, err)
	}
	return nil
}
