package table

import (
	"context"
	"fmt"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// A Table is a finished table, open for reading. It may be used by several
// goroutines at once.
type Table struct {
	Header *Header
	Layout *slice.Layout
	blob   Blob

	mu      sync.Mutex
	decoder *blockDecoder
	recent  []decodedBlock // most recently used first
}

// recentBlocks is the number of decompressed blocks that a table remembers:
// a probe reads some ten of them, and the next probe mostly the same.
const recentBlocks = 24

type decodedBlock struct {
	number int
	values []value.Value
}

// Open opens the table of a class. Errors are of type [*Error] and match
// [ErrMissing] or [ErrCorrupt], among others.
func Open(ctx context.Context, store Store, class material.Class) (*Table, error) {
	t, err := open(ctx, store, class)
	if err != nil {
		return nil, named(class.String(), err)
	}
	return t, nil
}

func open(ctx context.Context, store Store, class material.Class) (*Table, error) {
	blob, err := store.Open(ctx, class.String())
	if err != nil {
		return nil, err
	}
	header, layout, err := decodeHeader(blob.Header())
	if err == nil && header.Class != class {
		err = fmt.Errorf("%w: it holds %v", ErrCorrupt, header.Class)
	}
	if err == nil && header.dataSize() != blob.Size() {
		err = fmt.Errorf("%w: %d bytes instead of %d", ErrCorrupt, blob.Size(), header.dataSize())
	}
	if err != nil {
		blob.Close()
		return nil, err
	}
	return &Table{Header: header, Layout: layout, blob: blob, decoder: newBlockDecoder()}, nil
}

// Close gives back what the store holds open.
func (t *Table) Close() error { return t.blob.Close() }

// Value returns the value at a place, which must be that of a legal position.
func (t *Table) Value(ctx context.Context, at slice.Place) (value.Value, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	number := firstBlock(t.Layout, at.Slice, at.Side) + at.Entry/BlockEntries
	block := decodedBlock{number: -1}
	for i := range t.recent {
		if t.recent[i].number == number {
			block = t.recent[i]
			copy(t.recent[1:i+1], t.recent[:i])
			break
		}
	}
	if block.number < 0 {
		block = decodedBlock{number, make([]value.Value, blockLen(t.Layout, number))}
		if err := t.readBlock(ctx, number, valueBytes(block.values)); err != nil {
			return 0, named(t.Header.Class.String(), err)
		}
		if len(t.recent) < recentBlocks {
			t.recent = append(t.recent, decodedBlock{})
		}
		copy(t.recent[1:], t.recent)
	}
	t.recent[0] = block
	return block.values[at.Entry%BlockEntries], nil
}

// Values reads a whole slice.
func (t *Table) Values(ctx context.Context, number int, into *solve.Values) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := eachBlock(t.Layout, number, into, func(block int, raw []byte) error {
		return t.readBlock(ctx, block, raw)
	})
	if err != nil {
		return named(t.Header.Class.String(), err)
	}
	return nil
}

func (t *Table) readBlock(ctx context.Context, number int, raw []byte) error {
	ref := t.Header.blocks[number]
	frame := make([]byte, ref.length)
	if err := t.blob.ReadAt(ctx, frame, ref.offset); err != nil {
		return err
	}
	if err := t.decoder.decode(frame, ref.checksum, raw); err != nil {
		return fmt.Errorf("block %d: %w", number, err)
	}
	return nil
}

// ValueOf returns the value of a legal position of the table's class. The
// en-passant square is ignored.
func (t *Table) ValueOf(ctx context.Context, p *board.Position) (value.Value, error) {
	return t.Value(ctx, t.Layout.Locate(p))
}
