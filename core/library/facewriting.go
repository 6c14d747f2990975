package library

import (
	"context"
	"sync"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A faceWriting writes faces of a piece of a finished table, slice by slice.
type faceWriting struct {
	table   *Table
	faces   []material.Face
	piece   format.Piece
	next    slice.Number
	writers []*facefile.Writer
	cutters []*slice.Cutter[value.Byte]
}

// newFaceWriting begins to write faces. Each must fit into bytes.
func newFaceWriting(
	ctx context.Context, t *Table, faces []material.Face, piece format.Piece,
) (*faceWriting, error) {
	w := &faceWriting{table: t, faces: faces, piece: piece, next: piece.First}
	for _, f := range faces {
		if !t.HasFaces(f.Right) {
			if err := t.fitsBytes(); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range faces {
		writer, err := facefile.NewWriter(ctx, t.library.faces.store, t.Layout, f, piece)
		if err != nil {
			w.abort()
			return nil, err
		}
		w.writers = append(w.writers, writer)
		w.cutters = append(w.cutters, slice.NewCutter[value.Byte](t.Layout.FaceOf(f)))
	}
	return w, nil
}

// addSlice adds the next slice, and calls observe regularly.
func (w *faceWriting) addSlice(s *Source, observe func() error) error {
	t := w.table
	w.next++
	return facefile.AddSlices(
		w.writers,
		func(face int, number slice.Number, frame slice.FrameNo, into []value.Byte) error {
			f := w.faces[face]
			l := t.Layout.FaceOf(f)
			if first, _ := l.FaceSlices(l.WholeSlice(number)); face == 0 && number == first {
				if err := observe(); err != nil {
					return err
				}
			}
			return s.faceFiller(t, w.cutters[face], l, number, f.Turn(), t.level(0))(frame, into)
		},
	)
}

// commit makes the faces visible.
func (w *faceWriting) commit() error {
	for _, writer := range w.writers {
		if err := writer.Commit(); err != nil {
			return err
		}
	}
	w.table.library.faces.forget(w.table.Layout.Class)
	return nil
}

// abort drops the faces that are not committed.
func (w *faceWriting) abort() {
	for _, writer := range w.writers {
		_ = writer.Abort()
	}
}

// FacesBeside makes faces of a table while its caller reads the slices, so that none is read twice. It writes a face of
// each unit. Several goroutines may use it.
type FacesBeside struct {
	ctx   context.Context
	table *Table
	faces []material.Face

	mu    sync.Mutex
	units map[int]*unitFaces
}

// unitFaces are the faces of a unit.
type unitFaces struct {
	mu      sync.Mutex
	writing *faceWriting // nil once they are complete or given up
}

// FacesBeside returns a FacesBeside for faces of a table. If there are any, the library must have a store of faces.
func (t *Table) FacesBeside(ctx context.Context, faces []material.Face) *FacesBeside {
	return &FacesBeside{ctx: ctx, table: t, faces: faces, units: map[int]*unitFaces{}}
}

// AddSlice adds a slice, given a source that keeps a side of it: see [Source.Keep]. The slices of a unit must come in
// their order, each once. If they do not, or on an error, AddSlice gives up the faces of the unit: readers work without
// them.
func (b *FacesBeside) AddSlice(s *Source, number slice.Number) {
	if len(b.faces) == 0 {
		return
	}
	unit := b.unitOf(number)
	unit.mu.Lock()
	defer unit.mu.Unlock()
	w := unit.writing
	if w == nil {
		return
	}
	fits := number == w.next && w.addSlice(s, s.ctx.Err) == nil
	if fits && w.next < w.piece.End {
		return
	}
	if unit.writing = nil; fits {
		_ = w.commit()
	}
	w.abort()
}

// unitOf returns the faces of the unit that has a slice, and begins them at its first slice.
func (b *FacesBeside) unitOf(number slice.Number) *unitFaces {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.table.Layout
	no := format.UnitOf(l, number)
	unit := b.units[no]
	if unit == nil {
		unit = new(unitFaces)
		unit.writing, _ = newFaceWriting(b.ctx, b.table, b.faces, format.UnitPiece(l, no))
		b.units[no] = unit
	}
	return unit
}

// Close drops the faces of units whose slices were not all added.
func (b *FacesBeside) Close() {
	for _, unit := range b.units {
		if unit.writing != nil {
			unit.writing.abort()
			unit.writing = nil
		}
	}
}
