package builder

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/store"
)

// A running is the state that all tables of a build share. Its options and its plan of memory never change.
type running struct {
	ctx     context.Context
	cancel  context.CancelFunc
	options Options
	memory  *memoryPlan

	// From the options, or by default.
	store           store.Store
	library         *library.Library
	faces           store.Store
	scratch         func() (scratch.File, error)
	checkpointEvery time.Duration

	steps  int
	total  int64 // positions
	beside bool  // other processes may be at work

	mu        sync.Mutex            // guards the next fields, and the state of productions
	changed   sync.Cond             // a task has ended
	positions int64                 // done
	readers   map[material.Face]int // tables to come that read a face, of this build and of later ones

	making sync.Mutex // held while a missing face is made
}

func newRunning(ctx context.Context, tables store.Store, job *Job, options Options, memory *memoryPlan) *running {
	r := &running{
		options:         options,
		memory:          memory,
		store:           tables,
		library:         options.Library,
		faces:           options.Faces,
		scratch:         options.Scratch,
		checkpointEvery: cmp.Or(options.CheckpointEvery, time.Minute),
		steps:           len(job.Steps),
		total:           job.Positions(),
		readers:         map[material.Face]int{},
		beside:          options.Claims != nil,
	}
	if r.scratch == nil {
		r.scratch = scratch.FilesIn("")
	}
	if r.faces == nil {
		r.faces = store.NewMemStore()
	}
	if r.library == nil {
		r.library = library.New(tables, 0).ForMetric(memory.metric)
	}
	r.library.Limit(memory.cache).Faces(r.faces)
	r.changed.L = &r.mu
	r.ctx, r.cancel = context.WithCancel(ctx)
	return r
}

// close closes the library, if the build has opened it.
func (r *running) close() error {
	r.cancel()
	if r.options.Library != nil {
		return nil
	}
	return r.library.Close()
}

// watch begins to measure time by the clock of the options. It returns a function with the time since then.
func (r *running) watch() (elapsed func() time.Duration) {
	if clock := r.options.Clock; clock != nil {
		start := clock()
		return func() time.Duration { return clock() - start }
	}
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}

// collect frees memory to which the build no longer refers, before other memory is taken.
func (r *running) collect() {
	if r.options.Collect != nil {
		r.options.Collect()
	}
}
