// Package facefile writes and reads faces.
//
// A face has the values of a table that exits from other slices need. It is derived data, written while both sides to
// move of a slice are in memory. Its values are in the order in which others read them.
//
// Faces are kept in a store of their own beside the tables, and are never exported. A builder removes a face after its
// last reader. Package library derives the values of a missing face from the table.
//
// A promotion needs one side to move, and only positions with the promoted piece on the last rank
// ([slice.Layout.Face]). Giving up castling needs only the squares that king and rook can reach
// ([slice.Layout.CastlingFace]). These faces are cut into chunks of up to 2^16 values. Chunks are ordered by slice of
// the whole class, then by frames in the order of their orbits, then by the file of the promoted piece. If all files
// and frames of a slice fit into one chunk, that chunk has them all.
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

// Fits reports whether a face, which is bytes, says all that there is to know of values told in so many levels, after a
// promotion or after a right to castle is given up: where bytes say all, or else where the move begins to count anew,
// and the first level says what becomes of it.
func Fits(metric *value.Metric, levels int, right board.Rights) bool {
	return levels == 1 || right == 0 && metric.Restarts(value.Promotion)
}

// ChunkValues is how many values a chunk has at most.
const ChunkValues = 1 << 16

// Name returns the name of a face in a store, of a piece of its table that has a name.
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
	class, ok := format.OfPiece(piece)
	if !ok {
		var err error
		if class, err = material.Parse(piece); err != nil || class.String() != piece {
			return f, "", false
		}
	}
	for _, f := range class.AllFaces() {
		if Name(f, piece) == name {
			return f, piece, true
		}
	}
	return f, "", false
}

// Chunks says how a face is cut into chunks.
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

// Beside returns the frames of the chunk that has a frame, for one file, in their order, and which of them it is.
func (c *Chunks) Beside(frame slice.FrameNo) (frames []slice.FrameNo, at int) {
	place := c.layout.Frames().OrbitPlace(frame)
	return c.group(place / c.frames), place % c.frames
}

// Find returns the chunk that has a frame of a slice of the face, numbered from the first one of
// the whole slice on; where the frame begins there; and the number of the chunk's values.
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

// faceChunksOf returns how many chunks a face has for each slice of the whole class.
func faceChunksOf(whole *slice.Layout, f material.Face) int {
	if f.IsOfPushes() {
		return SidesAfterPushes(whole.Class).Count() * whole.Chunks()
	}
	chunks := NewChunks(whole.FaceOf(f))
	return chunks.Count()
}
