//go:build js && wasm && check

package main

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/compare"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
)

// comparison has the tables that this worker has built for comparisons. Calls take turns.
var comparison struct {
	sync.Mutex
	*compare.Comparison
}

// beginComparison makes the comparison at its first use. It reads the tables of the engine's metrics.
func (e *engine) beginComparison() {
	if comparison.Comparison == nil {
		stored := map[kind.Kind]store.Store{}
		for m, tables := range e.stored {
			stored[kind.ForMetric(m)] = tables
		}
		comparison.Comparison = compare.New(stored)
	}
}

// endComparison drops the tables.
func (e *engine) endComparison(context.Context, struct{}) error {
	comparison.Lock()
	defer comparison.Unlock()
	comparison.Comparison = nil
	return nil
}

// nameOfKind names a kind of tables for JavaScript, such as a metric.
func nameOfKind(k kind.Kind) string { return strings.ToLower(k.Name()) }

// comparedShape has the verdict by the first kinds, or the progress of a build.
type comparedShape struct {
	Kinds    []string             `json:"kinds,omitempty"`
	Probe    *probeShape          `json:"probe,omitempty"`
	Building *comparisonStepShape `json:"building,omitempty"`
}

type comparisonStepShape struct {
	Kind  string  `json:"kind"`
	Class string  `json:"class"`
	Done  float64 `json:"done"` // the share of the tables of this kind
}

// compare judges a position by all kinds of tables, which it builds in memory. It reports the verdict with each kind
// more.
func (e *engine) compare(ctx context.Context, request positionRequest, report func(comparedShape)) (struct{}, error) {
	read, _, err := request.parse()
	if err != nil {
		return struct{}{}, err
	}
	ctx = &breathingContext{ctx, time.Now()} // a later request ends this one
	comparison.Lock()
	defer comparison.Unlock()
	e.beginComparison()
	tell := sparsely(report)
	observe := func(k kind.Kind, class material.Class, done float64) error {
		tell(comparedShape{Building: &comparisonStepShape{nameOfKind(k), class.String(), done}})
		return ctx.Err()
	}
	found := func(part compare.Part) {
		shape := comparedShape{Probe: e.shapeReading(part.Result, &read)}
		for _, k := range part.Kinds {
			shape.Kinds = append(shape.Kinds, nameOfKind(k))
		}
		report(shape)
	}
	options := builder.Options{Threads: 1, Collect: runtime.GC}
	return struct{}{}, comparison.Judge(ctx, read.Position, read.Counters.Clock, options, observe, found)
}
