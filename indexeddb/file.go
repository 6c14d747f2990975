//go:build js && wasm

package indexeddb

import (
	"context"
	"fmt"
	"io"
	"syscall/js"

	"github.com/matewright/matewright/core/store"
)

// A File is a file that the user has chosen, or any other Blob. It is an [io.ReaderAt], and loads only the bytes that
// are read.
type File struct{ blob js.Value }

// NewFile returns a Blob as a file, and false for any other value.
func NewFile(v js.Value) (File, bool) { return File{v}, v.InstanceOf(jsBlob) }

// Files are files that the user has chosen at once.
type Files []File

// NewFiles returns an array of Blobs as files, and false for any other value.
func NewFiles(v js.Value) (list Files, ok bool) {
	if !v.InstanceOf(jsArray) {
		return nil, false
	}
	for i := range v.Length() {
		file, ok := NewFile(v.Index(i))
		if !ok {
			return nil, false
		}
		list = append(list, file)
	}
	return list, true
}

// Name returns the name, or "" for a Blob without one.
func (f File) Name() string {
	if name := f.blob.Get("name"); name.Type() == js.TypeString {
		return name.String()
	}
	return ""
}

// Size returns the number of bytes.
func (f File) Size() int64 { return int64(f.blob.Get("size").Float()) }

// ReadAt implements [io.ReaderAt]. It fails, too, if the file has changed since it
// was chosen.
func (f File) ReadAt(p []byte, off int64) (int, error) {
	n, err := readSlice(f.blob, off, p)
	switch {
	case err != nil:
		return 0, fmt.Errorf("the file can't be read: %w", err)
	case n < len(p):
		return n, io.EOF
	}
	return n, nil
}

// readSlice reads the bytes of a Blob from an offset, up to its end, and returns their number.
func readSlice(blob js.Value, from int64, into []byte) (int, error) {
	buffer, err := await(blob.Call("slice", from, from+int64(len(into))).Call("arrayBuffer"))
	if err != nil {
		return 0, err
	}
	array := uint8Array.New(buffer)
	defer release(array)
	return js.CopyBytesToGo(into, array), nil
}

// FileOf returns the file of a table (see [store.FileFrame]) as a Blob. The data is a list of blobs of an IndexedDB
// store. FileOf does not copy the bytes of the database. The Blob outlives the table.
func FileOf(ctx context.Context, table store.Blob, data []store.Blob) (js.Value, error) {
	before, after := store.FileFrame(table.Size(), table.Header())
	parts := []any{bytesOf(before)}
	for _, opened := range data {
		b := opened.(*blob)
		all := make([]blockOf, b.blocks())
		for n := range all {
			all[n] = blockOf{b.handles, n}
		}
		if err := b.reader.fetch(all); err != nil {
			return js.Undefined(), &store.Error{Table: b.name, Err: err}
		}
		for n := range all {
			block, ok := b.block(n)
			if !ok {
				return js.Undefined(), b.lost(ctx, n)
			}
			parts = append(parts, block)
		}
	}
	return jsBlob.New(
		js.ValueOf(append(parts, bytesOf(after))),
		map[string]any{"type": "application/octet-stream"},
	), nil
}
