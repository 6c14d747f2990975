package methodtest

import (
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A wrong method is another one with a single wrong value.
type wrong struct{ solve.Method }

func (m wrong) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	return &wrongWorker{Worker: m.Method.NewWorker(l, metric)}
}

type wrongWorker struct {
	solve.Worker
	into *solve.Values
}

func (w *wrongWorker) Begin(number slice.Number, into solve.Sink, with solve.Resources) (int, error) {
	w.into = into.(*solve.Values)
	return w.Worker.Begin(number, into, with)
}

func (w *wrongWorker) Solve(observe solve.Observer) error {
	err := w.Worker.Solve(observe)
	last := &w.into[1][len(w.into[1])-1]
	*last ^= 2
	return err
}

// TestTogether checks that methods with the same values make the known tables, whichever of them stores the values. One
// wrong value of any method is an error.
func TestTogether(t *testing.T) {
	classes, err := material.ParseAll([]string{"KPvK", "KRvK-h1"})
	if err != nil {
		t.Fatal(err)
	}
	build := func(list Together) error {
		tables := store.NewMemStore()
		job, err := builder.Plan(t.Context(), tables, classes...)
		if err != nil {
			t.Fatal(err)
		}
		return builder.Build(t.Context(), tables, job, builder.Options{Method: list})
	}
	all := methods.All()
	for range all {
		all = append(all[1:], all[0])
		if err := build(Together(all)); err != nil {
			t.Errorf("%s: %v", all.Names(), err)
		}
	}
	inMemory := slices.IndexFunc(all, func(m solve.Method) bool { return m.Name() == "out-count" })
	for range all {
		list := Together(slices.Clone(all))
		list[inMemory] = wrong{list[inMemory]}
		if err := build(list); err == nil || !strings.Contains(err.Error(), "other values") {
			t.Errorf("a wrong value: %v", err)
		}
		all = append(all[1:], all[0])
		inMemory = (inMemory + len(all) - 1) % len(all)
	}
}
