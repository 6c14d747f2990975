//go:build js && wasm

package main

import (
	"context"
	"syscall/js"

	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/indexeddb"
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

// importFile imports the table in a file, if its bytes are the known ones.
func (e *engine) importFile(
	ctx context.Context, file indexeddb.File, report func(importingShape),
) (*importedShape, error) {
	return e.importTable(ctx, file, false, report)
}

// importAny imports the table in a file, even if its bytes are not the known ones. Then it is an unproven table, which
// judge checks afterwards.
func (e *engine) importAny(
	ctx context.Context, file indexeddb.File, report func(importingShape),
) (*importedShape, error) {
	return e.importTable(ctx, file, true, report)
}

func (e *engine) importTable(
	ctx context.Context, file indexeddb.File, unproven bool, report func(importingShape),
) (*importedShape, error) {
	report = sparsely(report)
	r, err := exchange.Import(ctx, e.store, file, file.Size(), exchange.Options{
		Metric:   e.metric,
		Unproven: unproven,
		Threads:  1,
		Observe:  func(p exchange.Progress) { report(shapeImport(p)) },
	})
	if err != nil {
		return nil, err
	}
	return shapeImported(r), nil
}

// judge checks whether an unproven table is right. It changes nothing in the store. A later call of settle, which needs
// the right to write, applies the result.
func (e *engine) judge(ctx context.Context, request classRequest, report func(importingShape)) (right bool, err error) {
	class, err := material.Parse(request.Class)
	if err != nil {
		return false, err
	}
	report = sparsely(report)
	e.proof, err = exchange.Prove(ctx, e.store, class, exchange.Options{
		Threads: 1,
		Observe: func(p exchange.Progress) { report(shapeImport(p)) },
	})
	return err == nil && e.proof.Wrong == nil, err
}

// settle makes the judged table a proven one or, if it is wrong, removes it and answers with the reason.
func (e *engine) settle(ctx context.Context, _ struct{}) error {
	p := e.proof
	if err := p.Settle(ctx, e.store); err != nil {
		return err
	}
	return p.Wrong
}
