// Package clustertest has helpers for tests that build tables on Beam.
package clustertest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
)

// Parse returns the classes of some names.
func Parse(t *testing.T, names string) []material.Class {
	t.Helper()
	list, err := material.ParseAll(strings.Split(names, ","))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Build returns a store in which package builder has built classes, and those that they depend on.
func Build(t *testing.T, list []material.Class) store.Store {
	t.Helper()
	tables := store.NewMemStore()
	job, err := builder.Plan(t.Context(), tables, list...)
	if err == nil {
		err = builder.Build(t.Context(), tables, job, builder.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// WantTables compares the tables of a folder with those of another store, byte for byte.
func WantTables(t *testing.T, files beamstore.Files, list []material.Class, want store.Store) {
	t.Helper()
	got, err := beamstore.Open(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range material.Closure(list...) {
		if !bytes.Equal(image(t, got, class), image(t, want, class)) {
			t.Errorf("%v has other bytes", class)
		}
	}
}

func image(t *testing.T, tables store.Store, class material.Class) []byte {
	t.Helper()
	blob, err := catalog.Open(t.Context(), tables, class)
	if err != nil {
		t.Fatal(err)
	}
	defer blob.Close()
	data := make([]byte, blob.Size())
	if err := blob.ReadAt(t.Context(), data, 0); err != nil {
		t.Fatal(err)
	}
	return append(data, blob.Header()...)
}
