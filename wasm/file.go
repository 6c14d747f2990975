//go:build js && wasm

package main

import (
	"context"
	"syscall/js"

	"github.com/matewright/matewright/core/format/catalog"
)

// file returns a table as a file, after a check of every byte against its checksum.
func (e *engine) file(ctx context.Context, request classRequest) (js.Value, error) {
	t, err := e.openTable(ctx, request)
	if err != nil {
		return js.Undefined(), err
	}
	defer t.Close()
	if err := t.Check(ctx); err != nil {
		return js.Undefined(), err
	}
	blob, err := catalog.Open(ctx, e.store, t.Header.Class)
	if err != nil {
		return js.Undefined(), err
	}
	defer blob.Close()
	return fileOf(ctx, blob, catalog.Parts(blob))
}
