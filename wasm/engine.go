//go:build js && wasm

package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/matewright/matewright/core/build"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/indexeddb"
)

// engine answers the calls of one worker.
type engine struct {
	mu     sync.Mutex
	store  *indexeddb.Store
	prober *probe.Prober

	all []classShape // what is known of the classes without looking at the store
}

func (e *engine) use(store *indexeddb.Store) {
	e.store = store
	e.prober = probe.New(store)
}

func (e *engine) probe(ctx context.Context, fen string) (*probeShape, error) {
	r, err := again(e, func() (*probe.Result, error) { return e.prober.Probe(ctx, fen) })
	if err != nil {
		return nil, err
	}
	return shapeProbe(r), nil
}

func (e *engine) line(ctx context.Context, fen string) (*lineShape, error) {
	l, err := again(e, func() (*probe.Line, error) { return e.prober.Line(ctx, fen) })
	if err != nil {
		return nil, err
	}
	return shapeLine(l), nil
}

// again asks once more, with tables opened anew, when a table has gone or is
// not what it was: another worker or tab may have built it again.
func again[T any](e *engine, ask func() (T, error)) (T, error) {
	v, err := ask()
	if errors.Is(err, table.ErrMissing) || errors.Is(err, table.ErrCorrupt) {
		e.prober.Close()
		v, err = ask()
	}
	return v, err
}

func (e *engine) classes(ctx context.Context) ([]classShape, error) {
	entries, err := e.store.List(ctx)
	if err != nil {
		return nil, err
	}
	stored := map[string]table.Entry{}
	for _, entry := range entries {
		stored[entry.Name] = entry
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.all == nil {
		for _, c := range material.UpTo(5) {
			e.all = append(e.all, shapeClass(c))
		}
	}
	list := make([]classShape, len(e.all))
	for i, shape := range e.all {
		if entry, ok := stored[shape.Name]; ok {
			shape.addEntry(entry)
		}
		list[i] = shape
	}
	return list, nil
}

// plan says what it takes to build the classes and all they depend on.
func (e *engine) plan(ctx context.Context, names []string) (*planShape, error) {
	classes, err := material.ParseAll(names)
	if err != nil {
		return nil, err
	}
	job, err := build.Plan(ctx, e.store, classes...)
	if err != nil {
		return nil, err
	}
	return shapePlan(job), nil
}

// prepare is plan for a page that is about to build. It alone has the right
// to, so what no table owns is nobody's.
func (e *engine) prepare(ctx context.Context, names []string) (*planShape, error) {
	if err := e.store.ClearOrphans(ctx); err != nil {
		return nil, err
	}
	return e.plan(ctx, names)
}

func (e *engine) remove(ctx context.Context, name string) error {
	defer e.prober.Close()
	return e.store.Remove(ctx, name)
}

// progressInterval is the least time between two reports.
const progressInterval = 100 * time.Millisecond

// build builds one class. What it depends on must be there.
func (e *engine) build(ctx context.Context, name string, report func(progressShape)) (*builtShape, error) {
	class, err := material.Parse(name)
	if err != nil {
		return nil, err
	}
	job, err := build.PlanAgain(ctx, e.store, class)
	if err != nil {
		return nil, err
	}
	if first := job.Steps[0].Class; first != class {
		return nil, &table.Error{Table: first.String(), Err: table.ErrMissing}
	}
	var built *builtShape
	var last time.Time
	err = build.Build(ctx, e.store, job, build.Options{
		Observe: func(p build.Progress) error {
			if now := time.Now(); now.Sub(last) >= progressInterval {
				last = now
				report(shapeProgress(p))
			}
			return nil
		},
		Built: func(r build.Result) { built = shapeResult(r) },
	})
	return built, err
}
