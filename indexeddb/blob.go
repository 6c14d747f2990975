//go:build js && wasm

package indexeddb

import (
	"cmp"
	"context"
	"fmt"
	"syscall/js"

	"github.com/matewright/matewright/core/table"
)

type blob struct {
	store *Store
	name  string
	record
}

func (b *blob) Header() []byte { return b.header }
func (b *blob) Size() int64    { return b.size }
func (b *blob) Close() error   { return nil }

func (b *blob) ReadAt(ctx context.Context, p []byte, off int64) error {
	if err := cmp.Or(ctx.Err(), table.CheckRange(b.name, b.size, off, len(p))); err != nil {
		return err
	}
	for len(p) > 0 {
		block, err := b.block(ctx, int(off/blockSize))
		if err != nil {
			return err
		}
		n := js.CopyBytesToGo(p, block.Call("subarray", off%blockSize))
		p, off = p[n:], off+int64(n)
	}
	return nil
}

// block returns the nth block, which is as long as it must be. It is valid
// until its goroutine waits for something.
func (b *blob) block(ctx context.Context, n int) (js.Value, error) {
	key := cacheKey{b.generation, n}
	if block, ok := b.store.cache.get(key); ok {
		return block, nil
	}
	var block js.Value
	err := b.store.transact(ctx, reading, func(tx *transaction) (err error) {
		block, err = tx.getBlock(b.generation, n)
		return err
	})
	if err != nil {
		return js.Undefined(), &table.Error{Table: b.name, Err: err}
	}
	if want := min(blockSize, b.size-int64(n)*blockSize); !block.InstanceOf(uint8Array) || int64(block.Length()) != want {
		return js.Undefined(), b.lost(ctx, n)
	}
	return b.store.cache.put(key, block), nil
}

// lost tells why the nth block is not there: damage, or a table removed or
// replaced since the blob was opened.
func (b *blob) lost(ctx context.Context, n int) error {
	now, err := b.store.record(ctx, b.name)
	if err != nil {
		return err
	}
	if now.generation != b.generation {
		return &table.Error{Table: b.name, Err: fmt.Errorf("%w: it was replaced", table.ErrMissing)}
	}
	return &table.Error{Table: b.name, Err: fmt.Errorf("%w: its block %d is lost", table.ErrCorrupt, n)}
}
