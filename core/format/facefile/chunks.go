// Package facefile writes and reads faces.
//
// A face has the values of a table that exits from other slices need. It is derived data, written while both sides to
// move of a slice are in memory. Its values are in the order in which others read them.
//
// Faces are kept in a store of their own beside the tables, and are never exported. A builder removes a face after its
// last reader. Package library derives the values of a missing face from the table.
//
// A face of a promotion has one side to move, and only positions with the promoted piece on the last rank. Method
// [slice.Layout.Face] returns its layout. A face of a right to castle has only the squares that king and rook can
// reach. Method [slice.Layout.CastlingFace] returns its layout.
//
// These faces are cut into chunks of up to 2^16 values. If all files and frames of a slice fit into one chunk, that
// chunk has them all. Chunks are in the order of the slices of the whole class. Within a slice, they are in the order
// of the frames by orbits, and then of the files of the promoted piece.
//
// Pawn pushes lead to slices of the same class. A unit has a face of the slices that later units push into, with the
// sides to move after such pushes. Its chunks are ordered by slice, then side, then chunk ([slice.Layout.Chunk]). A
// chunk that no later unit needs is empty.
//
// chunks.go has the names of faces and their chunks, and file.go the stored form. writer.go writes the faces of
// promotions and castling, and pushes.go those of pawn pushes.
package facefile

import (
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// Fits reports whether the bytes of a face are enough for values in a number of levels. Right is 0 after a promotion,
// or the castling right that is given up. Bytes are enough for one level. They are also enough if a promotion restarts
// the count of the metric, as the first level then has the outcome.
func Fits(metric *value.Metric, levels int, right board.Rights) bool {
	return levels == 1 || right == 0 && metric.Restarts(value.Promotion)
}

// ChunkValues is the largest number of values in a chunk.
const ChunkValues = 1 << 16

// Name returns the name in a store of a face, given the name of the piece of its table.
func Name(f material.Face, piece string) string {
	return piece + f.String()[len(f.Class.String()):]
}

// ParseName is the inverse of [Name]. It returns false for all other names.
func ParseName(name string) (f material.Face, piece string, ok bool) {
	i := strings.LastIndex(name, "face")
	if i < 0 {
		return f, "", false
	}
	piece = name[:i]
	class, ok := format.PieceClass(piece)
	if !ok {
		var err error
		if class, err = material.Parse(piece); err != nil || class.String() != piece {
			return f, "", false
		}
	}
	if f, ok = class.ParseFace(class.String() + name[i:]); !ok {
		return f, "", false
	}
	return f, piece, true
}

// Chunks describes the chunks of a face.
type Chunks struct {
	layout   *slice.Layout
	files    int
	Together bool // all files and frames of a slice are in one chunk
	frames   int  // in a chunk, the last one perhaps fewer
	groups   int  // of frames
}

// NewChunks cuts the face that has this layout.
func NewChunks(l *slice.Layout) Chunks {
	first, end := l.FaceSlices(0)
	c := Chunks{layout: l, files: int(end - first), frames: int(l.Frames().Len()), groups: 1}
	if c.Together = c.files*l.Entries() <= ChunkValues; !c.Together {
		c.frames = max(1, ChunkValues/l.FrameEntries())
		c.groups = (int(l.Frames().Len()) + c.frames - 1) / c.frames
	}
	return c
}

// Count returns the number of chunks of a slice of the whole class.
func (c *Chunks) Count() int {
	if c.Together {
		return 1
	}
	return c.groups * c.files
}

// group returns the frames of a group.
func (c *Chunks) group(n int) []slice.FrameNo {
	orbits := c.layout.Frames().Orbits()
	return orbits[n*c.frames : min((n+1)*c.frames, len(orbits))]
}

// Beside returns the frames of the chunk that has a frame, for one file, in their order, and the index of the frame.
func (c *Chunks) Beside(frame slice.FrameNo) (frames []slice.FrameNo, at int) {
	place := c.layout.Frames().OrbitPlace(frame)
	return c.group(place / c.frames), place % c.frames
}

// Find returns the chunk that has a frame of a slice of the face. It also returns the place of the frame in the chunk,
// and the number of the chunk's values. Chunks are numbered from the first one of the whole slice on.
func (c *Chunks) Find(number slice.Number, frame slice.FrameNo) (chunk, at, values int) {
	place, file := c.layout.Frames().OrbitPlace(frame), int(number)%c.files
	group := place / c.frames
	size, frames := c.layout.FrameEntries(), len(c.group(group))
	at = place % c.frames * size
	if c.Together {
		return 0, file*c.layout.Entries() + at, c.files * c.layout.Entries()
	}
	return group*c.files + file, at, frames * size
}

// SidesAfterPushes returns the sides to move after pawn pushes in a class.
func SidesAfterPushes(class material.Class) (sides format.SideSet) {
	for _, c := range board.Colors {
		if class.Count(c, board.Pawn) > 0 {
			sides |= format.Only(c.Other())
		}
	}
	return sides
}

// faceChunksOf returns the number of chunks of a face for each slice of the whole class.
func faceChunksOf(whole *slice.Layout, f material.Face) int {
	if f.IsOfPushes() {
		return SidesAfterPushes(whole.Class).Count() * whole.Chunks()
	}
	chunks := NewChunks(whole.FaceOf(f))
	return chunks.Count()
}
