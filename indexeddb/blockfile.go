//go:build js && wasm

package indexeddb

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"slices"
	"sync"
	"syscall/js"
)

// A blockFile is a file in the database: blocks of a generation that no table has, of
// which one is in memory, to be written. It suits who writes one thing after the other.
// Parts of other blocks that were read are remembered, for each costs a question to
// another process.
type blockFile struct {
	ctx        context.Context
	store      *Store
	generation string

	mu     sync.Mutex       // guards what follows
	stored map[int]js.Value // handles of the blocks in the database; undefined until one is read
	block  []byte           // the one in memory, and its number:
	n      int
	dirty  bool     // it is not in the database as it is here
	pages  [16]page // what was read last
	next   int      // the page to be forgotten
}

const (
	fileBlock = 1 << 20
	pageSize  = 64 << 10
)

// A page is a part of a stored block.
type page struct {
	block, n int
	bytes    []byte // nil for none
}

func newBlockFile(ctx context.Context, s *Store) *blockFile {
	return &blockFile{ctx: ctx, store: s, generation: rand.Text(), stored: map[int]js.Value{}, block: make([]byte, fileBlock)}
}

func (f *blockFile) WriteAt(p []byte, off int64) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for n < len(p) {
		at := off + int64(n)
		if err := f.turnTo(int(at / fileBlock)); err != nil {
			return n, err
		}
		n += copy(f.block[at%fileBlock:], p[n:])
		f.dirty = true
	}
	return n, nil
}

// turnTo makes a block the one in memory.
func (f *blockFile) turnTo(n int) error {
	if n == f.n {
		return nil
	}
	if err := f.flush(); err != nil {
		return err
	}
	if _, ok := f.stored[n]; ok {
		if err := f.readStored(n, 0, f.block); err != nil {
			return err
		}
	}
	f.n = n
	return nil
}

// flush stores the block in memory.
func (f *blockFile) flush() error {
	if !f.dirty {
		return nil
	}
	array := uint8Array.New(fileBlock)
	js.CopyBytesToJS(array, f.block)
	block := jsBlob.New(js.ValueOf([]any{array}))
	release(array)
	err := f.store.transact(f.ctx, appending, func(tx *transaction) error {
		return tx.putBlock(blockKey{f.generation, f.n}, block)
	})
	if err != nil {
		return err
	}
	f.stored[f.n] = js.Undefined()
	f.dirty = false
	for i := range f.pages {
		if f.pages[i].block == f.n {
			f.pages[i].bytes = nil
		}
	}
	return nil
}

func (f *blockFile) ReadAt(p []byte, off int64) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for n < len(p) {
		at := off + int64(n)
		block, from := int(at/fileBlock), int(at%fileBlock)
		if block == f.n {
			n += copy(p[n:], f.block[from:])
			continue
		}
		bytes, err := f.page(block, from/pageSize)
		if err != nil {
			return n, err
		}
		n += copy(p[n:], bytes[from%pageSize:])
	}
	return n, nil
}

// page returns a part of a stored block.
func (f *blockFile) page(block, n int) ([]byte, error) {
	i := slices.IndexFunc(f.pages[:], func(p page) bool { return p.bytes != nil && p.block == block && p.n == n })
	if i >= 0 {
		return f.pages[i].bytes, nil
	}
	p := &f.pages[f.next]
	f.next = (f.next + 1) % len(f.pages)
	if p.bytes == nil {
		p.bytes = make([]byte, pageSize)
	}
	bytes := p.bytes
	p.bytes = nil
	if err := f.readStored(block, n*pageSize, bytes); err != nil {
		return nil, err
	}
	*p = page{block, n, bytes}
	return bytes, nil
}

// readStored reads a part of a block in the database.
func (f *blockFile) readStored(n, from int, into []byte) error {
	block, ok := f.stored[n]
	if !ok {
		return io.EOF
	}
	if block.IsUndefined() {
		err := f.store.transact(f.ctx, reading, func(tx *transaction) error {
			found, err := tx.getBlocks([]blockKey{{f.generation, n}})
			if err == nil {
				block = found[0]
			}
			return err
		})
		if err != nil {
			return err
		}
		if !block.InstanceOf(jsBlob) {
			return errLostScratch
		}
		f.stored[n] = block
	}
	length, err := readSlice(block, int64(from), into)
	if err == nil && length < len(into) {
		err = errLostScratch
	}
	return err
}

var errLostScratch = errors.New("a block of scratch is lost")

// Close deletes the file.
func (f *blockFile) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.stored) == 0 {
		return nil
	}
	return f.store.transact(context.WithoutCancel(f.ctx), appending, func(tx *transaction) error {
		return tx.deleteBlocks(f.generation)
	})
}
