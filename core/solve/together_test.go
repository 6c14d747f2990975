package solve_test

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

// rowBytes is the size of a row of bits in scratch: 64 words and a checksum.
const rowBytes = 64*8 + 4

// wonRows is a room for bits that counts the reads of each row that White has won.
type wonRows struct {
	scratch.Room
	reads []int
}

// ReadAt implements [io.ReaderAt].
func (r *wonRows) ReadAt(p []byte, off int64) (int, error) {
	first := int(off / rowBytes) // White's are the first set
	for row := first; row < min(first+len(p)/rowBytes, len(r.reads)); row++ {
		r.reads[row]++
	}
	return r.Room.ReadAt(p, off)
}

// together is a method that solves by several methods, and finds the exits only once. Each method has a room and
// perhaps a record, from which it resumes.
type together struct {
	solve.Method // the first one
	methods      []solve.Method
	rooms        []*wonRows
	records      []scratch.File
	solved       func(method int) // called when a method has solved the slice

	workers []solve.Worker
	from    []int // the plies from which they have resumed
	layout  *slice.Layout
}

// NewWorker implements [solve.Method]. It returns t, which is its own worker.
func (t *together) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	t.layout, t.from, t.workers = l, make([]int, len(t.methods)), nil
	for _, m := range t.methods {
		t.workers = append(t.workers, m.NewWorker(l, metric))
	}
	return t
}

// sinks has one for each of the methods.
type sinks []solve.Sink

// View implements [solve.Sink], by the first.
func (s sinks) View(c board.Color, first slice.Entry, n int, room []value.Byte) ([]value.Byte, error) {
	return s[0].View(c, first, n, room)
}

// Levels implements [solve.Sink], by the first.
func (s sinks) Levels() []solve.Sink { return s[0].Levels() }

func (t *together) each(do func(i int, w solve.Worker) error) (err error) {
	for i, w := range t.workers {
		err = errors.Join(err, do(i, w))
	}
	return err
}

// Begin implements [solve.Worker]. Those that have saved something resume at once.
func (t *together) Begin(number slice.Number, into solve.Sink, with solve.Resources) (int, error) {
	return 0, t.each(func(i int, w solve.Worker) error {
		t.rooms[i].reads = make([]int, t.layout.Words()/64)
		of := with
		of.Lists, of.Scratch = t.methods[i].Plan(t.layout).Lists, t.rooms[i]
		if t.records[i] != nil {
			of.Checkpoint = &checkpoint.Files{Record: t.records[i]}
		}
		saved, err := w.Begin(number, into.(sinks)[i], of)
		if err == nil && saved > 0 {
			t.from[i] = saved
			_, err = w.Resume(func() error { return nil })
		}
		return err
	})
}

// Resume implements [solve.Worker].
func (t *together) Resume(func() error) (bool, error) { return false, nil }

// AddImpossible implements [solve.Worker].
func (t *together) AddImpossible(word slice.WordNo) {
	for i, w := range t.workers {
		if t.from[i] == 0 {
			w.AddImpossible(word)
		}
	}
}

// AddWord implements [solve.Worker].
func (t *together) AddWord(c board.Color, word slice.WordNo, known exits.Known) {
	for i, w := range t.workers {
		if t.from[i] == 0 {
			w.AddWord(c, word, known)
		}
	}
}

// Err implements [solve.Worker].
func (t *together) Err() error { return t.each(func(_ int, w solve.Worker) error { return w.Err() }) }

// Solve implements [solve.Worker].
func (t *together) Solve(observe solve.Observer) error {
	return t.each(func(i int, w solve.Worker) error {
		err := w.Solve(observe)
		if err == nil {
			t.solved(i)
		}
		return err
	})
}

// Holds implements [solve.Worker].
func (t *together) Holds() []solve.Part { return t.workers[0].Holds() }
