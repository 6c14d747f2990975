//go:build js && wasm

package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/value"
)

// checkpointInterval is about how much a build can lose that is stopped or killed, for which it is nothing to save more
// often.
const checkpointInterval = 5 * time.Second

// outsideGo is what of a worker's memory Go's limit does not count: the program's
// data, and what is lost between the pages that memory grows by.
const outsideGo = 10 << 20

// limitHeap has the collector keep the budget of a build. A worker's memory never shrinks, and what is dropped leaves
// holes that small things get into, too small for what is to take its place: a third of the cache is for those.
func limitHeap(class material.Class, metric *value.Metric, budget int64, method solve.Method) {
	limit := budget - outsideGo
	if p, err := builder.Provide(class, metric, budget, method); err == nil {
		limit -= p.Cache / 3
	}
	debug.SetMemoryLimit(limit)
}

// build builds one class, or a unit of it, or some slices, in so many bytes of memory. What it
// depends on must be there. Of what later classes read, its faces are written, and those of others
// are kept.
func (e *engine) build(ctx context.Context, asked buildRequest, report func(progressShape)) (*builtShape, error) {
	later, err := material.ParseAll(asked.Later)
	if err != nil {
		return nil, err
	}
	class, err := material.Parse(asked.Class)
	if err != nil {
		return nil, err
	}
	job, err := partOf(class, asked)
	if err != nil {
		return nil, err
	}
	var method solve.Method
	if asked.Method != "" {
		if method, err = methods.All().Named(asked.Method); err != nil {
			return nil, err
		}
	}
	faces, err := e.openFaces(ctx)
	if err != nil {
		return nil, err
	}
	var built *builtShape
	report = sparsely(report)
	budget := asked.Memory.bytes() - scratchBytes()
	if !inMemory { // where there are tables and a search beside it
		limitHeap(class, e.metric, budget, method)
	}
	breathe := breathing()
	reads, kept := e.turnTo(class, asked.Unit)
	err = builder.Build(ctx, e.store, job, builder.Options{
		Metric:  e.metric,
		Library: reads,
		Kept:    kept,
		Budget:  budget,
		Method:  method,
		Faces:   faces,
		Later:   later,
		Scratch: func() (scratch.File, error) { return e.store.OpenScratch(ctx) },
		Threads: 1,
		Collect: runtime.GC,

		Checkpoints: e.checkpoints(), CheckpointEvery: checkpointInterval,
		Observe: func(p builder.Progress) error {
			runtime.Gosched() // nothing preempts a goroutine here, and the collector waits for its turn while memory grows
			report(shapeProgress(p))
			breathe()
			return ctx.Err()
		},
		Built: func(r builder.Result) { built = built.with(r) },
	})
	if err != nil {
		e.turnAway() // what is kept may be of a unit that was refused
	}
	return built, err
}

// partOf plans the requested part of a class.
func partOf(class material.Class, asked buildRequest) (*builder.Job, error) {
	castling, err := material.ParseAll(asked.Castling)
	if err != nil {
		return nil, err
	}
	part := service.Part{Class: class, Unit: asked.Unit, Castling: castling}
	for _, number := range asked.Slices {
		part.Slices = append(part.Slices, slice.Number(number))
	}
	return part.Job()
}

// turnTo turns to a class of which a unit is built: the next one of the class reads much of the same, and what this one
// leaves. A whole class has a library of its own.
func (e *engine) turnTo(class material.Class, unit int) (*library.Library, *encode.Kept) {
	if unit == 0 || e.library != nil && e.kept.Layout.Class != class {
		e.turnAway()
	}
	if unit == 0 {
		return nil, nil
	}
	if e.library == nil {
		e.library, e.kept = library.New(e.store, 0).Of(e.metric), encode.NewKept(slice.NewLayout(class))
	}
	return e.library, e.kept
}

// turnAway forgets the class of which units were built.
func (e *engine) turnAway() {
	if e.library != nil {
		e.library.Close()
	}
	e.library, e.kept = nil, nil
}
