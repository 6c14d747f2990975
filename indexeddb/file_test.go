//go:build js && wasm

package indexeddb

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"slices"
	"strings"
	"syscall/js"
	"testing"

	"github.com/matewright/matewright/core/store"
)

// TestFile: a table as a file has the bytes of its frame and its data, and has them
// when the table is gone.
func TestFile(t *testing.T) {
	tables := open(t, newDatabase(t))
	for _, size := range []int{0, 1000, blockSize, 2*blockSize + 1} {
		data := make([]byte, size)
		rand.Read(data)
		if err := create(t, tables, "KQvK", data).Commit([]byte("header")); err != nil {
			t.Fatal(err)
		}
		v, err := tables.File(t.Context(), "KQvK")
		if err != nil {
			t.Fatal(err)
		}
		if err := tables.Remove(t.Context(), "KQvK"); err != nil {
			t.Fatal(err)
		}
		file, ok := NewFile(v)
		if !ok {
			t.Fatal("it is no Blob")
		}
		before, after := store.FileFrame(int64(size), []byte("header"))
		want := slices.Concat(before, data, after)
		got := make([]byte, file.Size())
		if _, err := file.ReadAt(got, 0); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes, error %v, or other than the %d of the file", len(got), err, len(want))
		}
		if n, err := file.ReadAt(got, 10); err != io.EOF || !bytes.Equal(got[:n], want[10:]) {
			t.Errorf("beyond the end: %d bytes of %d, %v", n, len(got), err)
		}
	}
}

// TestFileRefused: what is missing or damaged does not become a file, and what is no
// Blob is none.
func TestFileRefused(t *testing.T) {
	tables := open(t, newDatabase(t))
	if _, err := tables.File(t.Context(), "KQvK"); !errors.Is(err, store.ErrMissing) {
		t.Errorf("a table that is missing: %v", err)
	}
	put(t, tables, "KQvK", make([]byte, 3*blockSize))
	b, err := tables.Open(t.Context(), "KQvK")
	if err != nil {
		t.Fatal(err)
	}
	transact(t, tables, func(tx *transaction) error {
		_, err := tx.blocks.Delete(blockKey{b.(*blob).generation, 1}.value())
		return err
	})
	if _, err := tables.File(t.Context(), "KQvK"); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "KQvK") {
		t.Errorf("a table that has lost a block: %v", err)
	}
	for _, v := range []any{nil, "text", 1, map[string]any{}} {
		if _, ok := NewFile(js.ValueOf(v)); ok {
			t.Errorf("%v is a file", v)
		}
	}
}
