//go:build js && wasm

package indexeddb

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"sync"
	"syscall/js"
)

// A blockFile is a file in the database: the blocks of a generation without a table. The blocks used last are in
// memory. Each request goes to another process, so blocks are written together.
type blockFile struct {
	ctx        context.Context
	database   *database
	generation string

	mu     sync.Mutex       // guards the fields below
	stored map[int]js.Value // handles of the blocks in the database; undefined until one is read
	held   [heldBlocks]heldBlock
	uses   int
}

const (
	fileBlock  = 128 << 10
	heldBlocks = 16
)

// A heldBlock is a block in memory.
type heldBlock struct {
	n     int
	bytes []byte // nil for none
	dirty bool   // it is not in the database as it is here
	used  int    // when it was used last
}

func newBlockFile(ctx context.Context, s *Store) *blockFile {
	return &blockFile{ctx: ctx, database: s.database, generation: rand.Text(), stored: map[int]js.Value{}}
}

func (f *blockFile) WriteAt(p []byte, off int64) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for n < len(p) {
		at := off + int64(n)
		block, err := f.hold(int(at/fileBlock), true)
		if err != nil {
			return n, err
		}
		n += copy(block.bytes[at%fileBlock:], p[n:])
		block.dirty = true
	}
	return n, nil
}

func (f *blockFile) ReadAt(p []byte, off int64) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for n < len(p) {
		at := off + int64(n)
		block, err := f.hold(int(at/fileBlock), false)
		if err != nil {
			return n, err
		}
		n += copy(p[n:], block.bytes[at%fileBlock:])
	}
	return n, nil
}

// hold returns a block, in memory. One that was never written is empty, or an error.
func (f *blockFile) hold(n int, mayBeNew bool) (*heldBlock, error) {
	f.uses++
	oldest := &f.held[0]
	for i := range f.held {
		b := &f.held[i]
		if b.bytes != nil && b.n == n {
			b.used = f.uses
			return b, nil
		}
		if b.used < oldest.used {
			oldest = b
		}
	}
	_, stored := f.stored[n]
	if !stored && !mayBeNew {
		return nil, io.EOF
	}
	if oldest.dirty {
		if err := f.flush(); err != nil {
			return nil, err
		}
	}
	bytes := oldest.bytes
	*oldest = heldBlock{} // until it is read
	if bytes == nil {
		bytes = make([]byte, fileBlock)
	}
	if stored {
		if err := f.readStored(n, bytes); err != nil {
			return nil, err
		}
	} else {
		clear(bytes)
	}
	*oldest = heldBlock{n: n, bytes: bytes, used: f.uses}
	return oldest, nil
}

// flush stores the blocks that are only in memory.
func (f *blockFile) flush() error {
	var dirty []*heldBlock
	var blobs []js.Value
	for i := range f.held {
		if b := &f.held[i]; b.dirty {
			array := uint8Array.New(fileBlock)
			js.CopyBytesToJS(array, b.bytes)
			dirty, blobs = append(dirty, b), append(blobs, jsBlob.New(js.ValueOf([]any{array})))
			release(array)
		}
	}
	err := f.database.transact(f.ctx, appending, func(tx *transaction) error {
		for i, b := range dirty {
			if err := tx.putBlock(blockKey{f.generation, b.n}, blobs[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, b := range dirty {
		f.stored[b.n], b.dirty = js.Undefined(), false
	}
	return nil
}

// readStored reads a block in the database.
func (f *blockFile) readStored(n int, into []byte) error {
	block := f.stored[n]
	if block.IsUndefined() {
		err := f.database.transact(f.ctx, reading, func(tx *transaction) error {
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
	length, err := readSlice(block, 0, into)
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
	return f.database.transact(context.WithoutCancel(f.ctx), appending, func(tx *transaction) error {
		return tx.deleteBlocks(f.generation)
	})
}
