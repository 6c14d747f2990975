package builder

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// Faces are what promotions and pawn pushes lead to, see package format. A table writes those of its
// own that tables to come read or, within a budget, other units of it; who reads one of what is promoted that is
// missing makes it before it begins, from the table; and the last one who reads it drops it. They are derived: whatever
// fails with them, they can be done without, only more slowly.

// countReaders counts the tables to come that read each face, and tells each table which of its
// own are to be written.
func (b *builder) countReaders() {
	b.readers = map[material.Face]int{}
	for _, p := range b.unfinished {
		for _, f := range p.reads {
			b.readers[f]++
		}
	}
	for _, class := range b.options.Later {
		for _, f := range ReadBy(class) {
			b.readers[f]++
		}
	}
	of := map[material.Class][]material.Face{}
	for f := range b.readers {
		of[f.Class] = append(of[f.Class], f)
	}
	for _, p := range b.unfinished {
		p.lends = of[p.layout.Class]
	}
}

// ReadBy returns the faces that are read when a class is built: with several units, also its own of
// pushes.
func ReadBy(class material.Class) []material.Face {
	faces := class.Faces()
	if format.Units(slice.NewLayout(class)) > 1 {
		faces = append(faces, class.PushFace())
	}
	return faces
}

// addReaders counts one more reader of some faces, or with -1 one less.
func (b *builder) addReaders(faces []material.Face, readers int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range faces {
		b.readers[f] += readers
	}
}

// release drops those of some faces that nobody else reads.
func (b *builder) release(faces []material.Face) {
	if len(faces) > 0 {
		b.addReaders(faces, -1)
		b.removeFaces()
	}
}

// removeFaces drops the faces that nobody to come reads.
func (b *builder) removeFaces() {
	needed := func(f material.Face) bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.readers[f] > 0
	}
	// What can't be removed now is removed by the next build.
	_ = b.library.RemoveFaces(context.WithoutCancel(b.ctx), needed)
}

// makeMissing makes those of some faces that are missing, for a table to begin. Where the side to move is not
// stored, others are needed to look ahead, and so on.
func (b *builder) makeMissing(p *production, faces []material.Face) error {
	if len(faces) == 0 {
		return nil
	}
	entries, err := b.options.Faces.List(b.ctx)
	if err != nil {
		return err
	}
	faces = b.withOtherRights(faces)
	m := faceMaking{b: b, p: p, entries: entries, missing: map[material.Class][]missingFace{}}
	if err := m.collect(faces); err != nil {
		return err
	}
	if len(m.missing) == 0 {
		return nil
	}
	m.tables = len(m.missing)
	defer b.lend(p.footprint)()
	for _, f := range faces {
		if err = m.make(f.Class); err != nil {
			break
		}
	}
	for class := range m.missing { // what was not made is not read
		m.done(class)
	}
	if errors.Is(err, store.ErrFull) {
		return nil
	}
	return err
}

// withOtherRights adds to faces of rights to castle those of other rights of the same class that somebody reads: looking ahead to them takes
// the same faces of what is promoted, which are dropped afterwards.
func (b *builder) withOtherRights(faces []material.Face) []material.Face {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := slices.Clone(faces)
	for _, f := range faces {
		for _, other := range f.Class.AllFaces() {
			if f.Right != 0 && other.Right != 0 && b.readers[other] > 0 && !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// lend gives the library the memory that a slice will take, until the function that it returns is called: spans of
// tables have up to 16 MiB, and one that is dropped to make room is decoded again.
func (b *builder) lend(bytes int64) (takeBack func()) {
	b.library.Lend(rememberedIn(bytes))
	return func() {
		b.library.Lend(0)
		if b.options.Budget > 0 {
			runtime.GC() // before the slice takes it
		}
	}
}

// faceMaking makes missing faces: all of a class at once, because for each of them nearly all of its
// table is decoded.
type faceMaking struct {
	b       *builder
	p       *production
	entries []store.Entry // of the store of faces
	missing map[material.Class][]missingFace
	tables  int // that faces are made of, all in all
}

type missingFace struct {
	material.Face
	ahead []material.Face // that are read for it
}

// collect adds those of some faces that are missing, and all that they take.
func (m *faceMaking) collect(faces []material.Face) error {
	for _, f := range library.MissingFaces(m.entries, faces) {
		if library.UnpackedEntries(slice.NewLayout(f.Class).FaceOf(f), m.p.unpacked) > 0 {
			continue // who reads it takes from its table, slice by slice, what there is of it
		}
		if slices.ContainsFunc(m.missing[f.Class], func(other missingFace) bool { return other.Face == f }) {
			continue
		}
		t, err := m.b.library.Open(m.b.ctx, f.Class)
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
		m.b.addReaders(missing.ahead, 1)
		if err := m.collect(missing.ahead); err != nil {
			return err
		}
	}
	return nil
}

// make makes the missing faces of a class, after those that they take.
func (m *faceMaking) make(class material.Class) error {
	list := m.missing[class]
	if len(list) == 0 {
		return nil
	}
	faces := make([]material.Face, len(list))
	for i, f := range list {
		faces[i] = f.Face
		for _, ahead := range f.ahead {
			if err := m.make(ahead.Class); err != nil {
				return err
			}
		}
	}
	source := m.b.library.Source(m.b.ctx).Unpack(m.p.newScratch(), m.p.unpacked, m.p.cutting)
	err := m.b.library.MakeFaces(source, class, faces, func() error {
		progress := Progress{Doing: Preparing, Table: m.tables - len(m.missing), Tables: m.tables}
		return m.p.report(&sliceWork{number: m.p.slices[0]}, progress, 0)
	})
	m.done(class)
	return err
}

// done gives up what was read for the faces of a class.
func (m *faceMaking) done(class material.Class) {
	for _, f := range m.missing[class] {
		m.b.release(f.ahead)
	}
	delete(m.missing, class)
}
