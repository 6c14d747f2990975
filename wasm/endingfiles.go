//go:build js && wasm && check

package main

import (
	"context"
	"io"
	"strings"
	"syscall/js"

	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/indexeddb"
)

// endingFile answers with the journal of an ending as a Blob.
func (e *engine) endingFile(_ context.Context, request endingNameRequest) (js.Value, error) {
	store, _, err := stored.open()
	if err != nil {
		return js.Undefined(), err
	}
	if !inMemory {
		return indexeddb.EndingFile(endingsFolder, request.Name)
	}
	file, err := store.Read(request.Name)
	if err != nil {
		return js.Undefined(), err
	}
	defer file.Close()
	r, err := ending.Read(file, 0)
	if err != nil {
		return js.Undefined(), err
	}
	b := make([]byte, r.Bytes())
	if _, err := io.ReadFull(io.NewSectionReader(file, 0, r.Bytes()), b); err != nil {
		return js.Undefined(), err
	}
	return blobOf([]any{bytesOf(b)}), nil
}

// importedEndingShape is an ending from a file, all of whose bounds are verified.
type importedEndingShape struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"` // stored
	Slices int    `json:"slices"`
}

// importEnding imports the ending in a file, once all its bounds are verified.
func (e *engine) importEnding(
	ctx context.Context, file indexeddb.File, report func(importingShape),
) (*importedEndingShape, error) {
	store, _, err := stored.open()
	if err != nil {
		return nil, err
	}
	shape := new(importedEndingShape)
	report = sparsely(report)
	breathe := breathing()
	verify := func(r *ending.Reader) error {
		shape.Slices = r.Count().Slices
		p := r.Position()
		class, _, _ := strings.Cut(ending.Name(&p), "-")
		return r.Verify(ctx, ending.VerifyOptions{Memory: endingMemory}, func(done, of int) {
			report(importingShape{class, exchange.Checking, int64(done), int64(of)})
			breathe()
		})
	}
	entry, err := shelf.Import(store, indexeddb.RoomOfEnding(file), shelfMemory, verify)
	if err != nil {
		return nil, err
	}
	shape.Name, shape.Bytes = entry.Name, entry.Bytes
	return shape, nil
}
