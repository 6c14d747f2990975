package builder

import (
	"context"
	"errors"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// Faces are what promotions and pawn pushes lead to, see package format. A table writes those of its
// own that tables to come read, or other units of it; who reads one of what is promoted that is missing makes it before it begins, from
// the table; and the last one who reads it drops it. They are derived: whatever fails with
// them, they can be done without, only more slowly.

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

// makeMissing makes those of some faces that are missing, for a table to begin.
func (b *builder) makeMissing(p *production, faces []material.Face) error {
	if len(faces) == 0 {
		return nil
	}
	entries, err := b.options.Faces.List(b.ctx)
	if err != nil {
		return err
	}
	for _, f := range library.MissingFaces(entries, faces) {
		t, err := b.library.Open(b.ctx, f.Class)
		if errors.Is(err, store.ErrMissing) {
			continue // of what there is of it, frames are read one by one
		}
		if err != nil {
			return err
		}
		var ahead []material.Face
		if !t.Header.Stores(f.Turn()) { // it is found by looking ahead
			ahead = f.Class.FacesOf(f.Turn())
		}
		if err := b.makeFace(p, f, ahead); err != nil {
			return err
		}
	}
	return nil
}

// makeFace makes a face, for which others are read.
func (b *builder) makeFace(p *production, f material.Face, others []material.Face) error {
	b.addReaders(others, 1)
	err := b.makeMissing(p, others)
	if err == nil {
		err = b.library.MakeFace(b.ctx, f, func(float64) error {
			return p.report(&sliceWork{number: p.slices[0]}, Progress{Doing: Reading}, 0)
		})
	}
	b.release(others)
	if errors.Is(err, store.ErrFull) {
		return nil
	}
	return err
}
