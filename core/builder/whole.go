package builder

import (
	"cmp"
	"context"
	"runtime"
	"time"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/store"
)

// buildWhole builds the tables of a job by the maker of the options. If one takes more than the memory of the options,
// the error is a [*MemoryError], and no table is built.
func buildWhole(ctx context.Context, tables store.Store, job *Job, options Options) error {
	memory := cmp.Or(options.Budget, options.Memory, defaultMemory)
	for _, step := range job.Steps {
		if takes := options.Maker.Memory(step.Class); takes > memory {
			return &MemoryError{options.Maker.Kind(), step.Class, takes, memory}
		}
	}
	if options.Begin != nil {
		options.Begin(memory)
	}
	progress := Progress{Count: len(job.Steps), Doing: Solving, Slices: 1, Total: job.Positions()}
	for i, step := range job.Steps {
		progress.Class, progress.Index = step.Class, i
		result, err := makeWhole(ctx, tables, job.Steps[i:], progress, &options)
		if err != nil {
			return store.Named(step.Class.String(), store.MarkFull(err))
		}
		progress.Positions += step.Positions
		if options.Built != nil {
			options.Built(result)
		}
	}
	return nil
}

// makeWhole makes and stores the table of the first of some steps. The progress is that of its beginning.
func makeWhole(
	ctx context.Context, tables store.Store, steps []Step, progress Progress, options *Options,
) (result Result, err error) {
	start := time.Now()
	w, err := tables.Create(ctx, steps[0].Class.String())
	if err != nil {
		return result, err
	}
	defer w.Abort()
	m := &Making{
		Layout:  format.LayoutIn(tables, steps[0].Class),
		Later:   steps[1:],
		Writer:  w,
		Threads: cmp.Or(options.Threads, runtime.GOMAXPROCS(0)),
		Observe: func(done float64) error {
			if err := ctx.Err(); err != nil || options.Observe == nil {
				return err
			}
			now := progress
			now.Positions += int64(done * float64(steps[0].Positions))
			return options.Observe(now)
		},
	}
	h, err := options.Maker.Make(ctx, m)
	if err != nil {
		return result, err
	}
	header := h.Encode(m.Layout)
	if err := w.Commit(header); err != nil {
		return result, err
	}
	return Result{
		Step:     steps[0],
		Header:   h,
		Bytes:    h.DataSize() + int64(len(header)),
		Solving:  time.Since(start) - m.Encoding,
		Encoding: m.Encoding,
	}, nil
}
