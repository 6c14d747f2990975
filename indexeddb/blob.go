//go:build js && wasm

package indexeddb

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/store"
)

type blob struct {
	reader *reader
	name   string
	*handles
}

func (b *blob) Header() []byte { return b.header }
func (b *blob) Size() int64    { return b.size }
func (b *blob) Close() error   { return nil }

// readAtOnce is the size of the parts of a long read, in bytes.
const readAtOnce = 4 << 20

func (b *blob) ReadAt(ctx context.Context, p []byte, off int64) error {
	if err := cmp.Or(ctx.Err(), store.CheckRange(b.name, b.size, off, len(p))); err != nil {
		return err
	}
	for part := range slices.Chunk(p, readAtOnce) {
		if err := cmp.Or(ctx.Err(), b.read(ctx, part, off)); err != nil {
			return err
		}
		off += int64(len(part))
	}
	return nil
}

func (b *blob) read(ctx context.Context, p []byte, off int64) error {
	var pieces []*piece
	for len(p) > 0 {
		from := int(off % blockSize)
		n := min(len(p), blockSize-from)
		pieces = append(pieces, &piece{handles: b.handles, n: int(off / blockSize), from: from, into: p[:n]})
		p, off = p[n:], off+int64(n)
	}
	b.reader.read(pieces)
	for _, piece := range pieces {
		switch piece.err {
		case nil:
		case errLost:
			return b.lost(ctx, piece.n)
		default:
			return &store.Error{Table: b.name, Err: piece.err}
		}
	}
	return nil
}

// lost returns the reason why the nth block is missing: damage, or a table that was removed or replaced since Open.
func (b *blob) lost(ctx context.Context, n int) error {
	now, err := b.reader.database.record(ctx, b.name)
	if err != nil {
		return err
	}
	if now.generation != b.generation {
		return &store.Error{Table: b.name, Err: fmt.Errorf("%w: it was replaced", store.ErrMissing)}
	}
	return &store.Error{Table: b.name, Err: fmt.Errorf("%w: its block %d is lost", store.ErrCorrupt, n)}
}
