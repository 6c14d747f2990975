package builder

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// Faces are what promotions and pawn pushes lead to, see package format. A table writes those of its
// own that tables to come read or, within a budget, other units of it; who reads one of what is promoted that is
// missing makes it before it begins, from the table; and the last one who reads it drops it. They are derived: whatever
// fails with them, they can be done without, only more slowly.

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
func (r *running) addReaders(faces []material.Face, readers int) {
	r.mu.Lock()
	for _, f := range faces {
		r.readers[f] += readers
	}
	r.mu.Unlock()
	if len(faces) > 0 && readers < 0 {
		r.removeFaces()
	}
}

// removeFaces drops the faces that nobody to come reads.
func (r *running) removeFaces() {
	needed := func(f material.Face) bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.readers[f] > 0
	}
	// What can't be removed now is removed by the next build.
	_ = r.library.RemoveFaces(context.WithoutCancel(r.ctx), needed)
}

// withOtherRights adds to faces of rights to castle those of other rights of the same class that somebody reads:
// looking ahead to them takes the same faces of what is promoted, which are dropped afterwards.
func (r *running) withOtherRights(faces []material.Face) []material.Face {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := slices.Clone(faces)
	for _, f := range faces {
		for _, other := range f.Class.AllFaces() {
			if f.Right != 0 && other.Right != 0 && r.readers[other] > 0 && !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// lend gives the library the memory that a slice will take, until the function that it returns is called: spans of
// tables have up to 16 MiB, and one that is dropped to make room is decoded again.
func (r *running) lend(bytes int64) (takeBack func()) {
	r.library.Lend(rememberedIn(bytes))
	return func() {
		r.library.Lend(0)
		if r.memory.budget > 0 {
			r.collect() // before the slice takes it
		}
	}
}
