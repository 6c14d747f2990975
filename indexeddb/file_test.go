//go:build js && wasm

package indexeddb

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall/js"
	"testing"

	"github.com/matewright/matewright/core/store"
)

// whole is a table that has its data in several blobs.
type whole struct {
	store.Blob
	size int64
}

func (w whole) Header() []byte { return []byte("header") }
func (w whole) Size() int64    { return w.size }

// TestFile checks that the file of a table has the bytes of its frame and its data, from one blob or several. It checks
// that the file survives the removal of the table.
func TestFile(t *testing.T) {
	tables := open(t, newDatabase(t))
	for _, sizes := range [][]int{{0}, {1000}, {blockSize}, {2*blockSize + 1}, {500, blockSize + 3, 0, 7}} {
		var data []byte
		var parts []store.Blob
		for i, size := range sizes {
			part := make([]byte, size)
			rand.Read(part)
			data = append(data, part...)
			name := fmt.Sprint("KQvK", i)
			if err := create(t, tables, name, part).Commit([]byte("header")); err != nil {
				t.Fatal(err)
			}
			b, err := tables.Open(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, b)
		}
		size := len(data)
		v, err := FileOf(t.Context(), whole{size: int64(size)}, parts)
		if err != nil {
			t.Fatal(err)
		}
		for i := range sizes {
			if err := tables.Remove(t.Context(), fmt.Sprint("KQvK", i)); err != nil {
				t.Fatal(err)
			}
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

// TestFileRefused checks that a damaged table does not become a file, and that other values than Blobs are refused.
func TestFileRefused(t *testing.T) {
	tables := open(t, newDatabase(t))
	put(t, tables, "KQvK", make([]byte, 3*blockSize))
	b, err := tables.Open(t.Context(), "KQvK")
	if err != nil {
		t.Fatal(err)
	}
	transact(t, tables, func(tx *transaction) error {
		_, err := tx.blocks.Delete(blockKey{b.(*blob).generation, 1}.value())
		return err
	})
	if _, err := FileOf(t.Context(), b, []store.Blob{b}); !errors.Is(err, store.ErrCorrupt) ||
		!strings.Contains(err.Error(), "KQvK") {
		t.Errorf("a table that has lost a block: %v", err)
	}
	for _, v := range []any{nil, "text", 1, map[string]any{}} {
		if _, ok := NewFile(js.ValueOf(v)); ok {
			t.Errorf("%v is a file", v)
		}
	}
}
