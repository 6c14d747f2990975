//go:build js && wasm

package indexeddb

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"
	"github.com/matewright/matewright/core/store"
)

type writer struct {
	ctx        context.Context
	database   *database
	committing idb.TransactionOptions // of the store
	name       string
	record     // as it will be committed; size grows
	buffer     *bufio.Writer
	block      js.Value   // the block being filled
	room       int        // its length: many writers of small tables may be open
	fill       int        // bytes in it
	storing    chan error // the end of storing the block before, or nil
	err        error      // why nothing but Abort works any more
	ended      bool       // committed or aborted
}

// atOnce is how many bytes cross to JavaScript together: a call takes as long as to copy some thousands, and a tile has
// hundreds.
const atOnce = 64 << 10

func (w *writer) Write(p []byte) (n int, err error) {
	if w.err = cmp.Or(w.err, w.ctx.Err()); w.err != nil {
		return 0, w.err
	}
	return w.buffer.Write(p)
}

// A blockWriter is the target of a writer's buffer.
type blockWriter struct{ *writer }

// Write writes to the block, and to those that follow it.
func (w blockWriter) Write(p []byte) (n int, err error) {
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

// flush starts to store the full block, and begins the next one. It does not wait for the database.
func (w *writer) flush() error {
	if w.err = w.await(); w.err != nil {
		return w.err
	}
	key, blob, storing := w.lastKey(), w.blob(), make(chan error, 1)
	w.storing = storing
	go func() {
		storing <- w.database.transact(w.ctx, appending, func(tx *transaction) error { return tx.putBlock(key, blob) })
	}()
	runtime.Gosched() // send the request now: the caller may keep the only thread for long
	w.fill = 0
	return nil
}

// await waits until the block before is stored, and returns its error.
func (w *writer) await() error {
	if w.storing == nil {
		return nil
	}
	err := <-w.storing
	w.storing = nil
	return w.named(err)
}

// lastKey is the key of the block that is being filled.
func (w *writer) lastKey() blockKey { return blockKey{w.generation, w.blocks() - 1} }

// blob returns a copy of the block as far as it is filled.
func (w *writer) blob() js.Value {
	return jsBlob.New(js.ValueOf([]any{w.block.Call("subarray", 0, w.fill)}))
}

func (w *writer) Commit(header []byte) error {
	err := cmp.Or(w.err, w.ctx.Err(), store.CheckHeader(w.name, header))
	if err == nil {
		err = cmp.Or(w.buffer.Flush(), w.await())
	}
	if err == nil {
		w.header = header
		err = w.named(w.database.transact(w.ctx, w.committing, w.publish))
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
		if err := tx.putBlock(w.lastKey(), w.blob()); err != nil {
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
	_ = w.await()
	w.end()
	return w.database.transact(context.WithoutCancel(w.ctx), w.committing, func(tx *transaction) error {
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
