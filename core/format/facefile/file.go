package facefile

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/palette"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/wire"
)

// A face is stored under its name ([Name]) as chunks of values ([palette.Pack]), one after the
// other. Then comes the directory: for each chunk its length, uv, and its CRC-32C, u32. The
// header, with numbers as in a table's:
//
//	"MWFP"    magic; "MWTF" was the magic of an earlier format
//	u16       format version
//	text      name of the face
//	uv        the first slice of the whole class
//	uv        the slice after the last one
//	uv        number of chunks
//	uv        length of the directory
//	u32       CRC-32C of the directory
//	u32       CRC-32C of all the header before
const faceMagic = "MWFP"

// IsFace reports whether a header is that of a face.
func IsFace(header []byte) bool {
	_, err := wire.Unseal(faceMagic, format.Version, header)
	return err == nil
}

// A chunkWriter writes chunks, and the directory after them.
type chunkWriter struct {
	face      material.Face
	name      string
	writer    store.Writer
	first     slice.Number // of the whole class
	next      slice.Number
	chunks    int
	directory []byte
}

// create begins a face of a piece of a table.
func (w *chunkWriter) create(ctx context.Context, tables store.Store, f material.Face, piece format.Piece) (err error) {
	w.face, w.name = f, Name(f, piece.Name)
	w.first = piece.First
	w.next = w.first
	w.writer, err = tables.Create(ctx, w.name)
	return err
}

func (w *chunkWriter) write(packed []byte) error {
	w.directory = binary.AppendUvarint(w.directory, uint64(len(packed)))
	w.directory = binary.LittleEndian.AppendUint32(w.directory, checksum.Sum(packed))
	w.chunks++
	return store.WriteAll(w.writer, w.name, packed)
}

// Abort drops the face, unless it is committed.
func (w *chunkWriter) Abort() error { return w.writer.Abort() }

// Commit makes the face visible.
func (w *chunkWriter) Commit() error {
	if err := store.WriteAll(w.writer, w.name, w.directory); err != nil {
		return err
	}
	b := wire.AppendText(wire.Begin(faceMagic, format.Version), w.face.String())
	b = binary.AppendUvarint(b, uint64(w.first))
	b = binary.AppendUvarint(b, uint64(w.next))
	b = binary.AppendUvarint(b, uint64(w.chunks))
	b = binary.AppendUvarint(b, uint64(len(w.directory)))
	b = binary.LittleEndian.AppendUint32(b, checksum.Sum(w.directory))
	return w.writer.Commit(wire.Seal(b))
}

// A File is a face of a table, or of a unit, open for reading.
type File struct {
	name       string
	Blob       store.Blob
	First, End slice.Number // of the whole class
	starts     []uint32     // of the chunks, and the end of the last one
	checksums  []uint32
}

// Open opens a face, and checks its header and directory. Errors match [store.ErrMissing] or [store.ErrCorrupt], or are
// those of reading.
func Open(ctx context.Context, tables store.Store, whole *slice.Layout, f material.Face, piece string) (*File, error) {
	name := Name(f, piece)
	blob, err := tables.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	file := &File{name: name, Blob: blob}
	if err := file.readDirectory(ctx, f, whole); err != nil {
		return nil, errors.Join(store.Named(name, err), blob.Close())
	}
	return file, nil
}

func (file *File) readDirectory(ctx context.Context, f material.Face, whole *slice.Layout) error {
	r, err := wire.Unseal(faceMagic, format.Version, file.Blob.Header())
	if err != nil {
		return err
	}
	name := r.Text()
	file.First = slice.Number(r.Uvarint(uint64(whole.Slices())))
	file.End = slice.Number(r.Uvarint(uint64(whole.Slices())))
	chunks, length, sum := int(r.Uvarint(math.MaxInt32)), int(r.Uvarint(math.MaxInt32)), r.Uint32()
	if err := r.End(); err != nil {
		return err
	}
	size := file.Blob.Size()
	if name != f.String() || file.First > file.End || int64(length) > size || size > math.MaxUint32 {
		return fmt.Errorf("%w: not a face of %v", store.ErrCorrupt, f)
	}
	if chunks != int(file.End-file.First)*faceChunksOf(whole, f) {
		return fmt.Errorf("%w: it has %d chunks", store.ErrCorrupt, chunks)
	}
	directory := make([]byte, length)
	if err := file.Blob.ReadAt(ctx, directory, size-int64(length)); err != nil {
		return err
	}
	if checksum.Sum(directory) != sum {
		return fmt.Errorf("%w: checksum of a directory", store.ErrCorrupt)
	}
	entries := wire.NewReader(directory)
	var at uint64
	for range chunks {
		file.starts = append(file.starts, uint32(at))
		at += entries.Uvarint(math.MaxUint32)
		file.checksums = append(file.checksums, entries.Uint32())
	}
	file.starts = append(file.starts, uint32(at))
	if err := entries.End(); err != nil || at != uint64(size)-uint64(length) {
		return fmt.Errorf("%w: the directory does not fit: %w", store.ErrCorrupt, err)
	}
	return nil
}

// Close closes the blob of the face.
func (file *File) Close() error { return file.Blob.Close() }

// Read fills in the values of a chunk. It gets the bytes from a function that reads n bytes of the face's blob. The
// function can read ahead, as most calls of Read are for consecutive chunks.
func (file *File) Read(chunk int, read func(off int64, n int) ([]byte, error), into []value.Byte) error {
	packed, err := read(int64(file.starts[chunk]), int(file.starts[chunk+1]-file.starts[chunk]))
	if err != nil {
		return err
	}
	if checksum.Sum(packed) != file.checksums[chunk] {
		return store.Named(file.name, fmt.Errorf("%w: checksum of chunk %d", store.ErrCorrupt, chunk))
	}
	if err := palette.Unpack(packed, into); err != nil {
		return store.Named(file.name, err)
	}
	return nil
}
