package builder

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
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
	w := &wholeBuild{tables: tables, job: job, options: &options, open: slices.Clone(job.Steps)}
	for len(w.open) > 0 {
		i, release, err := w.next(ctx)
		if err == nil && release != nil {
			err = w.make(ctx, i, release)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A wholeBuild is the state of a build by a maker.
type wholeBuild struct {
	tables    store.Store
	job       *Job
	options   *Options
	open      []Step // that are left
	positions int64  // done
	pause     time.Duration
}

// next claims an open step that can be done now. If other processes have claimed all of these, it waits. Then, and if
// no step is open, release is nil.
func (w *wholeBuild) next(ctx context.Context) (i int, release func(), err error) {
	elsewhere := -1
	for i < len(w.open) {
		step := w.open[i]
		isNeeded := func(other Step) bool { return slices.Contains(step.Class.Successors(), other.Class) }
		if slices.ContainsFunc(w.open, isNeeded) {
			i++
			continue
		}
		l := format.LayoutIn(w.tables, step.Class)
		whole := format.WholePiece(l)
		release, stored, err := take(ctx, w.options.Claims, w.tables, l, &whole)
		switch {
		case err != nil:
			return 0, nil, err
		case stored:
			w.end(i, Result{Step: Step{Class: step.Class, Whole: true}, Elsewhere: 1})
		case release != nil:
			w.pause = 0
			return i, release, nil
		default:
			elsewhere = i
			i++
		}
	}
	if elsewhere < 0 {
		return 0, nil, nil
	}
	return 0, nil, w.wait(ctx, w.open[elsewhere].Class)
}

// wait waits while another process builds a class.
func (w *wholeBuild) wait(ctx context.Context, class material.Class) error {
	if w.options.Observe != nil {
		p := w.progress(class)
		p.Elsewhere = true
		if err := w.options.Observe(p); err != nil {
			return err
		}
	}
	w.pause = longer(w.pause)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(w.pause):
		return nil
	}
}

// progress returns the progress at the beginning of a class.
func (w *wholeBuild) progress(class material.Class) Progress {
	return Progress{
		Class:     class,
		Index:     slices.IndexFunc(w.job.Steps, func(s Step) bool { return s.Class == class }),
		Count:     len(w.job.Steps),
		Slices:    1,
		Positions: w.positions,
		Total:     w.job.Positions(),
	}
}

// make makes the table of an open step, and drops the claim on it.
func (w *wholeBuild) make(ctx context.Context, i int, release func()) error {
	defer release()
	step := w.open[i]
	progress := w.progress(step.Class)
	progress.Doing = Solving
	result, err := makeWhole(ctx, w.tables, step, progress, w.options)
	if err != nil {
		return store.Named(step.Class.String(), store.MarkFull(err))
	}
	w.end(i, result)
	return nil
}

// end ends an open step.
func (w *wholeBuild) end(i int, result Result) {
	w.positions += w.open[i].Positions
	w.open = slices.Delete(w.open, i, i+1)
	if w.options.Built != nil {
		w.options.Built(result)
	}
}

// makeWhole makes and stores the table of a step, with the progress of its beginning. It resumes from a checkpoint.
func makeWhole(
	ctx context.Context, tables store.Store, step Step, progress Progress, options *Options,
) (result Result, err error) {
	start := time.Now()
	m := &Making{
		Layout:  format.LayoutIn(tables, step.Class),
		Threads: cmp.Or(options.Threads, runtime.GOMAXPROCS(0)),
		Observe: func(done float64) error {
			if err := ctx.Err(); err != nil || options.Observe == nil {
				return err
			}
			now := progress
			now.Positions += int64(done * float64(step.Positions))
			return options.Observe(now)
		},
	}
	var k *sliceCheckpoint
	if options.Checkpoints != nil && format.Groups(m.Layout) > 1 {
		if k, err = openCheckpoint(options.Checkpoints, checkpointName(step.Class, 0)); err != nil {
			return result, err
		}
	}
	if k != nil {
		m.Checkpoint = k.files
	}
	result, err = m.store(ctx, tables, options.Maker)
	if k != nil && errors.Is(err, scratch.ErrDamaged) {
		if err = checkpoint.Erase(k.files.Record); err == nil {
			result, err = m.store(ctx, tables, options.Maker)
		}
	}
	if err != nil {
		k.failed(err)
		return result, errors.Join(err, k.abort())
	}
	k.finish()
	result.Step, result.Solving, result.Encoding = step, time.Since(start)-m.Encoding, m.Encoding
	return result, nil
}

// store makes and stores the table. The result has its header and bytes.
func (m *Making) store(ctx context.Context, tables store.Store, maker Maker) (result Result, err error) {
	m.Writer, err = tables.Create(ctx, m.Layout.Class.String())
	if err != nil {
		return result, err
	}
	defer m.Writer.Abort()
	h, err := maker.Make(ctx, m)
	if err != nil {
		return result, err
	}
	header := h.Encode(m.Layout)
	if err := m.Writer.Commit(header); err != nil {
		return result, err
	}
	return Result{Header: h, Bytes: h.DataSize() + int64(len(header))}, nil
}
