//go:build js && wasm

package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/indexeddb"
)

// engine answers the calls of one worker.
type engine struct {
	mu     sync.Mutex
	metric *value.Metric                 // of the tables that are built and listed
	store  tableStore                    // of these
	stored map[*value.Metric]store.Store // the tables that answers come from, with those of the site
	faces  tableStore                    // derived, see core/format/facefile; nil until it is needed
	prober *probe.Prober                 // answers also from unproven tables, and marks such answers

	answering func() *probe.Prober // makes one that does so too, and has no Syzygy files
	proven    func() *probe.Prober // makes one that does not
	site      *remote.Site         // has more tables for the prober; or nil
	unproven  string               // the unproven tables of the last list
	extra     extraFiles           // that the prober also answers from, or nil

	// The data that was read for built units, and kept of them, for the next one of the same class.
	library *library.Library
	kept    *encode.Kept

	proofs proofs

	endAnswer func() // ends the missing parts of the last answer

	running map[string]map[int]func() // functions that end the calls under way, by their name and number
	begun   int                       // calls

	all    []material.Class
	shapes map[material.Class]classShape // their data without the store
}

// use sets the stores of some metrics. Answers have the values of the first one, and those of the others.
func (e *engine) use(metrics []*value.Metric, stores []tableStore) {
	e.metric, e.store = metrics[0], stores[0]
	prober := func(site *remote.Site) *probe.Prober {
		prober := new(probe.Prober)
		for i, m := range metrics {
			prober.AddMetric(m, site.Beside(stores[i], m))
		}
		return prober
	}
	e.proven = func() *probe.Prober { return prober(nil) }
	e.site = openSite()
	e.stored = map[*value.Metric]store.Store{}
	for i, m := range metrics {
		e.stored[m] = e.site.Beside(stores[i], m)
	}
	e.answering = func() *probe.Prober { return prober(e.site).Unproven() }
	e.prober = e.answering()
}

// forget makes the next answer read the store again, after an error.
func (e *engine) forget(error) error { return e.prober.Forget() }

// forgetJudged forgets the data read from unproven tables if their list has changed: some were judged.
func (e *engine) forgetJudged(unproven []store.Entry) error {
	names := ""
	for _, entry := range unproven {
		names += fmt.Sprintf("%s %x ", entry.Name, entry.Header)
	}
	e.mu.Lock()
	same := names == e.unproven
	e.unproven = names
	e.mu.Unlock()
	if same {
		return nil
	}
	return e.prober.Forget()
}

// sparsely drops reports that follow others too soon.
func sparsely[T any](report func(T)) func(T) {
	var last time.Time
	return func(p T) {
		if now := time.Now(); now.Sub(last) >= progressInterval {
			last = now
			report(p)
		}
	}
}

// progressInterval is the least time between two reports.
const progressInterval = 100 * time.Millisecond

// place returns the place of the builds.
func (e *engine) place() *service.Place {
	return &service.Place{Tables: e.store, Checkpoints: e.checkpoints(), ClearOrphans: e.store.ClearOrphans}
}

// metricsOf returns the metrics of the worker. It builds tables and judges moves by the first one.
func metricsOf(arguments []string) ([]*value.Metric, error) {
	metrics := []*value.Metric{value.Default()}
	if len(arguments) > 1 {
		metrics = nil
		for _, name := range arguments[1:] {
			m, err := metricName(name).metric()
			if err != nil {
				return nil, err
			}
			metrics = append(metrics, m)
		}
	}
	return metrics, nil
}

// open connects to the database when the first call comes in.
func (e *engine) open(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.store != nil {
		return nil
	}
	metrics, err := metricsOf(os.Args)
	if err != nil {
		return err
	}
	var stores []tableStore
	for _, m := range metrics {
		s, err := openTables(ctx, indexeddb.Open, databaseOf(m))
		if err != nil {
			return err
		}
		stores = append(stores, s)
	}
	e.use(metrics, stores)
	return nil
}

// checkpoints returns the checkpoints of the metric, or nil if they cannot be stored.
func (e *engine) checkpoints() checkpoint.Store {
	return checkpointsFor(e.metric)
}

// openFaces connects to the database of faces, which only builds need.
func (e *engine) openFaces(ctx context.Context) (_ tableStore, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.faces == nil {
		e.faces, err = openTables(ctx, indexeddb.OpenDerived, facesOf(e.metric))
	}
	return e.faces, err
}

// begin returns a context for a call of a name, and the function that ends it.
func (e *engine) begin(name string) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.running == nil {
		e.running = map[string]map[int]func(){}
	}
	if e.running[name] == nil {
		e.running[name] = map[int]func(){}
	}
	e.begun++
	number := e.begun
	e.running[name][number] = cancel
	return ctx, func() {
		cancel()
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.running[name], number)
	}
}
