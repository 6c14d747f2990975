package steps

import (
	"context"
	"errors"
	"sync"

	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// cacheBytes is the memory of a worker for tables.
const cacheBytes = 256 << 20

// source reads the targets of exits of a class: finished tables, and its own slices if their values are known.
func (c *classFiles) source(ctx context.Context, tables store.Store) (*library.Source, func() error) {
	lib := library.New(tables, cacheBytes).ForMetric(c.metric)
	own := &ownSlices{ctx: ctx, files: c}
	lib.Begin(own)
	return lib.Source(ctx), func() error { return errors.Join(lib.End(own), lib.Close()) }
}

// ownSlices are the solved slices of a class whose table is not made yet.
type ownSlices struct {
	ctx   context.Context
	files *classFiles

	mu     sync.Mutex
	number slice.Number
	values *[2][]value.Byte // of that slice
}

// Layout implements [library.Unfinished].
func (o *ownSlices) Layout() *slice.Layout { return o.files.layout }

// Levels implements [library.Unfinished]: values are bytes.
func (o *ownSlices) Levels(slice.Number) int { return 1 }

// Chunk implements [library.Unfinished].
func (o *ownSlices) Chunk(facefile.ChunkKey) []value.Byte { return nil }

// ReadChunk implements [library.Unfinished].
func (o *ownSlices) ReadChunk(key facefile.ChunkKey, into []value.Byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.values == nil || o.number != key.Number {
		values, err := o.files.values(o.ctx, key.Number)
		if err != nil {
			return err
		}
		o.number, o.values = key.Number, (*[2][]value.Byte)(values)
	}
	first, _ := o.files.layout.Chunk(key.Chunk)
	copy(into, o.values[key.Side][o.files.layout.FirstEntry(first):])
	return nil
}
