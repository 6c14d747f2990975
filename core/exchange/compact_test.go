package exchange_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestCompact checks that a compact copy of a table has known bytes, can be imported without others, and has the same
// values. It checks also that a compact table is copied as it is.
func TestCompact(t *testing.T) {
	for _, of := range []struct {
		metric *value.Metric
		name   string
	}{{value.DTM, "KQvKP"}, {value.DTC, "KPvK"}, {value.DTZ50, "KPvK"}} {
		class := class(t, of.name)
		usual := tabletest.BuiltBy(t, of.metric, of.name)
		to := store.NewMemStore()
		size := compact(t, usual, class, to)
		file := fileOf(t, to, of.name)
		if size == 0 || size > int64(len(file)) || size < int64(len(file))*9/10 {
			t.Errorf("%v: %d bytes in a file of %d", of, size, len(file))
		}
		r, err := take(t.Context(), store.NewMemStore(), file, exchange.Options{})
		if err != nil || !r.Proven {
			t.Errorf("%v: %+v, %v", of, r, err)
		}
		wantAlike(t, usual, to, class)
		again := store.NewMemStore()
		if compact(t, to, class, again) != size || !bytes.Equal(fileOf(t, again, of.name), file) {
			t.Errorf("%v: a copy of the compact table is another one", of)
		}
	}
}

// compact writes a compact copy, and returns the number of its bytes.
func compact(t *testing.T, tables store.Store, class material.Class, to store.Store) int64 {
	t.Helper()
	lib := library.New(tables, 16<<20)
	defer lib.Close()
	table, err := lib.Open(t.Context(), class)
	if err != nil {
		t.Fatal(err)
	}
	size, err := exchange.Compact(t.Context(), tables, table, to, exchange.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	return size
}

// wantAlike compares random positions of a table with those of a copy, which is in a store of its own.
func wantAlike(t *testing.T, tables, copied store.Store, class material.Class) {
	t.Helper()
	name := class.String()
	beside := tabletest.Copy(t, tables)
	if err := catalog.Remove(t.Context(), beside, class); err != nil {
		t.Fatal(err)
	}
	tabletest.ImageOf(t, copied, name).Put(t, beside, name)
	want, got := library.New(tables, 16<<20), library.New(beside, 16<<20)
	defer want.Close()
	defer got.Close()
	random := rand.New(rand.NewPCG(11, 29))
	var positions []board.Position
	for range 2000 {
		positions = append(positions, tabletest.RandomPosition(random, class))
	}
	right, _, err := want.Values(t.Context(), positions)
	if err != nil {
		t.Fatal(err)
	}
	values, _, err := got.Values(t.Context(), positions)
	if err != nil || !slices.Equal(values, right) {
		t.Errorf("%s: other values: %v", name, err)
	}
}

// TestCompactNeeds checks that a table of one side to move is not copied if a table that it leads to is missing.
func TestCompactNeeds(t *testing.T) {
	usual, l := tabletest.Built(t, "KQvKR"), tabletest.Layout(t, "KQvKR")
	tables := format.With(tabletest.Copy(t, usual), format.Params{MostMenBothSides: 2})
	for _, name := range []string{"KQvKR", "KQvK"} {
		remove(t, tables, name)
	}
	tabletest.Repack(t, tabletest.NewEncoder(t, tables, l), usual)
	to, table := store.NewMemStore(), tabletest.Open(t, tables, l)
	var needs *exchange.NeedsError
	_, err := exchange.Compact(t.Context(), tables, table, to, exchange.Options{})
	if !errors.As(err, &needs) || !slices.Equal(needs.Needed, []material.Class{class(t, "KQvK")}) ||
		len(tabletest.Names(t, to)) > 0 {
		t.Errorf("without KQvK: %v, stored %v", err, tabletest.Names(t, to))
	}
	remove(t, usual, "KQvK") // not needed if both sides are stored
	if _, err := exchange.Compact(t.Context(), usual, tabletest.Open(t, usual, l), to, exchange.Options{}); err != nil {
		t.Error(err)
	}
}
