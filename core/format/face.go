package format

import (
	"context"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// # Faces
//
// What exits of other slices lead to are the faces of a table: derived data, written when its
// units are encoded, while both sides to move are in memory, in the order in which others read
// them. They are kept in a store of their own, beside the tables, never exported, and
// dropped when nothing to come needs them; package library finds what they have in another way
// if they are missed.
//
// Of a class that pawns promote into, dependents read one side to move, and of it only
// what has the promoted piece on the last rank ([slice.Layout.Face]). Of one that has given up castling, they read what the king or the
// rook can have come to ([slice.Layout.CastlingFace]). The data is chunks of up to
// 2^16 values: by slice of the whole class, then by frames, in the order of their orbits,
// then by the file of the promoted piece. Where all of it fits into one, a chunk has all
// files and frames.
//
// Pawn pushes lead to slices of the same class. Of those that later units push into a unit
// has a face, too, with the sides to move after such pushes: by slice, then side, then chunk
// ([slice.Layout.Chunk]), empty where nobody later pushes.

// FitsFace reports whether a face, which is bytes, says all that there is to know of values told in so many levels, after a promotion or after a
// right to castle is given up: where bytes say all, or else where the move begins to count anew, and the first level says what becomes
// of it.
func FitsFace(metric *value.Metric, levels int, right board.Rights) bool {
	return levels == 1 || right == 0 && metric.Restarts(value.Promotion)
}

// FaceChunkValues is how many values a chunk has at most.
const FaceChunkValues = 1 << 16

// FaceName returns the name of a face in a store, of a piece of its table that has a name.
func FaceName(f material.Face, piece string) string {
	return piece + f.String()[len(f.Class.String()):]
}

// ParseFaceName is the inverse of [FaceName]. It returns false for all other names.
func ParseFaceName(name string) (f material.Face, piece string, ok bool) {
	i := strings.LastIndex(name, "face")
	if i < 0 {
		return f, "", false
	}
	piece = name[:i]
	class, ok := OfPiece(piece)
	if !ok {
		var err error
		if class, err = material.Parse(piece); err != nil || class.String() != piece {
			return f, "", false
		}
	}
	for _, f := range class.AllFaces() {
		if FaceName(f, piece) == name {
			return f, piece, true
		}
	}
	return f, "", false
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
	c := FaceChunks{layout: l, files: int(end - first), frames: int(l.Frames().Len()), groups: 1}
	if c.Together = c.files*l.Entries() <= FaceChunkValues; !c.Together {
		c.frames = max(1, FaceChunkValues/l.FrameEntries())
		c.groups = (int(l.Frames().Len()) + c.frames - 1) / c.frames
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
func (c *FaceChunks) group(n int) []slice.FrameNo {
	orbits := c.layout.Frames().Orbits()
	return orbits[n*c.frames : min((n+1)*c.frames, len(orbits))]
}

// Beside returns the frames of the chunk that has a frame, for one file, in their order, and which of them it is.
func (c *FaceChunks) Beside(frame slice.FrameNo) (frames []slice.FrameNo, at int) {
	place := c.layout.Frames().OrbitPlace(frame)
	return c.group(place / c.frames), place % c.frames
}

// Find returns the chunk that has a frame of a slice of the face, numbered from the first one of
// the whole slice on; where the frame begins there; and the number of the chunk's values.
func (c *FaceChunks) Find(number slice.Number, frame slice.FrameNo) (chunk, at, values int) {
	place, file := c.layout.Frames().OrbitPlace(frame), int(number)%c.files
	group := place / c.frames
	size, frames := c.layout.FrameEntries(), len(c.group(group))
	at = place % c.frames * size
	if c.Together {
		return 0, file*c.layout.Entries() + at, c.files * c.layout.Entries()
	}
	return group*c.files + file, at, frames * size
}

// A FaceWriter writes a face of what is promoted.
type FaceWriter struct {
	chunkWriter
	chunks FaceChunks
	cutter *slice.Cutter[value.Byte]
	values []value.Byte // of a group of frames, file by file
}

// NewFaceWriter begins a face of a piece of a table, or of all of it, see [WholePiece].
// [FaceWriter.Commit] or [FaceWriter.Abort] must be called in the end.
func NewFaceWriter(ctx context.Context, tables store.Store, whole *slice.Layout, f material.Face, piece Piece) (*FaceWriter, error) {
	w := &FaceWriter{chunks: NewFaceChunks(whole.FaceOf(f))}
	w.cutter = slice.NewCutter[value.Byte](w.chunks.layout)
	return w, w.create(ctx, tables, f, piece)
}

// FaceBytes is the memory that a face takes while it is written: values, packed ones and
// the directory.
const FaceBytes = 1 << 20

// Cut returns a function for [FaceWriter.AddSlice], given one that returns the values of a frame of the
// whole slice.
func (w *FaceWriter) Cut(whole func(frame slice.FrameNo) ([]value.Byte, error)) func(slice.Number, slice.FrameNo, []value.Byte) error {
	of := func(frame slice.FrameNo, _ board.Square) ([]value.Byte, error) { return whole(frame) }
	return func(number slice.Number, frame slice.FrameNo, into []value.Byte) error {
		return w.cutter.Frame(number, frame, of, into)
	}
}

// AddSlice adds what is taken from the next slice of the whole class. The function fills in a frame
// of one of the face's slices.
func (w *FaceWriter) AddSlice(fill func(number slice.Number, frame slice.FrameNo, into []value.Byte) error) error {
	return AddSlices([]*FaceWriter{w}, func(_ int, number slice.Number, frame slice.FrameNo, into []value.Byte) error {
		return fill(number, frame, into)
	})
}

// AddSlices is [FaceWriter.AddSlice] for several faces of a class, which read its frames side by side. Fill is
// told which face it is for.
func AddSlices(writers []*FaceWriter, fill func(face int, number slice.Number, frame slice.FrameNo, into []value.Byte) error) error {
	groups := 0 // as many for each promoted piece; for a right to castle fewer
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
func (w *FaceWriter) addGroup(group int, fill func(number slice.Number, frame slice.FrameNo, into []value.Byte) error) error {
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
		if err := w.write(PackValues(w.values[at : at+span])); err != nil {
			return err
		}
	}
	return nil
}
