package store_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/store"
)

// TestBeside opens tables of a store, and tables of files that the store lacks.
func TestBeside(t *testing.T) {
	file := func(name string) *fstest.MapFile {
		return &fstest.MapFile{Data: tabletest.Image{Data: []byte(name), Header: []byte("file")}.File()}
	}
	tables := store.NewFileStore(t.TempDir())
	tabletest.Image{Data: []byte("data"), Header: []byte("stored")}.Put(t, tables, "KQvK")
	files := fstest.MapFS{
		"KQvK.mwt": file("KQvK"), "KRvK.mwt": file("KRvK"),
		"KBvK.mwt": {Data: file("KBvK").Data[1:]}, "KNvK.mwt": {Mode: fs.ModeDir},
	}
	beside := store.BesideFiles(tables, files)
	for name, want := range map[string]string{"KQvK": "stored", "KRvK": "file"} {
		blob, err := beside.Open(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(blob.Header()); got != want {
			t.Errorf("%s has the header %q, want %q", name, got, want)
		}
		data := make([]byte, 4)
		if err := blob.ReadAt(t.Context(), data, 0); err != nil || want == "file" && string(data) != name {
			t.Errorf("%s has %q, %v", name, data, err)
		}
		if err := blob.Close(); err != nil {
			t.Error(err)
		}
	}
	var named *store.Error
	if _, err := beside.Open(t.Context(), "KBvK"); !errors.Is(err, store.ErrCorrupt) ||
		!errors.As(err, &named) || named.Table != "KBvK" {
		t.Errorf("a damaged file: %v", err)
	}
	if _, err := beside.Open(t.Context(), "KNvK"); err == nil || errors.Is(err, store.ErrMissing) {
		t.Errorf("a directory: %v", err)
	}
	if _, err := beside.Open(t.Context(), "KPvK"); !errors.Is(err, store.ErrMissing) {
		t.Errorf("no file: %v", err)
	}
	if entries, err := beside.List(t.Context()); err != nil || len(entries) != 1 || entries[0].Name != "KQvK" {
		t.Errorf("%v, %v", entries, err)
	}
	changed, known := beside.(interface {
		Changed() (at time.Time, known bool)
	}).Changed()
	if want, wantKnown := tables.Changed(); known != wantKnown || !changed.Equal(want) {
		t.Errorf("changed at %v: %t, want %v: %t", changed, known, want, wantKnown)
	}
}
