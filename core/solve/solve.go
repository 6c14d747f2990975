package solve

import (
	"fmt"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

// A Solver solves the slices of one class, one after the other, and reuses its memory. Only one goroutine may use it.
type Solver struct {
	layout    *slice.Layout
	metric    *value.Metric
	observe   Observer
	pass      *exits.Pass
	worker    Worker
	resources Resources
}

// New returns a solver by a method. Observe may be nil.
func New(m Method, l *slice.Layout, metric *value.Metric, source exits.Source, observe Observer) *Solver {
	if observe == nil {
		observe = func(Progress) error { return nil }
	}
	return &Solver{
		layout:  l,
		metric:  metric,
		observe: observe,
		pass:    exits.NewPass(l, metric, source),
		worker:  m.NewWorker(l, metric),
	}
}

// Limit limits the memory of lists (see [Plan]). The rest goes to scratch.
func (s *Solver) Limit(bytes int64, room scratch.Room) {
	s.resources.Lists, s.resources.Scratch = bytes, room
}

// Threads lets n threads work on a slice, if the method's plan offers it. The rooms must allow that.
func (s *Solver) Threads(n int) { s.resources.Threads = n }

// Fill counts the positions of each slice in a filling while they are decided, if the method can. Nil counts nothing.
func (s *Solver) Fill(f *Filling) { s.resources.Filling = f }

// Keep saves the state of the next slices in a checkpoint, about once in the given time. The solver resumes from a
// saved state of the slice. The bits must be the room of the limit, and the lists that of the sink. Only methods with a
// resumable plan save. Without files nothing is saved.
func (s *Solver) Keep(at *checkpoint.Files, every time.Duration) {
	s.resources.Checkpoint, s.resources.Every = at, every
}

// Holds returns the memory that the solver holds after it has solved a slice, in the parts of the method's plan.
func (s *Solver) Holds() []Part { return s.worker.Holds() }

// Solve finds the values of a slice, and writes them to a sink that the method made for the layout. The source must
// have all slices and classes that moves out of the slice lead to.
func (s *Solver) Solve(number slice.Number, into Sink) error {
	if err := s.solve(number, into); err != nil {
		return fmt.Errorf("solving %v, slice %d: %w", s.layout.Class, number, err)
	}
	return nil
}

func (s *Solver) solve(number slice.Number, into Sink) error {
	if err := s.metric.CheckBytes(s.layout.Class); err != nil {
		return err
	}
	if s.resources.Filling != nil {
		*s.resources.Filling = Filling{}
	}
	saved, err := s.worker.Begin(number, into, s.resources)
	if err != nil {
		return err
	}
	resumed, err := s.resume(saved)
	if err != nil {
		return err
	}
	if !resumed {
		if err := s.pass.AddAll(number, s.worker, s.observeExits); err != nil {
			return err
		}
	}
	return s.worker.Solve(func(p Progress) error {
		p.Filling = s.resources.Filling
		return s.observe(p)
	})
}

func (s *Solver) observeExits(done int64) error {
	if err := s.worker.Err(); err != nil {
		return err
	}
	return s.observe(Progress{Phase: Exits, Done: done})
}

// resume restores the state that was saved before a ply, unless that is ply 0, and reports whether it did.
func (s *Solver) resume(saved int) (resumed bool, err error) {
	if saved == 0 {
		return false, nil
	}
	at := Progress{Phase: Solving, Ply: s.metric.Ply(saved)}
	if resumed, err = s.worker.Resume(func() error { return s.observe(at) }); resumed {
		at.Resumed = true
		err = s.observe(at)
	}
	return resumed, err
}
