package facefile

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/palette"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A Writer writes a face of promotions or castling.
type Writer struct {
	chunkWriter
	chunks Chunks
	cutter *slice.Cutter[value.Byte]
	values []value.Byte // of a group of frames, file by file
}

// NewWriter begins a face of a piece of a table, or of all of it, see [format.WholePiece].
// [Writer.Commit] or [Writer.Abort] must be called in the end.
func NewWriter(
	ctx context.Context, tables store.Store, whole *slice.Layout, f material.Face, piece format.Piece,
) (*Writer, error) {
	w := &Writer{chunks: NewChunks(whole.FaceOf(f))}
	w.cutter = slice.NewCutter[value.Byte](w.chunks.layout)
	return w, w.create(ctx, tables, f, piece)
}

// WriterBytes is the memory for writing a face: values, packed values and the directory.
const WriterBytes = 1 << 20

// Cut returns a function for [Writer.AddSlice], given one that returns the values of a frame of the
// whole slice.
func (w *Writer) Cut(
	whole func(frame slice.FrameNo) ([]value.Byte, error),
) func(slice.Number, slice.FrameNo, []value.Byte) error {
	of := func(frame slice.FrameNo, _ board.Square) ([]value.Byte, error) { return whole(frame) }
	return func(number slice.Number, frame slice.FrameNo, into []value.Byte) error {
		return w.cutter.Frame(number, frame, of, into)
	}
}

// AddSlice adds the part of the face from the next slice of the whole class. The function fills in a frame of one of
// the face's slices.
func (w *Writer) AddSlice(fill func(number slice.Number, frame slice.FrameNo, into []value.Byte) error) error {
	return AddSlices([]*Writer{w}, func(_ int, number slice.Number, frame slice.FrameNo, into []value.Byte) error {
		return fill(number, frame, into)
	})
}

// AddSlices is [Writer.AddSlice] for several faces of a class, which read its frames side by side. Fill gets the index
// of the face.
func AddSlices(
	writers []*Writer, fill func(face int, number slice.Number, frame slice.FrameNo, into []value.Byte) error,
) error {
	groups := 0 // the same number for each promoted piece; fewer for a right to castle
	for _, w := range writers {
		groups = max(groups, w.chunks.groups)
	}
	for group := range groups {
		for i, w := range writers {
			if group >= w.chunks.groups {
				continue
			}
			err := w.addGroup(group, func(number slice.Number, frame slice.FrameNo, into []value.Byte) error {
				return fill(i, number, frame, into)
			})
			if err != nil {
				return err
			}
		}
	}
	for _, w := range writers {
		w.next++
	}
	return nil
}

// addGroup adds a group of frames of the next slice, in all files.
func (w *Writer) addGroup(
	group int, fill func(number slice.Number, frame slice.FrameNo, into []value.Byte) error,
) error {
	c := &w.chunks
	size, frames := c.layout.FrameEntries(), c.group(group)
	first, _ := c.layout.FaceSlices(w.next)
	span := len(frames) * size
	if w.values == nil {
		w.values = make([]value.Byte, c.files*span)
	}
	for i, frame := range frames {
		for file := range c.files {
			if err := fill(first+slice.Number(file), frame, w.values[file*span+i*size:][:size]); err != nil {
				return err
			}
		}
	}
	if c.Together {
		span *= c.files
	}
	for at := 0; at < c.files*len(frames)*size; at += span {
		if err := w.write(palette.Pack(w.values[at : at+span])); err != nil {
			return err
		}
	}
	return nil
}
