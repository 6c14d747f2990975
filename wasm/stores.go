//go:build js && wasm

package main

import (
	"context"
	"os"
	"syscall/js"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/indexeddb"
)

// A tableStore has the tables of a worker: a database of the browser or, if the page may store nothing, the
// worker's own memory.
type tableStore interface {
	store.Store
	OpenScratch(ctx context.Context) (scratch.File, error)
	ClearOrphans(ctx context.Context) error
	ClearScratch() (open int, err error)
}

// inMemory reports whether the worker was started to keep tables in memory. It is the only worker then, and does one
// call beside another.
var inMemory = os.Getenv("MATEWRIGHT_STORE") == "memory"

// openTables opens a database by that function, or else a store in memory.
func openTables(
	ctx context.Context, open func(context.Context, string) (*indexeddb.Store, error), name string,
) (tableStore, error) {
	if inMemory {
		return memoryStore{store.NewMemStore()}, nil
	}
	s, err := open(ctx, name)
	if err != nil {
		return nil, err // a nil *Store would not be a nil tableStore
	}
	return s, nil
}

// scratchBytes is [indexeddb.ScratchBytes]. In memory scratch takes whatever it holds.
func scratchBytes() int64 {
	if inMemory {
		return 0
	}
	return indexeddb.ScratchBytes()
}

// fileOf returns the file of a table as a Blob, given the blobs that have its data, one after the other.
func fileOf(ctx context.Context, table store.Blob, data []store.Blob) (js.Value, error) {
	if !inMemory {
		return indexeddb.FileOf(ctx, table, data)
	}
	before, after := store.FileFrame(table.Size(), table.Header())
	parts := []any{bytesOf(before)}
	for _, b := range data {
		bytes := make([]byte, b.Size())
		if err := b.ReadAt(ctx, bytes, 0); err != nil {
			return js.Undefined(), err
		}
		parts = append(parts, bytesOf(bytes))
	}
	return blobOf(append(parts, bytesOf(after))), nil
}

// bytesOf returns a copy of bytes as JavaScript's.
func bytesOf(b []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	return array
}

// memoryStore keeps tables until the worker ends. No other worker writes to it, so there is nothing to clear.
type memoryStore struct{ *store.MemStore }

func (memoryStore) OpenScratch(context.Context) (scratch.File, error) {
	return memoryScratch{new(scratch.Memory)}, nil
}
func (memoryStore) ClearOrphans(context.Context) error { return nil }
func (memoryStore) ClearScratch() (int, error)         { return 0, nil }

type memoryScratch struct{ *scratch.Memory }

func (memoryScratch) Close() error { return nil }

// breathInterval is how long a call works in the only worker before it lets others in.
const breathInterval = 50 * time.Millisecond

// breathing returns a function that lets other calls in now and then, if there is no other worker for them. Only a
// sleep lets messages in.
func breathing() func() {
	last := time.Now()
	return func() {
		if inMemory && time.Since(last) > breathInterval {
			time.Sleep(time.Millisecond)
			last = time.Now()
		}
	}
}

// The names of the databases of a metric's tables and faces, and of the folder of checkpoints. For the default metric
// they do not contain its name.
func databaseOf(m *value.Metric) string    { return named("matewright", m) }
func facesOf(m *value.Metric) string       { return named("matewright-faces", m) }
func checkpointsOf(m *value.Metric) string { return named("matewright-checkpoints", m) }

func named(what string, m *value.Metric) string {
	if m.IsDefault() {
		return what
	}
	return what + "-" + string(nameOf(m))
}

// checkpointsFor returns the checkpoints of a metric, or nil if they cannot be stored.
func checkpointsFor(m *value.Metric) checkpoint.Store {
	if inMemory {
		return nil
	}
	return indexeddb.Checkpoints(checkpointsOf(m))
}

// blobOf returns the Blob of some parts.
func blobOf(parts []any) js.Value {
	return js.Global().Get("Blob").New(parts, map[string]any{"type": "application/octet-stream"})
}
