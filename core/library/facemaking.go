package library

import (
	"context"
	"errors"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// A FaceMaking makes missing faces. It makes all faces of a class at once, as each of them decodes nearly the whole
// table. If a table does not store the side to move, the faces that its lookahead reads are made first.
type FaceMaking struct {
	ctx      context.Context
	lib      *Library
	unpacked Unpacking
	count    func(faces []material.Face, readers int)
	entries  []store.Entry // of the store of faces
	missing  map[material.Class][]missingFace
}

type missingFace struct {
	material.Face
	ahead []material.Face // that its lookahead reads
}

// MakingFaces returns a FaceMaking for those of some faces that are missing in the library's store of faces, with the
// faces that they depend on. It leaves out faces of incomplete tables, and faces whose values do not fit. Readers take
// these from the tables. It also leaves out faces that are read from scratch, see [UnpackedEntries]. Without a store of
// faces it leaves out all. count, if not nil, is called with the change in the number of readers of some faces, which
// make other faces.
func (lib *Library) MakingFaces(
	ctx context.Context, faces []material.Face, unpacked Unpacking, count func(faces []material.Face, readers int),
) (*FaceMaking, error) {
	m := &FaceMaking{
		ctx:      ctx,
		lib:      lib,
		unpacked: unpacked,
		count:    count,
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

// Tables returns the number of tables that still have faces to make.
func (m *FaceMaking) Tables() int { return len(m.missing) }

// Leave leaves out the faces of some tables, and returns them. The caller makes them while it reads these tables; see
// [Table.FacesBeside].
func (m *FaceMaking) Leave(tables []material.Class) map[material.Class][]material.Face {
	left := map[material.Class][]material.Face{}
	for _, class := range tables {
		for _, f := range m.missing[class] {
			left[class] = append(left[class], f.Face)
		}
		m.done(class)
	}
	return left
}

// Make makes the faces of several tables at once. Each table has its own source. Make calls observe regularly, one call
// at a time, and ends with its error.
func (m *FaceMaking) Make(tables int, source func() *Source, observe func() error) (err error) {
	var mu sync.Mutex
	observed := func() error {
		mu.Lock()
		defer mu.Unlock()
		return observe()
	}
	for err == nil && len(m.missing) > 0 {
		var group errgroup.Group
		group.SetLimit(max(1, tables))
		for class, faces := range m.ready() {
			group.Go(func() error {
				err := m.lib.MakeFaces(source(), class, faces, observed)
				mu.Lock()
				defer mu.Unlock()
				m.done(class)
				return err
			})
		}
		err = group.Wait()
	}
	for class := range m.missing { // faces that were not made have no readers
		m.done(class)
	}
	return err
}

// ready returns the missing faces that depend on no other missing ones, by class.
func (m *FaceMaking) ready() map[material.Class][]material.Face {
	isMissing := func(f material.Face) bool { return len(m.missing[f.Class]) > 0 }
	ready := map[material.Class][]material.Face{}
	for class, list := range m.missing {
		if slices.ContainsFunc(list, func(f missingFace) bool { return slices.ContainsFunc(f.ahead, isMissing) }) {
			continue
		}
		for _, f := range list {
			ready[class] = append(ready[class], f.Face)
		}
	}
	return ready
}

// collect adds those of some faces that are missing, and the faces that they depend on.
func (m *FaceMaking) collect(faces []material.Face) error {
	for _, f := range MissingFaces(format.ParamsOf(m.lib.store), m.entries, faces) {
		if UnpackedEntries(slice.NewLayout(f.Class).FaceOf(f), m.unpacked) > 0 {
			continue // readers cut it out of the available slices of the table
		}
		if slices.ContainsFunc(m.missing[f.Class], func(other missingFace) bool { return other.Face == f }) {
			continue
		}
		t, err := m.lib.Open(m.ctx, f.Class)
		if errors.Is(err, store.ErrMissing) {
			continue // readers take single frames from the available units
		}
		if err != nil {
			return err
		}
		if !t.HasFaces(f.Right) {
			continue
		}
		missing := missingFace{Face: f}
		if !t.Header.Stores(f.Turn()) { // a lookahead computes the face
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

// done ends the work on a class: it no longer reads other faces.
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

// MakeFaces writes missing faces of a finished table. It reads each frame about once, and calls observe regularly. If
// the table does not store the side to move, MakeFaces looks ahead. The faces that the moves lead to should be made
// first.
func (lib *Library) MakeFaces(s *Source, class material.Class, faces []material.Face, observe func() error) error {
	t, err := lib.Open(s.ctx, class)
	if err != nil {
		return err
	}
	w, err := newFaceWriting(s.ctx, t, faces, format.WholePiece(t.Layout))
	if err != nil {
		return err
	}
	defer w.abort()
	for range t.Layout.Slices() {
		if err := w.addSlice(s, observe); err != nil {
			return err
		}
	}
	return w.commit()
}

// MakingFacesOf returns a FaceMaking for the faces that lookaheads in some classes read, and those that looking ahead
// in these tables needs.
func (lib *Library) MakingFacesOf(ctx context.Context, classes ...material.Class) (*FaceMaking, error) {
	var faces []material.Face
	for _, class := range classes {
		faces = append(faces, class.Faces()...)
	}
	return lib.MakingFaces(ctx, faces, Unpacking{Faces: UnpackedFrame}, nil)
}

// MakeAll is [FaceMaking.Make] for callers that need not have the faces: readers work without them. So it ignores all
// errors except that of the context. While it works, it calls preparing, if not nil, with the number of finished tables
// and of all.
func (m *FaceMaking) MakeAll(atOnce int, preparing func(done, tables int)) error {
	tables := m.Tables()
	_ = m.Make(atOnce, func() *Source { return m.lib.Source(m.ctx) }, func() error {
		if preparing != nil {
			preparing(tables-m.Tables(), tables)
		}
		return m.ctx.Err()
	})
	return m.ctx.Err()
}

// MakeFacesOf makes the faces of [Library.MakingFacesOf] by [FaceMaking.MakeAll].
func (lib *Library) MakeFacesOf(
	ctx context.Context, atOnce int, preparing func(done, tables int), classes ...material.Class,
) error {
	making, err := lib.MakingFacesOf(ctx, classes...)
	if err != nil {
		return ctx.Err()
	}
	return making.MakeAll(atOnce, preparing)
}
