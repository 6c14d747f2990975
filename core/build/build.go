// Package build makes tables: it knows which are needed, in which order, and
// takes each from its slices to the store.
//
// [Plan] says what there is to do and [Build] does it. A build can be stopped
// at any time, by its context or by a crash: the tables that are finished are
// in the store, whole, and the next build goes on from there.
package build

import (
	"context"
	"errors"
	"time"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/core/value"
)

// A Job is a list of tables to build, in order.
type Job struct {
	Steps   []Step
	Present []material.Class // needed too, but already in the store
}

// A Step is one table to build.
type Step struct {
	Class     material.Class
	Positions int64 // entries to solve, both sides
}

// Positions returns the number of entries of all steps.
func (j *Job) Positions() (sum int64) {
	for _, s := range j.Steps {
		sum += s.Positions
	}
	return sum
}

// Plan lists what has to be built so that the given classes, and all they
// depend on, are in the store. A table that its header shows to be damaged is
// built again.
func Plan(ctx context.Context, store table.Store, classes ...material.Class) (*Job, error) {
	return plan(ctx, store, nil, classes)
}

// PlanAgain is [Plan], but the given classes are built even if they are there.
// The old tables stay until the new ones are finished.
func PlanAgain(ctx context.Context, store table.Store, classes ...material.Class) (*Job, error) {
	return plan(ctx, store, classes, classes)
}

func plan(ctx context.Context, store table.Store, again, classes []material.Class) (*Job, error) {
	entries, err := store.List(ctx)
	if err != nil {
		return nil, err
	}
	present := map[material.Class]bool{}
	for _, e := range entries {
		if h, err := e.Decode(); err == nil {
			present[h.Class] = true
		}
	}
	for _, class := range again {
		present[class] = false
	}
	job := &Job{}
	for _, class := range material.Closure(classes...) {
		if present[class] {
			job.Present = append(job.Present, class)
		} else {
			job.Steps = append(job.Steps, Step{class, slice.NewLayout(class).Positions()})
		}
	}
	return job, nil
}

// Options say how to build. The zero value is usable.
type Options struct {
	// CacheBytes bounds the memory for what is read of finished slices. 0
	// stands for 128 MiB.
	CacheBytes int64

	// Observe, if not nil, is called as often as [solve.Observer] says, and
	// with each block that is stored. If it returns an error, the build ends
	// with that error.
	Observe func(Progress) error

	// Built, if not nil, is called with each table that is finished.
	Built func(Result)
}

// Progress says how far a build is.
type Progress struct {
	Class         material.Class
	Index, Count  int // of the step
	Doing         Doing
	Slice, Slices int
	Ply           int   // while solving
	Positions     int64 // done, of all steps
	Total         int64
}

// Doing names what a build is at.
type Doing string

// The parts of building a table, in their order for each slice.
const (
	Reading Doing = "reading" // smaller tables, for captures and pawn moves
	Solving Doing = "solving"
	Storing Doing = "storing"
)

// A Result describes a table that was built.
type Result struct {
	Step
	Method   string // that solved it
	Header   *table.Header
	Bytes    int64         // in the store
	Solving  time.Duration // including the reading of smaller tables
	Encoding time.Duration // including statistics and storing
}

// Build does a job. Errors that are about a table are of type [*table.Error];
// one that matches [table.ErrFull] means that the storage is full.
func Build(ctx context.Context, store table.Store, job *Job, options Options) (err error) {
	if options.CacheBytes == 0 {
		options.CacheBytes = 128 << 20
	}
	library := table.NewLibrary(store, options.CacheBytes)
	defer func() { err = errors.Join(err, library.Close()) }()
	b := &builder{ctx: ctx, store: store, options: options, library: library}
	b.progress.Count = len(job.Steps)
	b.progress.Total = job.Positions()
	for i, step := range job.Steps {
		b.progress.Index = i
		result, err := b.table(step)
		if err != nil {
			return err
		}
		if options.Built != nil {
			options.Built(*result)
		}
	}
	return nil
}

type builder struct {
	ctx      context.Context
	store    table.Store
	options  Options
	library  *table.Library
	progress Progress
}

// report passes progress on, positions being those done of the slice at hand,
// and ends the build if it was cancelled.
func (b *builder) report(doing Doing, positions int64) error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	if b.options.Observe == nil {
		return nil
	}
	p := b.progress
	p.Doing = doing
	p.Positions += positions
	return b.options.Observe(p)
}

// table builds one table.
func (b *builder) table(step Step) (result *Result, err error) {
	l := slice.NewLayout(step.Class)
	encoder, err := table.NewEncoder(b.ctx, b.store, l, value.DTM)
	if err != nil {
		return nil, err
	}
	defer encoder.Abort() // after Commit it does nothing
	encoder.Observe = b.observeEncoder(l)
	b.library.Begin(encoder)
	defer func() { err = errors.Join(err, b.library.End(encoder)) }()

	b.progress.Class = step.Class
	b.progress.Slices = l.Slices()
	solver := solve.New(l, b.library.Source(b.ctx), b.observeSolver(l))
	values := solve.NewValues(l)
	result = &Result{Step: step, Method: solver.Method()}
	start := time.Now()
	for n := range l.Slices() {
		b.progress.Slice = n
		if err := solver.Solve(n, values); err != nil {
			return nil, err
		}
		solved := time.Now()
		result.Solving += solved.Sub(start)
		if err := encoder.AddSlice(n, values); err != nil {
			return nil, err
		}
		b.progress.Positions += 2 * int64(l.Entries())
		start = time.Now()
		result.Encoding += start.Sub(solved)
	}
	if result.Header, result.Bytes, err = encoder.Commit(); err != nil {
		return nil, err
	}
	result.Encoding += time.Since(start)
	return result, nil
}

// observeSolver translates the progress of a slice. Of the work on a position,
// reading its exits counts as a quarter, solving it as two, storing it as one.
func (b *builder) observeSolver(l *slice.Layout) solve.Observer {
	return func(p solve.Progress) error {
		b.progress.Ply = p.Ply
		if p.Step == solve.Exits {
			return b.report(Reading, p.Done/4)
		}
		return b.report(Solving, 2*int64(l.Entries())/4+p.Done/2)
	}
}

// observeEncoder translates the last quarter.
func (b *builder) observeEncoder(l *slice.Layout) func(float64) error {
	positions := 2 * float64(l.Entries())
	return func(done float64) error {
		return b.report(Storing, int64(positions*(3+done)/4))
	}
}
