package builder

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// Faces are the targets of promotions and pawn pushes, see package format. A table writes those of its
// own faces that later tables read or, within a budget, its other units. If a face of a promotion is missing, the table
// that reads it makes it first, from the promoted class. The last reader drops a face. Faces are derived data: if they
// fail, a build works without them, only more slowly.

// ReadBy returns the faces that are read when a class is built: with several units, also its own of
// pushes.
func ReadBy(l *slice.Layout) []material.Face {
	faces := l.Class.Faces()
	if format.Units(l) > 1 {
		faces = append(faces, l.Class.PushFace())
	}
	return faces
}

// addReaders adds a number, perhaps negative, to the readers of some faces, and drops faces without readers.
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

// removeFaces drops the faces that no later table reads. Beside other processes, faces that no table of the job reads
// may be those of another job.
func (r *running) removeFaces() {
	needed := func(f material.Face) bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		readers, ours := r.readers[f]
		return readers > 0 || !ours && r.beside
	}
	// The next build removes the faces that cannot be removed now.
	_ = r.library.RemoveFaces(context.WithoutCancel(r.ctx), needed)
}

// withOtherRights adds the faces with other castling rights of the same class that have readers. Looking ahead to them
// takes the same faces of promotions, which are dropped afterwards.
func (r *running) withOtherRights(faces []material.Face) []material.Face {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := slices.Clone(faces)
	for other, readers := range r.readers {
		ofSame := func(f material.Face) bool { return f.Right != 0 && f.Class == other.Class }
		if other.Right != 0 && readers > 0 && slices.ContainsFunc(faces, ofSame) && !slices.Contains(faces, other) {
			all = append(all, other)
		}
	}
	return all
}

// lend gives the library the memory that a slice will take, until the function that it returns is called. Spans of
// tables have up to 16 MiB, and a span that is dropped to make room is decoded again.
func (r *running) lend(bytes int64) (reclaim func()) {
	r.library.Lend(rememberedIn(bytes))
	return func() {
		r.library.Lend(0)
		if r.memory.budget > 0 {
			r.collect() // before the slice takes it
		}
	}
}
