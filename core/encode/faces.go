package encode

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// Faces has the encoder write some faces of the class, too, to a store of faces. It must
// not have been used before. A face that can't be written, such as for want of space, is
// missing in the end.
func (e *Encoder) Faces(ctx context.Context, tables store.Store, list []material.Face) {
	e.faces.begin = func(f material.Face) (*format.FaceWriter, error) {
		return format.NewFaceWriter(ctx, tables, e.layout, f, e.unit)
	}
	e.faces.list = list
}

// faceWriters are the faces that an encoder writes.
type faceWriters struct {
	begin func(material.Face) (*format.FaceWriter, error)
	list  []material.Face
	open  map[material.Face]*format.FaceWriter // nil if it has failed
}

// addFaces adds a slice to the faces: to one after the other, with the last slice to its end, so
// that a single slice has but one open at a time.
func (e *Encoder) addFaces(values solve.Sink, last bool) error {
	for i, f := range e.faces.list {
		e.faces.add(f, viewer(e.layout, values, f.Turn()), last)
		if err := e.observe(faceShare * float64(i+1) / float64(len(e.faces.list))); err != nil {
			return err
		}
	}
	return nil
}

// add adds a slice to a face. If it fails, the face is missing.
func (fw *faceWriters) add(f material.Face, view func(frame int) ([]value.Byte, error), last bool) {
	w, begun := fw.open[f]
	if !begun {
		if fw.open == nil {
			fw.open = map[material.Face]*format.FaceWriter{}
		}
		w, _ = fw.begin(f)
	}
	if w != nil && w.AddSlice(view) != nil {
		w.Abort()
		w = nil
	}
	if fw.open[f] = w; w != nil && last {
		_ = w.Commit()
		fw.open[f] = nil
	}
}

// abort drops the faces that are not finished.
func (fw *faceWriters) abort() {
	for _, w := range fw.open {
		if w != nil {
			w.Abort()
		}
	}
}

// viewer returns a function that returns frames of a slice, with a side to move, from
// a sink. It is used by one goroutine.
func viewer(l *slice.Layout, values solve.Sink, c board.Color) func(frame int) ([]value.Byte, error) {
	size := l.FrameEntries()
	step := max(1, format.FaceChunkValues/size) // frames that are looked at together
	first, end := 0, 0
	var room, view []value.Byte
	return func(frame int) (_ []value.Byte, err error) {
		if frame < first || frame >= end {
			first = frame / step * step
			end = min(first+step, l.Frames().Len())
			if room == nil {
				room = make([]value.Byte, step*size)
			}
			if view, err = values.View(c, first*size, (end-first)*size, room); err != nil {
				first, end = 0, 0
				return nil, err
			}
		}
		return view[(frame-first)*size:][:size], nil
	}
}
