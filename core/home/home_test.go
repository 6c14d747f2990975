package home_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// TestDir: directories are part of what users have on their disks.
func TestDir(t *testing.T) {
	h := home.Home("x")
	for metric, want := range map[*value.Metric]string{
		value.DTM: "x", value.DTC: filepath.Join("x", "dtc"), value.DTZ50: filepath.Join("x", "dtz50"),
		nil: filepath.Join("x", "dtm50"),
	} {
		if got := h.Dir(metric); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestScratchDir: scratch goes beside the tables, if there is a directory, and makes none.
func TestScratchDir(t *testing.T) {
	dir := t.TempDir()
	h := home.Home(filepath.Join(dir, "tables"))
	if got := h.ScratchDir(value.DTC); got != "" {
		t.Errorf("without any: %q", got)
	}
	for _, want := range []string{h.Dir(value.DTM), h.Dir(value.DTC)} {
		if err := os.Mkdir(want, 0o755); err != nil {
			t.Fatal(err)
		}
		if got := h.ScratchDir(value.DTC); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestNewFaces: each store is a new one, which lasts until it is dropped. Those of processes that were killed are
// deleted.
func TestNewFaces(t *testing.T) {
	h := home.Home(t.TempDir())
	count := func() int {
		list, err := filepath.Glob(filepath.Join(string(h), "verifying-*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	left := filepath.Join(string(h), "verifying-1")
	if err := os.Mkdir(left, 0o755); err != nil {
		t.Fatal(err)
	}
	one, dropOne := h.NewFaces(value.DTM)
	if _, err := os.Stat(left); !os.IsNotExist(err) || count() != 1 {
		t.Errorf("%v, %d stores", err, count())
	}
	other, dropOther := h.NewFaces(value.DTM)
	if one == nil || other == nil || count() != 2 {
		t.Fatalf("%v, %v, %d stores", one, other, count())
	}
	dropOne()
	if count() != 1 {
		t.Errorf("%d stores", count())
	}
	dropOther()
	if count() != 0 {
		t.Errorf("%d stores", count())
	}
}

func TestWithCastling(t *testing.T) {
	parse := func(names ...string) []material.Class {
		list, err := material.ParseAll(names)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	for _, metric := range []*value.Metric{value.DTM, nil} {
		got := home.WithCastling(metric, parse("KRvK", "KQvK")...)
		want := parse("KRvK", "KRvK-h1", "KRvK-a1", "KQvK")
		slices.SortFunc(got, material.Compare)
		slices.SortFunc(want, material.Compare)
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	if got := home.WithCastling(nil, parse("KRPvKR")...); len(got) != 1 {
		t.Errorf("by the clock five men have none: %v", got)
	}
}

func TestSpareMemory(t *testing.T) {
	if bytes := home.SpareMemory(); bytes < 64<<20 || bytes > 1<<44 {
		t.Errorf("%d bytes", bytes)
	}
}
