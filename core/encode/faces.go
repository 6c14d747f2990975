package encode

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// faceWriters has the faces of the current piece of an encoder.
type faceWriters struct {
	begin  func(material.Face) (faceWriter, error)
	list   []material.Face              // of promotions
	pushes []material.Face              // at most one
	open   map[material.Face]faceWriter // nil if it has failed
}

// A faceWriter is a [facefile.Writer] or a [facefile.PushWriter].
type faceWriter interface {
	Commit() error
	Abort() error
}

// addSlice adds a slice to the faces, one after the other. With the last slice it also commits each face. So a piece of
// a single slice has only one face open at a time. addSlice calls observe with the finished share.
func (fw *faceWriters) addSlice(
	l *slice.Layout, metric *value.Metric, values solve.Sink, last bool, observe func(done float64) error,
) error {
	levels := len(values.Levels())
	for i, f := range fw.list {
		view := viewer(l, values, f.Turn())
		fw.add(f, last, func(w faceWriter) error {
			writer := w.(*facefile.Writer)
			if !facefile.Fits(metric, levels, f.Right) {
				return errLevels
			}
			return writer.AddSlice(writer.Cut(view))
		})
		if err := observe(float64(i+1) / float64(len(fw.list))); err != nil {
			return err
		}
	}
	return nil
}

// errLevels reports that values in several levels do not fit into a face, which has no levels. Such values are read
// from their table, unless the first level has all that the face needs.
var errLevels = errors.New("faces are bytes")

// addPushes adds the slice that was kept last to the face of pushes.
func (fw *faceWriters) addPushes(kept *Kept, number slice.Number, last bool) {
	for _, f := range fw.pushes {
		fw.add(f, last, func(w faceWriter) error {
			if kept.levelsOf(number) > 1 {
				return errLevels
			}
			return w.(*facefile.PushWriter).AddSlice(kept.pack)
		})
	}
}

// add adds a slice to a face. If it fails, the face is missing.
func (fw *faceWriters) add(f material.Face, last bool, slice func(faceWriter) error) {
	w, begun := fw.open[f]
	if !begun {
		var err error
		if w, err = fw.begin(f); err != nil {
			w = nil
		}
	}
	if w != nil && slice(w) != nil {
		w.Abort()
		w = nil
	}
	if w != nil && last {
		_ = w.Commit()
	}
	if last {
		delete(fw.open, f)
	} else {
		fw.open[f] = w
	}
}

// abort drops the unfinished faces.
func (fw *faceWriters) abort() {
	for _, w := range fw.open {
		if w != nil {
			w.Abort()
		}
	}
}

// viewer returns a function that returns frames of a slice, with a side to move, from a sink. Only one goroutine may
// use it.
func viewer(l *slice.Layout, values solve.Sink, c board.Color) func(frame slice.FrameNo) ([]value.Byte, error) {
	size := l.FrameEntries()
	step := slice.FrameNo(max(1, facefile.ChunkValues/size)) // frames that are viewed together
	var first, end slice.FrameNo
	var room, view []value.Byte
	return func(frame slice.FrameNo) (_ []value.Byte, err error) {
		if frame < first || frame >= end {
			first = frame / step * step
			end = min(first+step, l.Frames().Len())
			if room == nil {
				room = make([]value.Byte, int(step)*size)
			}
			if view, err = values.View(c, l.FirstEntry(first), int(end-first)*size, room); err != nil {
				first, end = 0, 0
				return nil, err
			}
		}
		return view[int(frame-first)*size:][:size], nil
	}
}
