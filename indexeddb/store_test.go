//go:build js && wasm

package indexeddb

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"math"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"syscall/js"
	"testing"

	"github.com/hack-pad/go-indexeddb/idb"

	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.RunPersistent(t, func(t *testing.T) (store.Store, func() store.Store) {
		name := newDatabase(t)
		reopen := func() store.Store { return open(t, name) }
		return reopen(), reopen
	})
}

// newDatabase returns the name of a database that the test alone uses.
func newDatabase(t testing.TB) string {
	name := "matewright-test-" + rand.Text()
	t.Cleanup(func() { deleteDatabase(t, name) })
	return name
}

func deleteDatabase(t testing.TB, name string) {
	t.Helper()
	request, err := idb.Global().DeleteDatabase(name)
	if err == nil {
		err = request.Await(context.Background())
	}
	if err != nil {
		t.Errorf("deleting database %s: %v", name, err)
	}
}

// open returns a new connection, as another tab would have it.
func open(t testing.TB, name string) *Store {
	t.Helper()
	tables, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	})
	return tables
}

// TestClearOrphans: blocks of dead writers go, tables stay, and a writer that
// was at work after all does not commit a table with holes.
func TestClearOrphans(t *testing.T) {
	name := newDatabase(t)
	tables := open(t, name)
	data := bytes.Repeat([]byte("orphans "), 3*blockSize/8)
	put(t, tables, "KQvK", data)
	victim := create(t, open(t, name), "KRvK", data)
	second := create(t, open(t, name), "KQvK", data)
	for _, w := range []store.Writer{victim, second} {
		if err := w.(*writer).await(); err != nil { // the last full block may not be stored yet
			t.Fatal(err)
		}
	}
	if n := countBlocks(t, tables); n != 3+2+2 {
		t.Fatalf("%d blocks before", n)
	}

	if err := tables.ClearOrphans(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := countBlocks(t, tables); n != 3 {
		t.Errorf("%d blocks are left, want the table's 3", n)
	}
	wantData(t, tables, "KQvK", data)
	if err := victim.Commit(nil); err == nil {
		t.Error("a writer whose blocks were deleted commits")
	}
	if n := countBlocks(t, tables); n != 3 {
		t.Errorf("%d blocks are left after the failed commit", n)
	}
	if _, err := tables.Open(t.Context(), "KRvK"); !errors.Is(err, store.ErrMissing) {
		t.Errorf("Open: %v, want ErrMissing", err)
	}
}

// TestNoGarbage: replacing, removing and aborting give the space back.
func TestNoGarbage(t *testing.T) {
	tables := open(t, newDatabase(t))
	data := make([]byte, 2*blockSize+1)
	for range 3 {
		put(t, tables, "KQvK", data)
		if n := countBlocks(t, tables); n != 3 {
			t.Errorf("%d blocks after storing a table of 3", n)
		}
	}
	w := create(t, tables, "KQvK", data)
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if n := countBlocks(t, tables); n != 3 {
		t.Errorf("%d blocks after Abort", n)
	}
	if err := tables.Remove(t.Context(), "KQvK"); err != nil {
		t.Error(err)
	}
	if n := countBlocks(t, tables); n != 0 {
		t.Errorf("%d blocks after Remove", n)
	}
}

// TestLostBlock: a block that is missing or of the wrong kind is damage, and
// only the reads that need it fail.
func TestLostBlock(t *testing.T) {
	for name, damage := range map[string]func(tx *transaction, generation string) error{
		"missing": func(tx *transaction, generation string) error {
			_, err := tx.blocks.Delete(blockKey{generation, 1}.value())
			return err
		},
		"short": func(tx *transaction, generation string) error {
			parts := js.ValueOf([]any{uint8Array.New(blockSize - 1)})
			return tx.putBlock(blockKey{generation, 1}, jsBlob.New(parts))
		},
		"no blob": func(tx *transaction, generation string) error {
			return tx.putBlock(blockKey{generation, 1}, uint8Array.New(blockSize))
		},
	} {
		tables := open(t, newDatabase(t))
		put(t, tables, "KQvK", make([]byte, 3*blockSize))
		b, err := tables.Open(t.Context(), "KQvK")
		if err != nil {
			t.Fatal(err)
		}
		transact(t, tables, func(tx *transaction) error { return damage(tx, b.(*blob).generation) })
		if err := b.ReadAt(t.Context(), make([]byte, 2), blockSize-1); !errors.Is(err, store.ErrCorrupt) ||
			!strings.Contains(err.Error(), "KQvK") {
			t.Errorf("%s: ReadAt: %v, want an error that matches ErrCorrupt and names the table", name, err)
		}
		if err := b.ReadAt(t.Context(), make([]byte, blockSize), 2*blockSize); err != nil {
			t.Errorf("%s: ReadAt of another block: %v", name, err)
		}
	}
}

// TestDamagedRecord: whatever is found in a record, the table is listed as
// damaged, can be removed and can be built again.
func TestDamagedRecord(t *testing.T) {
	tables := open(t, newDatabase(t))
	put(t, tables, "KRvK", []byte("rook"))
	header := uint8Array.New(0)
	for _, value := range []any{
		nil, 1, "text", true, []any{}, map[string]any{},
		map[string]any{"generation": 1, "size": 1, "header": header},
		map[string]any{"generation": "g", "size": "1", "header": header},
		map[string]any{"generation": "g", "size": -1, "header": header},
		map[string]any{"generation": "g", "size": math.NaN(), "header": header},
		map[string]any{"generation": "g", "size": math.Inf(1), "header": header},
		map[string]any{"generation": "g", "size": 1},
		map[string]any{"generation": "g", "size": 1, "header": uint8Array.New(store.MaxHeader + 1)},
	} {
		transact(t, tables, func(tx *transaction) error {
			_, err := tx.tables.PutKey(js.ValueOf("KQvK"), js.ValueOf(value))
			return err
		})
		if _, err := tables.Open(t.Context(), "KQvK"); !errors.Is(err, store.ErrCorrupt) ||
			!strings.Contains(err.Error(), "KQvK") {
			t.Errorf("%v: Open: %v, want an error that matches ErrCorrupt and names the table", value, err)
		}
		entries, err := tables.List(t.Context())
		if err != nil || len(entries) != 2 || entries[0].Header != nil || entries[1].Header == nil {
			t.Errorf("%v: List: %v, %v", value, entries, err)
		}
	}
	if err := tables.Remove(t.Context(), "KQvK"); err != nil {
		t.Errorf("removing a damaged table: %v", err)
	}
	put(t, tables, "KQvK", []byte("queen"))
	wantData(t, tables, "KQvK", []byte("queen"))
}

// TestDatabaseDeleted: another tab deletes the database. That is not held up,
// the store is empty and works, and a writer of before can't commit.
func TestDatabaseDeleted(t *testing.T) {
	name := newDatabase(t)
	tables := open(t, name)
	put(t, tables, "KQvK", make([]byte, 100))
	w := create(t, tables, "KRvK", make([]byte, 2*blockSize+1))
	deleteDatabase(t, name)
	if err := w.Commit(nil); err == nil {
		t.Error("a writer whose blocks were deleted commits")
	}
	if entries, err := tables.List(t.Context()); err != nil || len(entries) != 0 {
		t.Errorf("List: %v, %v", entries, err)
	}
	put(t, tables, "KQvK", []byte("again"))
	wantData(t, tables, "KQvK", []byte("again"))
}

func TestClosed(t *testing.T) {
	tables := open(t, newDatabase(t))
	if err := tables.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := tables.List(t.Context()); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("List: %v, want ErrClosed", err)
	}
}

// TestNewerDatabase lets a later version of the program change the database. This version must not block the change,
// and must return an error from then on.
func TestNewerDatabase(t *testing.T) {
	name := newDatabase(t)
	tables := open(t, name)
	put(t, tables, "KQvK", make([]byte, 100))
	w := create(t, tables, "KRvK", make([]byte, 2*blockSize+1))
	request, err := idb.Global().
		Open(t.Context(), name, version+1, func(*idb.Database, uint, uint) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	db, err := request.Await(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := Open(t.Context(), name); !errors.Is(err, store.ErrNewer) {
		t.Errorf("Open: %v, want ErrNewer", err)
	}
	if _, err := tables.List(t.Context()); !errors.Is(err, store.ErrNewer) {
		t.Errorf("List: %v, want ErrNewer", err)
	}
	if err := w.Commit(nil); !errors.Is(err, store.ErrNewer) {
		t.Errorf("Commit: %v, want ErrNewer", err)
	}
}

// TestQuota fills the storage. The writer must return an error, older tables must stay, and Abort must free the space.
func TestQuota(t *testing.T) {
	tables := openBucket(t, 8*blockSize)
	noise := make([]byte, 4*blockSize) // which the browser can't compress
	rand.Read(noise)
	put(t, tables, "KQvK", noise)

	w := create(t, tables, "KRvK", nil)
	var err error
	for n := 0; err == nil; n++ {
		if n == 16 {
			t.Fatal("64 blocks fit into the place of 8")
		}
		_, err = w.Write(noise)
	}
	if !errors.Is(err, store.ErrFull) || !strings.Contains(err.Error(), "KRvK") {
		t.Errorf("Write: %v, want an error that matches ErrFull and names the table", err)
	}
	if err := w.Commit(nil); !errors.Is(err, store.ErrFull) {
		t.Errorf("Commit after a failed Write: %v, want ErrFull", err)
	}
	if n := countBlocks(t, tables); n != 4 {
		t.Errorf("%d blocks are left, want the other table's 4", n)
	}
	wantData(t, tables, "KQvK", noise)
	put(t, tables, "KRvK", noise[:blockSize])
	wantData(t, tables, "KRvK", noise[:blockSize])
}

// TestQuotaAtCommit fills the storage with tables of one block, which only
// Commit stores.
func TestQuotaAtCommit(t *testing.T) {
	tables := openBucket(t, 4*blockSize)
	noise := make([]byte, blockSize)
	rand.Read(noise)
	for n := range 32 {
		err := create(t, tables, fmt.Sprint("K", n), noise).Commit(nil)
		if err == nil {
			continue
		}
		if !errors.Is(err, store.ErrFull) || !strings.Contains(err.Error(), fmt.Sprint("K", n)) {
			t.Errorf("Commit: %v, want an error that matches ErrFull and names the table", err)
		}
		if entries, err := tables.List(t.Context()); err != nil || len(entries) != n || countBlocks(t, tables) != n {
			t.Errorf("List: %d tables, %v, want %d of one block each", len(entries), err, n)
		}
		return
	}
	t.Error("32 blocks fit into the place of 4")
}

func BenchmarkWrite(b *testing.B) {
	tables := open(b, newDatabase(b))
	data := make([]byte, 64<<20)
	rand.Read(data)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		put(b, tables, "KQvK", data)
	}
}

func BenchmarkRead(b *testing.B) {
	tables := open(b, newDatabase(b))
	data := make([]byte, 64<<20)
	rand.Read(data)
	put(b, tables, "KQvK", data)
	blob, err := tables.Open(b.Context(), "KQvK")
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []int{20_000, blockSize, len(data)} {
		b.Run(fmt.Sprint("Stream/", size), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				for off := 0; off < len(data); off += size {
					if err := blob.ReadAt(b.Context(), data[off:min(off+size, len(data))], int64(off)); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
	b.Run("Random/100x500", func(b *testing.B) {
		for b.Loop() {
			var all sync.WaitGroup
			for range 100 {
				all.Go(func() {
					p := make([]byte, 500)
					if err := blob.ReadAt(b.Context(), p, mathrand.Int64N(blob.Size()-int64(len(p)))); err != nil {
						b.Error(err)
					}
				})
			}
			all.Wait()
		}
	})
	b.Run("Random/20000", func(b *testing.B) {
		p := make([]byte, 20_000)
		for b.Loop() {
			if err := blob.ReadAt(b.Context(), p, mathrand.Int64N(blob.Size()-int64(len(p)))); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// create begins a table and writes data.
func create(t testing.TB, tables *Store, name string, data []byte) store.Writer {
	t.Helper()
	w, err := tables.Create(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	for part := range slices.Chunk(data, 64<<10) {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func put(t testing.TB, tables *Store, name string, data []byte) {
	t.Helper()
	if err := create(t, tables, name, data).Commit(nil); err != nil {
		t.Fatal(err)
	}
}

func wantData(t *testing.T, tables *Store, name string, want []byte) {
	t.Helper()
	blob, err := tables.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, blob.Size())
	if err := blob.ReadAt(t.Context(), got, 0); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: %d bytes, error %v, or other than the %d bytes written", name, len(got), err, len(want))
	}
}

func countBlocks(t *testing.T, tables *Store) int {
	t.Helper()
	var n int
	transact(t, tables, func(tx *transaction) error {
		generations, err := tx.blockGenerations()
		n = len(generations)
		return err
	})
	return n
}

func transact(t *testing.T, tables *Store, f func(tx *transaction) error) {
	t.Helper()
	if err := tables.transact(t.Context(), committing, f); err != nil {
		t.Fatal(err)
	}
}

// openBucket opens a database in a storage bucket with a quota of its own.
func openBucket(t *testing.T, quota int) *Store {
	t.Helper()
	buckets := js.Global().Get("navigator").Get("storageBuckets")
	name := "test-" + strings.ToLower(rand.Text())
	bucket := settled(t, buckets.Call("open", name, map[string]any{"quota": quota}))
	t.Cleanup(func() { settled(t, buckets.Call("delete", name)) })
	factory, err := idb.WrapFactory(bucket.Get("indexedDB"))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := openIn(t.Context(), factory, "quota")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

// settled returns the value of a fulfilled promise.
func settled(t testing.TB, promise js.Value) js.Value {
	t.Helper()
	value, err := await(promise)
	if err != nil {
		t.Fatal(err)
	}
	return value
}
