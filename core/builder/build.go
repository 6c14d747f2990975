// Package builder plans and builds tables. It makes each table from its slices, and stores it.
//
// [Plan] lists the tables to build and [Build] builds them. A build can be stopped
// at any time, by its context or by a crash. The finished units of tables are
// in the store, and the next build continues from there.
//
// plan.go and reach.go list what to build. provision.go chooses the method of a table for some memory, by the numbers
// of costmodel.go, and estimate.go has the time and space. memory.go plans the memory of a whole build from its
// [Options].
// A running build (running.go) has a production for each table: production.go has its state, work.go its tasks.
// claims.go and joint.go divide pieces of tables among processes. schedule.go decides the order of the tasks, and which
// run at the same time. Other kinds of tables have a [Maker] (maker.go), and whole.go builds their tables one after the
// other.
package builder

import (
	"context"
	"sync"

	"github.com/matewright/matewright/core/store"
)

// Build builds the tables of a job. Errors of a table are of type [*store.Error].
// An error that matches [store.ErrFull] means that the storage is full. With several
// threads the first error counts, and ends them all. Tables are the same, byte
// for byte, for any number of threads.
func Build(ctx context.Context, tables store.Store, job *Job, options Options) error {
	if err := options.check(); err != nil {
		return err
	}
	if tables == nil {
		return errNoStore
	}
	if options.Maker != nil {
		return buildWhole(ctx, tables, job, options)
	}
	b, err := newBuilder(ctx, tables, job, options)
	if err != nil {
		return err
	}
	defer context.AfterFunc(b.ctx, b.wake)()
	var others sync.WaitGroup
	for range b.memory.threads - 1 {
		others.Go(b.work)
	}
	b.work()
	others.Wait()
	return b.close()
}
