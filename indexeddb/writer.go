//go:build js && wasm

package indexeddb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall/js"

	"github.com/matewright/matewright/core/store"
)

// blockSize is the length in bytes of every block but a table's last. To find a
// block takes half a millisecond, and a probe may read all over a table.
const blockSize = 4 << 20

type writer struct {
	ctx    context.Context
	store  *Store
	name   string
	record          // as it will be committed; size grows
	block  js.Value // the block being filled
	room   int      // its length: many writers of small tables may be open
	fill   int      // bytes in it
	err    error    // why nothing but Abort works any more
	ended  bool     // committed or aborted
}

func (w *writer) Write(p []byte) (n int, err error) {
	if w.err = cmp.Or(w.err, w.ctx.Err()); w.err != nil {
		return 0, w.err
	}
	for n < len(p) {
		// A full block is stored when more data come: Commit takes the last
		// one along, and a small table is a single transaction.
		if w.fill == blockSize {
			if err := w.flush(); err != nil {
				return n, err
			}
		}
		if w.fill == w.room {
			w.grow()
		}
		m := js.CopyBytesToJS(w.block.Call("subarray", w.fill), p[n:])
		n, w.fill, w.size = n+m, w.fill+m, w.size+int64(m)
	}
	return n, nil
}

// leastRoom is how long a block is made at first.
const leastRoom = 64 << 10

// grow makes the block longer, up to its full size.
func (w *writer) grow() {
	w.room = min(max(leastRoom, 2*w.room), blockSize)
	longer := uint8Array.New(w.room)
	if w.fill > 0 {
		longer.Call("set", w.block)
		release(w.block)
	}
	w.block = longer
}

// flush stores the block, which is full, and begins the next one.
func (w *writer) flush() error {
	w.err = w.named(w.store.transact(w.ctx, appending, w.putBlock))
	if w.err == nil {
		w.fill = 0
	}
	return w.err
}

// putBlock stores the block as far as it is filled.
func (w *writer) putBlock(tx *transaction) error {
	parts := js.ValueOf([]any{w.block.Call("subarray", 0, w.fill)})
	return tx.putBlock(blockKey{w.generation, w.blocks() - 1}, jsBlob.New(parts)) // a Blob is a copy
}

func (w *writer) Commit(header []byte) error {
	err := cmp.Or(w.err, w.ctx.Err(), store.CheckHeader(w.name, header))
	if err == nil {
		w.header = header
		err = w.named(w.store.transact(w.ctx, committing, w.publish))
	}
	if err != nil {
		_ = w.Abort()
		return err
	}
	w.end()
	return nil
}

// publish makes the table visible.
func (w *writer) publish(tx *transaction) error {
	if w.fill > 0 {
		if err := w.putBlock(tx); err != nil {
			return err
		}
	}
	n, err := tx.countBlocks(w.generation)
	if err != nil {
		return err
	}
	if n != w.blocks() {
		return fmt.Errorf("%d of %d blocks were deleted before the table was complete", w.blocks()-n, w.blocks())
	}
	old, err := tx.getRecord(w.name)
	if err == nil {
		err = tx.deleteBlocks(old.generation)
	}
	if err != nil && !errors.Is(err, store.ErrMissing) {
		return err
	}
	return tx.putRecord(w.name, w.record)
}

func (w *writer) Abort() error {
	if w.ended {
		return nil
	}
	w.end()
	return w.store.transact(context.WithoutCancel(w.ctx), committing, func(tx *transaction) error {
		return tx.deleteBlocks(w.generation)
	})
}

func (w *writer) named(err error) error {
	if err == nil {
		return nil
	}
	return &store.Error{Table: w.name, Err: err}
}

// end makes every further call fail.
func (w *writer) end() {
	w.err = cmp.Or(w.err, fs.ErrClosed)
	w.ended = true
	if w.room > 0 {
		release(w.block)
	}
}
