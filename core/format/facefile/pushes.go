package facefile

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// PushChunks lists the chunks of a class that pawn pushes lead to: those of each slice with the sides to move after
// such pushes. A build needs the chunks of a slice until the last slice that pushes into it.
type PushChunks struct {
	Layout   *slice.Layout
	Sides    format.SideSet
	LastUser []slice.Number // by slice: the last one that pushes into it, or itself
}

// A ChunkKey names a chunk, see [slice.Layout.Chunk], of a level.
type ChunkKey struct {
	Number slice.Number
	Side   board.Color
	Chunk  int
	Level  int
}

// NewPushChunks returns the chunks of a class.
func NewPushChunks(l *slice.Layout) *PushChunks {
	p := &PushChunks{Layout: l, Sides: SidesAfterPushes(l.Class)}
	if p.Sides != 0 {
		p.LastUser = lastUsers(l)
	}
	return p
}

// lastUsers returns, by slice, the last slice that pushes into it, or itself.
func lastUsers(l *slice.Layout) []slice.Number {
	last := make([]slice.Number, l.Slices())
	for number := range l.Slices() {
		last[number] = number
		for _, to := range l.Pushes(number) {
			last[to] = number
		}
	}
	return last
}

// Each calls do with all chunks of a slice, in their order.
func (p *PushChunks) Each(number slice.Number, do func(ChunkKey)) {
	for _, c := range board.Colors {
		if p.Sides.Has(c) {
			for chunk := range p.Layout.Chunks() {
				do(ChunkKey{Number: number, Side: c, Chunk: chunk})
			}
		}
	}
}

// PushChunk returns the number of a chunk in the face of pushes of a unit, which has the slice.
func (file *File) PushChunk(l *slice.Layout, key ChunkKey) int {
	sides := SidesAfterPushes(l.Class)
	n := int(key.Number-file.First) * sides.Count()
	if sides == format.BothSides {
		n += int(key.Side)
	}
	return n*l.Chunks() + key.Chunk
}

// A PushWriter writes the face of pushes of a unit.
type PushWriter struct {
	chunkWriter
	pushes *PushChunks
	end    slice.Number // of the unit
}

// NewPushWriter begins the face of pushes of a unit. [PushWriter.Commit] or [PushWriter.Abort]
// must be called in the end.
func NewPushWriter(
	ctx context.Context, tables store.Store, pushes *PushChunks, unit format.Piece,
) (*PushWriter, error) {
	w := &PushWriter{pushes: pushes, end: unit.End}
	return w, w.create(ctx, tables, pushes.Layout.Class.PushFace(), unit)
}

// AddSlice adds the next slice. It calls packed for the chunks if later units need them.
func (w *PushWriter) AddSlice(packed func(ChunkKey) ([]byte, error)) (err error) {
	w.pushes.Each(w.next, func(key ChunkKey) {
		var chunk []byte
		if err == nil && w.pushes.LastUser[key.Number] >= w.end {
			chunk, err = packed(key)
		}
		if err == nil {
			err = w.write(chunk)
		}
	})
	w.next++
	return err
}
