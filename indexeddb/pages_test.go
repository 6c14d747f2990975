//go:build js && wasm

package indexeddb

import (
	"bytes"
	"io"
	"math/rand/v2"
	"syscall/js"
	"testing"
)

// TestPages checks that reads at any places have the bytes of the file, also when more pages are read than are kept.
func TestPages(t *testing.T) {
	defer func(most int) { mostPages = most }(mostPages)
	mostPages = 16
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 2*mostPages*pageSize+2*pageSize+7)
	for i := range data {
		data[i] = byte(i*i>>7 + i)
	}
	file, _ := NewFile(jsBlob.New([]any{bytesOf(data)}))
	var pages Pages
	paged := pages.Open(file)
	read := func(off, n int) {
		got := make([]byte, n)
		count, err := paged.ReadAt(got, int64(off))
		want := data[off:min(off+n, len(data))]
		if !bytes.Equal(got[:count], want) || (err == io.EOF) != (len(want) < n) || (err != nil && err != io.EOF) {
			t.Fatalf("%d bytes at %d: %d, %v", n, off, count, err)
		}
	}
	read(len(data)-5, 5)
	read(len(data)-5, 6)
	read(pageSize-3, 2*pageSize)
	for range 300 {
		read(random.IntN(len(data)), 1+random.IntN(100))
	}
	for off := 0; off < len(data); off += 8 * pageSize {
		read(off, 8*pageSize)
		if kept := len(pages.younger) + len(pages.older); kept > 2*mostPages {
			t.Fatalf("%d pages are kept", kept)
		}
	}
}

// TestFiles checks that only arrays of Blobs are files.
func TestFiles(t *testing.T) {
	blob := jsBlob.New([]any{"abc"})
	if files, ok := NewFiles(js.ValueOf([]any{blob, blob})); !ok || len(files) != 2 || files[1].Size() != 3 {
		t.Errorf("two files are %v, %v", files, ok)
	}
	for _, v := range []any{nil, blob, []any{blob, "abc"}, map[string]any{"length": 1}} {
		if _, ok := NewFiles(js.ValueOf(v)); ok {
			t.Errorf("%v are files", v)
		}
	}
}
