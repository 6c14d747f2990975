package library

import (
	"context"
	"errors"
	"slices"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A FaceMaking is the work of making faces that are missing: all of a class at once, because for each of them nearly
// all of its table is decoded; and before them those that are read to look ahead, where the side to move is not stored.
type FaceMaking struct {
	ctx      context.Context
	lib      *Library
	unpacked Unpacking
	count    func(faces []material.Face, readers int)
	entries  []store.Entry // of the store of faces
	faces    []material.Face
	missing  map[material.Class][]missingFace
}

type missingFace struct {
	material.Face
	ahead []material.Face // that are read for it
}

// MakingFaces finds those of some faces that are missing in the library's store of faces, and all that they take. Those
// of tables that are not there as a whole, or whose values don't fit, are left out: who reads them takes them from the
// tables. So are those that are read from scratch, see [UnpackedEntries]; and all of them if there is no store. Count,
// if not nil, is told how many more, or fewer, will read some faces to make others.
func (lib *Library) MakingFaces(
	ctx context.Context,
	faces []material.Face,
	unpacked Unpacking,
	count func(faces []material.Face, readers int),
) (*FaceMaking, error) {
	m := &FaceMaking{
		ctx:      ctx,
		lib:      lib,
		unpacked: unpacked,
		count:    count,
		faces:    faces,
		missing:  map[material.Class][]missingFace{},
	}
	if lib.faces.store == nil {
		return m, nil
	}
	var err error
	if m.entries, err = lib.faces.store.List(ctx); err != nil {
		return nil, err
	}
	return m, m.collect(faces)
}

// Tables returns how many tables faces are still to be made of.
func (m *FaceMaking) Tables() int { return len(m.missing) }

// Make makes them. Each table has a source for itself; observe is called again and again.
func (m *FaceMaking) Make(source func() *Source, observe func() error) (err error) {
	for _, f := range m.faces {
		if err = m.make(f.Class, source, observe); err != nil {
			break
		}
	}
	for class := range m.missing { // what was not made is not read
		m.done(class)
	}
	return err
}

// collect adds those of some faces that are missing, and all that they take.
func (m *FaceMaking) collect(faces []material.Face) error {
	for _, f := range MissingFaces(format.ParamsOf(m.lib.store), m.entries, faces) {
		if UnpackedEntries(slice.NewLayout(f.Class).FaceOf(f), m.unpacked) > 0 {
			continue // who reads it takes from its table, slice by slice, what there is of it
		}
		if slices.ContainsFunc(m.missing[f.Class], func(other missingFace) bool { return other.Face == f }) {
			continue
		}
		t, err := m.lib.Open(m.ctx, f.Class)
		if errors.Is(err, store.ErrMissing) {
			continue // of what there is of it, frames are read one by one
		}
		if err != nil {
			return err
		}
		if !t.HasFaces(f.Right) {
			continue
		}
		missing := missingFace{Face: f}
		if !t.Header.Stores(f.Turn()) { // it is found by looking ahead
			missing.ahead = f.Class.FacesOf(f.Turn())
		}
		m.missing[f.Class] = append(m.missing[f.Class], missing)
		m.reads(missing.ahead, 1)
		if err := m.collect(missing.ahead); err != nil {
			return err
		}
	}
	return nil
}

// make makes the missing faces of a class, after those that they take.
func (m *FaceMaking) make(class material.Class, source func() *Source, observe func() error) error {
	list := m.missing[class]
	if len(list) == 0 {
		return nil
	}
	faces := make([]material.Face, len(list))
	for i, f := range list {
		faces[i] = f.Face
		for _, ahead := range f.ahead {
			if err := m.make(ahead.Class, source, observe); err != nil {
				return err
			}
		}
	}
	err := m.lib.MakeFaces(source(), class, faces, observe)
	m.done(class)
	return err
}

// done gives up what was read for the faces of a class.
func (m *FaceMaking) done(class material.Class) {
	for _, f := range m.missing[class] {
		m.reads(f.ahead, -1)
	}
	delete(m.missing, class)
}

func (m *FaceMaking) reads(faces []material.Face, readers int) {
	if m.count != nil {
		m.count(faces, readers)
	}
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
		err := facefile.AddSlices(
			writers,
			func(face int, number slice.Number, frame slice.FrameNo, into []value.Byte) error {
				f := faces[face]
				l := t.Layout.FaceOf(f)
				if first, _ := l.FaceSlices(l.WholeSlice(number)); face == 0 && number == first {
					if err := observe(); err != nil {
						return err
					}
				}
				return s.faceFiller(t, cutters[face], l, number, f.Turn(), t.level(0))(frame, into)
			},
		)
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
