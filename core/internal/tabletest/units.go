package tabletest

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// AllUnits lists the units of a table.
func AllUnits(l *slice.Layout) (list []int) {
	for i := range format.Units(l) {
		list = append(list, i+1)
	}
	return list
}

// SmallGroups makes the groups of a layout so small that it has the given number of units. Its tables are stored in a
// [StoreOf] it.
func SmallGroups(t testing.TB, l *slice.Layout, units int) {
	t.Helper()
	for slices := l.Slices(); format.Units(l) < units && slices > 0; slices-- {
		l.GroupEntries = int(slices) * l.Entries()
	}
	if got := format.Units(l); got != units {
		t.Fatalf("%v has %d units, want %d", l.Class, got, units)
	}
}

// ParamsOf returns the parameters of tables with a layout.
func ParamsOf(l *slice.Layout) format.Params { return format.Params{GroupEntries: l.GroupEntries} }

// StoreOf returns an empty store for tables with the groups of a layout.
func StoreOf(l *slice.Layout) store.Store { return format.With(store.NewMemStore(), ParamsOf(l)) }

// BuildUnit builds a unit. The store must have all that it needs.
func BuildUnit(ctx context.Context, tables store.Store, l *slice.Layout, unit int) error {
	return buildUnit(ctx, tables, l, unit, builder.Options{})
}

func buildUnit(ctx context.Context, tables store.Store, l *slice.Layout, unit int, options builder.Options) error {
	job, err := builder.PlanUnit(l, unit)
	if err != nil {
		return err
	}
	options.Later = []material.Class{l.Class}
	return builder.Build(ctx, tables, job, options)
}

// UnitsOf lists the units of a class, given the entries of a store.
func UnitsOf(t testing.TB, tables store.Store, l *slice.Layout) []builder.Unit {
	t.Helper()
	entries, err := tables.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return builder.Units(l, entries)
}

// ready returns the numbers of the units that can be built now.
func ready(all []builder.Unit) (list []int) {
	for _, s := range all {
		isAbsent := func(n int) bool { return all[n-1].Bytes == 0 }
		if s.Bytes == 0 && !slices.ContainsFunc(s.Needs, isAbsent) {
			list = append(list, s.Number)
		}
	}
	return list
}

// BuildUnits builds all absent units in a random order, with or without a store of faces. With faces it has a budget,
// as in the page, since without one there are no faces of pushes. If the seed is odd, the values that pushes lead to
// stay in memory from unit to unit. Otherwise the budget is the least one, and they are in scratch.
func BuildUnits(t testing.TB, tables, faces store.Store, l *slice.Layout, seed uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	options := builder.Options{Faces: faces}
	switch {
	case faces == nil:
	case seed%2 == 1:
		options.Budget, options.Kept = 256<<20, encode.NewKept(l)
	default:
		var err error
		if options.Budget, err = builder.Least(l.Class, value.DTM, nil); err != nil {
			t.Fatal(err)
		}
	}
	for {
		list := ready(UnitsOf(t, tables, l))
		if len(list) == 0 {
			return
		}
		if err := buildUnit(t.Context(), tables, l, list[random.IntN(len(list))], options); err != nil {
			t.Fatal(err)
		}
	}
}

// ThreeUnits returns a store that has a class in three units.
func ThreeUnits(t *testing.T) (*slice.Layout, store.Store) {
	t.Helper()
	l := Layout(t, "KPvK")
	SmallGroups(t, l, 3)
	tables := WithNeeded(t, l)
	BuildUnits(t, tables, nil, l, 0)
	return l, tables
}
