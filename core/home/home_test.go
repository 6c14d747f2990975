package home_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/value"
)

// TestDir checks the directories of tables, which users have on their disks.
func TestDir(t *testing.T) {
	h := home.Home("x")
	for of, want := range map[home.Tables]string{
		value.DTM:                 "x",
		value.DTC:                 filepath.Join("x", "dtc"),
		value.DTZ50:               filepath.Join("x", "dtz50"),
		kind.ForMetric(value.DTM): "x",
		kind.ForMetric(value.DTC): filepath.Join("x", "dtc"),
		kind.ByClock:              filepath.Join("x", "dtm50"),
	} {
		if got := h.Dir(of); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestScratchDir checks that scratch is in the innermost existing directory of the tables, and that none is created.
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

// TestNewFaces checks that each store is new, and lasts until it is dropped. Stores of killed processes are deleted.
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

func TestSpareMemory(t *testing.T) {
	if bytes := home.SpareMemory(); bytes < 64<<20 || bytes > 1<<44 {
		t.Errorf("%d bytes", bytes)
	}
}
