//go:build js && wasm && check

package main

import (
	"context"

	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/indexeddb"
)

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
