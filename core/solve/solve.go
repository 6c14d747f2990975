// Package solve finds the value of every position of a slice.
//
// A slice is solved in two passes:
//
//  1. exits (exits.go), over the rows, symmetric placements of the kings one
//     after the other. For each position, the best
//     move that leaves the slice: a capture, a pawn move, a promotion. Their
//     values are read from finished slices. The same pass finds the illegal
//     positions: they count as won at ply 0, so that illegal moves lose by
//     themselves.
//  2. retrograde analysis, ply by ply: bit arrays, 64 positions to a word
//     (retrograde.go).
//
// The second pass is done by a [Method]. What every method gets is the same: a slice,
// what the first pass found out, and a [Sink] for the values. These do not depend on the
// method; time and memory do, and [Plans] says how.
//
// Four things are apart in it:
//
//   - the algebra of rows: what 64 words become when a move is made or taken back
//     (rows.go, decide.go, takeback.go, octets.go). It is given sets, and knows neither
//     where they are kept nor what ply it is.
//   - the state, which is what is known of positions so far: in memory, bits and lists (state.go, rowlist.go, scratch.go);
//     or in scratch, rows of bits (rowfile.go), some of them in windows (window.go), and lists (framelist.go).
//   - what exits are worth where a byte does not say it (levels.go).
//   - the methods, each in a file of its own, which registers it (method.go): grandfather.go, outcount.go and spilled.go,
//     which share the plies of retrograde.go; and, with bits in scratch (paged.go), halfcycles.go, and rootsplitting.go and
//     leapfrog.go, which share the passes of split.go, over columns of frames (scan.go) and bands of rows (band.go), and sorting.go
//     with sortingunknown.go, which have their rows sorted.
//     With these another process can go on (checkpoint.go).
//
// What is solved can be held to its moves, and one side to move recovered from
// the other, by a [Lookahead]: the best move of every position, 64 at a time.
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

// A Solver solves the slices of one class, one after the other, and keeps its
// memory in between. It is used by one goroutine.
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
	return &Solver{layout: l, metric: metric, observe: observe, pass: exits.NewPass(l, metric, source), worker: m.NewWorker(l, metric)}
}

// Limit bounds the memory of lists (see [Plan]): what is more goes to scratch.
func (s *Solver) Limit(bytes int64, room scratch.Room) {
	s.resources.Lists, s.resources.Scratch = bytes, room
}

// Threads lets n threads work on a slice, if the method's plan offers it. The rooms must allow that.
func (s *Solver) Threads(n int) { s.resources.Threads = n }

// Keep saves the state of the next slices in a checkpoint, about once in a duration, and resumes from it if it has a
// state of the slice. The bits must be the room of the limit, and the lists that of the sink. Only methods whose plan
// is resumable do so. Without files nothing is saved.
func (s *Solver) Keep(at *checkpoint.Files, every time.Duration) {
	s.resources.Checkpoint, s.resources.Every = at, every
}

// Holds returns the memory that the solver holds after it has solved a slice, in the parts of the method's plan.
func (s *Solver) Holds() []Part { return s.worker.Holds() }

// Solve finds the values of a slice, for which there is room in a sink that the method
// made for the layout. All slices and classes that moves out of it lead to must be found
// in the source.
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
	return s.worker.Solve(s.observe)
}

func (s *Solver) observeExits(done int64) error {
	if err := s.worker.Err(); err != nil {
		return err
	}
	return s.observe(Progress{Phase: Exits, Done: done})
}

// resume restores what was saved of the slice before a ply, unless that is ply 0, and reports whether it could.
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
