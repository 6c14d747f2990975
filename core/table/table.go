package table

import (
	"context"
	"fmt"
	"sync"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// A Table is a finished table, open for reading. It may be used by several
// goroutines at once.
type Table struct {
	Header  *Header
	Layout  *slice.Layout
	blob    Blob
	library *Library

	mu      sync.Mutex // guards what follows
	decoder *blockDecoder
	frame   []byte
}

// ownBudget is what a table remembers that is in no one's library.
const ownBudget = 24 * BlockEntries

// Open opens the table of a class. Errors are of type [*Error] and match
// [ErrMissing] or [ErrCorrupt], among others.
func Open(ctx context.Context, store Store, class material.Class) (*Table, error) {
	return NewLibrary(store, ownBudget).Open(ctx, class)
}

func open(ctx context.Context, store Store, class material.Class) (*Table, error) {
	blob, err := store.Open(ctx, class.String())
	if err != nil {
		return nil, err
	}
	header, layout, err := decodeEntry(class.String(), blob.Header(), blob.Size())
	if err != nil {
		blob.Close()
		return nil, err
	}
	return &Table{Header: header, Layout: layout, blob: blob, decoder: newBlockDecoder()}, nil
}

// decodeEntry reads the header of a table of that name with so many bytes of
// data.
func decodeEntry(name string, encoded []byte, size int64) (*Header, *slice.Layout, error) {
	header, layout, err := decodeHeader(encoded)
	switch {
	case err != nil:
	case header.Class.String() != name:
		err = fmt.Errorf("%w: it holds %v", ErrCorrupt, header.Class)
	case header.dataSize() != size:
		err = fmt.Errorf("%w: it has %d bytes of data instead of %d", ErrCorrupt, size, header.dataSize())
	default:
		return header, layout, nil
	}
	return nil, nil, named(name, err)
}

// Close gives back what the store holds open. Nothing may be read afterwards.
func (t *Table) Close() error {
	t.library.leave(t)
	return t.blob.Close()
}

// Value returns the value at a place, which must be that of a legal position.
func (t *Table) Value(ctx context.Context, at slice.Place) (value.Value, error) {
	number := firstBlock(t.Layout, at.Slice, at.Side) + at.Entry/BlockEntries
	values, err := t.library.part(ctx, t.Layout, partKey{t, number, 1})
	if err != nil {
		return 0, named(t.Header.Class.String(), err)
	}
	return values[at.Entry%BlockEntries], nil
}

// Values reads a whole slice.
func (t *Table) Values(ctx context.Context, number int, into *solve.Values) error {
	err := eachBlock(t.Layout, number, into, func(block int, raw []byte) error {
		return t.readBlock(ctx, block, raw)
	})
	if err != nil {
		return named(t.Header.Class.String(), err)
	}
	return nil
}

func (t *Table) readBlock(ctx context.Context, number int, raw []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	ref := t.Header.blocks[number]
	if cap(t.frame) < ref.length {
		t.frame = make([]byte, ref.length)
	}
	frame := t.frame[:ref.length]
	if err := t.blob.ReadAt(ctx, frame, ref.offset); err != nil {
		return err
	}
	if err := t.decoder.decode(frame, ref.checksum, raw); err != nil {
		return fmt.Errorf("block %d: %w", number, err)
	}
	return nil
}
