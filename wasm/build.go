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

// checkpointInterval is about how much work a build can lose if it is stopped or killed. Saving this often takes almost
// no time.
const checkpointInterval = 5 * time.Second

// outsideGo is the part of a worker's memory outside Go's limit: the program's data, and the losses between the pages
// by which memory grows.
const outsideGo = 10 << 20

// limitHeap makes the collector keep the budget of a build. A worker's memory never shrinks. Dropped data leaves holes,
// which small objects make too small for the next large data. A third of the cache is left for these holes.
func limitHeap(class material.Class, metric *value.Metric, budget int64, method solve.Method) {
	limit := budget - outsideGo
	if p, err := builder.Provide(class, metric, budget, method); err == nil {
		limit -= p.Cache / 3
	}
	debug.SetMemoryLimit(limit)
}

// build builds one class, or a unit of it, or some slices, in the given memory. The tables that it
// depends on must be stored. It writes its own faces that later classes read, and keeps the other faces that they
// read.
func (e *engine) build(ctx context.Context, request buildRequest, report func(progressShape)) (*builtShape, error) {
	later, err := material.ParseAll(request.Later)
	if err != nil {
		return nil, err
	}
	class, err := material.Parse(request.Class)
	if err != nil {
		return nil, err
	}
	job, err := partOf(class, request)
	if err != nil {
		return nil, err
	}
	var method solve.Method
	if request.Method != "" {
		if method, err = methods.All().Named(request.Method); err != nil {
			return nil, err
		}
	}
	faces, err := e.openFaces(ctx)
	if err != nil {
		return nil, err
	}
	var built *builtShape
	tell := sparsely(func(p builder.Progress) { report(shapeProgress(p)) })
	budget := request.Memory.bytes() - scratchBytes()
	if !inMemory { // in memory the heap also has tables and a search
		limitHeap(class, e.metric, budget, method)
	}
	breathe := breathing()
	reads, kept := e.turnTo(class, request.Unit)
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
		Fill:    request.Fill,

		Checkpoints: e.checkpoints(), CheckpointEvery: checkpointInterval,
		Observe: func(p builder.Progress) error {
			runtime.Gosched() // the collector needs its turn: nothing preempts a goroutine here
			tell(p)
			breathe()
			return ctx.Err()
		},
		Built: func(r builder.Result) { built = built.with(r) },
	})
	if err != nil {
		e.turnAway() // kept data may be of a unit that was refused
	}
	return built, err
}

// partOf plans the requested part of a class.
func partOf(class material.Class, request buildRequest) (*builder.Job, error) {
	castling, err := material.ParseAll(request.Castling)
	if err != nil {
		return nil, err
	}
	part := service.Part{Class: class, Unit: request.Unit, Castling: castling}
	for _, number := range request.Slices {
		part.Slices = append(part.Slices, slice.Number(number))
	}
	return part.Job()
}

// turnTo returns the library and the kept slices for a unit of a class. The next unit of the class reads mostly the
// same data, and the slices that this one leaves. A whole class has a library of its own.
func (e *engine) turnTo(class material.Class, unit int) (*library.Library, *encode.Kept) {
	if unit == 0 || e.library != nil && e.kept.Layout.Class != class {
		e.turnAway()
	}
	if unit == 0 {
		return nil, nil
	}
	if e.library == nil {
		e.library, e.kept = library.New(e.store, 0).ForMetric(e.metric), encode.NewKept(slice.NewLayout(class))
	}
	return e.library, e.kept
}

// turnAway drops the library and the kept slices of the last class.
func (e *engine) turnAway() {
	if e.library != nil {
		e.library.Close()
	}
	e.library, e.kept = nil, nil
}
