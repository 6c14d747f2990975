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
		for _, f := range ReadBy(b.options.params.Layout(class)) {
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
func ReadBy(l *slice.Layout) []material.Face {
	faces := l.Class.Faces()
	if format.Units(l) > 1 {
		faces = append(faces, l.Class.PushFace())
	}
	return faces
}

// addReaders counts so many more readers of some faces, or fewer, and drops what nobody reads any more.
func (b *builder) addReaders(faces []material.Face, readers int) {
	b.mu.Lock()
	for _, f := range faces {
		b.readers[f] += readers
	}
	b.mu.Unlock()
	if len(faces) > 0 && readers < 0 {
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
	making, err := b.library.MakingFaces(b.ctx, b.withOtherRights(faces), p.unpacked, b.addReaders)
	if err != nil || making.Tables() == 0 {
		return err
	}
	defer b.lend(p.footprint)()
	tables := making.Tables()
	source := func() *library.Source {
		return b.library.Source(b.ctx).Unpack(p.newScratch(), p.unpacked, p.cutting)
	}
	err = making.Make(source, func() error {
		progress := Progress{Doing: Preparing, Table: tables - making.Tables(), Tables: tables}
		return p.report(&sliceWork{number: p.slices[0]}, progress, 0)
	})
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
