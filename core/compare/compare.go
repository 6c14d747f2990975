// Package compare judges positions by all kinds of tables side by side. It reads stored tables. Others it builds in
// memory, and keeps them for the next position.
package compare

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// MostMen is the largest number of men of positions. Those with more need hours by the clock.
const MostMen = 4

// A Comparison has tables of all kinds. Only one goroutine may use it.
type Comparison struct {
	stored map[kind.Kind]store.Store
	made   map[kind.Kind]store.Store // in memory
	clock  *dtm50.Transient
}

// New returns a comparison that reads stored tables of some kinds.
func New(stored map[kind.Kind]store.Store) *Comparison {
	c := &Comparison{stored: stored, made: map[kind.Kind]store.Store{}, clock: dtm50.NewTransient()}
	for _, m := range value.Metrics() {
		c.made[kind.ForMetric(m)] = store.NewMemStore()
	}
	return c
}

// A Part is the judgement by the first kinds.
type Part struct {
	Kinds  []kind.Kind
	Result *probe.Result // ordered by the first kind
}

// An Observer gets the class that is being built for a kind, and the share of it that is done. If it returns an error,
// the comparison ends with that error.
type Observer func(k kind.Kind, class material.Class, done float64) error

// Judge judges a position with a clock. It calls found with each kind more: first by one kind, at last by all. Before a
// kind it builds the tables that are missing, by the options.
func (c *Comparison) Judge(
	ctx context.Context, p board.Position, clock int, options builder.Options, observe Observer, found func(Part),
) error {
	class, _ := material.OfPosition(&p)
	if class.Men() > MostMen {
		return words.Error("core.compare.large", "most", MostMen)
	}
	all := new(probe.Prober)
	var part Part
	for _, k := range kind.All() {
		tables, err := c.tablesOf(ctx, k, p, options, observe)
		if err != nil {
			return err
		}
		if tables != nil {
			k.AddTo(all, tables)
		} else {
			all.WithClock(c.clock)
		}
		part.Kinds = append(part.Kinds, k)
		if part.Result, err = all.ProbeBy(ctx, nil, p, clock); err != nil {
			return err
		}
		found(part)
	}
	return nil
}

// tablesOf returns a store with the tables for a position of a kind: the stored ones if they answer, and otherwise
// those in memory. It returns nil if the values are in the [dtm50.Transient].
func (c *Comparison) tablesOf(
	ctx context.Context, k kind.Kind, p board.Position, options builder.Options, observe Observer,
) (store.Store, error) {
	if stored := c.stored[k]; stored != nil {
		prober := new(probe.Prober)
		k.AddTo(prober, stored)
		if _, err := prober.ProbeBy(ctx, nil, p, 0); err == nil {
			return stored, nil
		}
	}
	if k == kind.ByClock {
		class, _ := material.OfPosition(&p)
		return nil, c.clock.Solve(ctx, class, func(class material.Class, done float64) error {
			return observe(k, class, done)
		})
	}
	at := &service.Place{Tables: c.made[k]}
	job, err := k.Prepare(ctx, at, service.Request{Positions: []board.Position{p}})
	if err != nil || len(job.Steps) == 0 {
		return at.Tables, err
	}
	options.Observe = func(p builder.Progress) error {
		return observe(k, p.Class, float64(p.Positions)/float64(max(1, p.Total)))
	}
	return at.Tables, k.Build(ctx, at, job, options)
}
