// Package storetest tests implementations of [store.Store] against its contract. The test of an implementation calls
// [Run], or [RunPersistent] if its tables outlive the store. With a [FaultStore], tests of other packages can make
// storage fail.
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/matewright/matewright/core/store"
)

// Run tests a store. Each call of open returns a new, empty store, and cleans it up at the end of the given test.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	tests := []struct {
		name string
		test func(t *testing.T, tables store.Store)
	}{
		{"Empty", testEmpty},
		{"RoundTrip", testRoundTrip},
		{"EmptyData", testEmptyData},
		{"Invisible", testInvisible},
		{"Abort", testAbort},
		{"WriterIsSpent", testWriterIsSpent},
		{"Replace", testReplace},
		{"TwoWriters", testTwoWriters},
		{"Remove", testRemove},
		{"OpenBlob", testOpenBlob},
		{"List", testList},
		{"Names", testNames},
		{"Headers", testHeaders},
		{"Buffers", testBuffers},
		{"Ranges", testRanges},
		{"WriteSizes", testWriteSizes},
		{"Cancelled", testCancelled},
		{"Concurrent", testConcurrent},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.test(t, open(t)) })
	}
}

// RunPersistent is [Run] for a store whose tables outlive it. The function open also returns a function that opens the
// same store again, as another process or a reloaded page would.
func RunPersistent(t *testing.T, open func(t *testing.T) (tables store.Store, reopen func() store.Store)) {
	Run(t, func(t *testing.T) store.Store {
		tables, _ := open(t)
		return tables
	})
	t.Run("Reopen", func(t *testing.T) {
		tables, reopen := open(t)
		want := pattern(1, 3<<20+1)
		put(t, tables, "KQvK", want, "queen")
		create(t, tables, "KRvK") // a writer that dies
		tables = reopen()
		wantList(t, tables, "KQvK")
		wantTable(t, tables, "KQvK", want, "queen")
		put(t, tables, "KRvK", want[:10], "rook")
		remove(t, tables, "KQvK")
		tables = reopen()
		wantList(t, tables, "KRvK")
		wantTable(t, tables, "KRvK", want[:10], "rook")
	})
	t.Run("Shared", func(t *testing.T) {
		tables, reopen := open(t)
		other := reopen()
		put(t, tables, "KQvK", pattern(1, 100), "one")
		wantTable(t, other, "KQvK", pattern(1, 100), "one")
		put(t, other, "KQvK", pattern(2, 200), "two")
		wantTable(t, tables, "KQvK", pattern(2, 200), "two")
		remove(t, tables, "KQvK")
		wantMissing(t, other, "KQvK")
	})
}

func testEmpty(t *testing.T, tables store.Store) {
	wantList(t, tables)
	wantMissing(t, tables, "KQvK")
}

func testRoundTrip(t *testing.T, tables store.Store) {
	for _, size := range []int{1, 1000, 1 << 20, 5<<20 + 3} {
		put(t, tables, "KQvK", pattern(size, size), "header")
		wantTable(t, tables, "KQvK", pattern(size, size), "header")
	}
}

func testEmptyData(t *testing.T, tables store.Store) {
	put(t, tables, "KvK", nil, "")
	wantList(t, tables, "KvK")
	wantTable(t, tables, "KvK", nil, "")

	w := create(t, tables, "KBvK")
	write(t, w, []byte{})
	commit(t, w, "bishop")
	wantTable(t, tables, "KBvK", nil, "bishop")
}

func testInvisible(t *testing.T, tables store.Store) {
	w := create(t, tables, "KQvK")
	for range 3 {
		write(t, w, pattern(1, 1<<20))
		wantList(t, tables)
		wantMissing(t, tables, "KQvK")
	}
	commit(t, w, "")
	wantList(t, tables, "KQvK")
}

func testAbort(t *testing.T, tables store.Store) {
	w := create(t, tables, "KQvK")
	write(t, w, pattern(1, 2<<20))
	abort(t, w)
	abort(t, w)
	wantList(t, tables)
	wantMissing(t, tables, "KQvK")

	put(t, tables, "KQvK", pattern(2, 2<<20), "two")
	w = create(t, tables, "KQvK")
	write(t, w, pattern(3, 2<<20))
	abort(t, w)
	wantTable(t, tables, "KQvK", pattern(2, 2<<20), "two")
}

func testWriterIsSpent(t *testing.T, tables store.Store) {
	for name, end := range map[string]func(w store.Writer){
		"Commit": func(w store.Writer) { commit(t, w, "header") },
		"Abort":  func(w store.Writer) { abort(t, w) },
	} {
		w := create(t, tables, "KQvK")
		write(t, w, pattern(1, 10))
		end(w)
		before := names(t, tables)
		if _, err := w.Write(pattern(2, 10)); err == nil {
			t.Errorf("Write after %s: no error", name)
		}
		if err := w.Commit(nil); err == nil {
			t.Errorf("Commit after %s: no error", name)
		}
		abort(t, w)
		if after := names(t, tables); !slices.Equal(before, after) {
			t.Errorf("after %s a spent writer changed the list from %q to %q", name, before, after)
		}
		if slices.Contains(before, "KQvK") {
			wantTable(t, tables, "KQvK", pattern(1, 10), "header")
			remove(t, tables, "KQvK")
		}
	}
}

func testReplace(t *testing.T, tables store.Store) {
	old, replacement := pattern(1, 4<<20), pattern(2, 2<<20+7)
	put(t, tables, "KQvK", old, "old")
	w := create(t, tables, "KQvK")
	write(t, w, replacement)
	wantTable(t, tables, "KQvK", old, "old")
	commit(t, w, "new")
	wantTable(t, tables, "KQvK", replacement, "new")
	wantList(t, tables, "KQvK")
}

func testTwoWriters(t *testing.T, tables store.Store) {
	first, second := create(t, tables, "KQvK"), create(t, tables, "KQvK")
	for i := range 3 {
		write(t, first, pattern(10+i, 1<<20-5))
		write(t, second, pattern(20+i, 1<<20-7))
	}
	commit(t, second, "second")
	wantHeader(t, tables, "KQvK", "second")
	commit(t, first, "first")
	want := slices.Concat(pattern(10, 1<<20-5), pattern(11, 1<<20-5), pattern(12, 1<<20-5))
	wantTable(t, tables, "KQvK", want, "first")
	wantList(t, tables, "KQvK")
}

func testRemove(t *testing.T, tables store.Store) {
	put(t, tables, "KQvK", pattern(1, 3<<20), "queen")
	put(t, tables, "KRvK", pattern(2, 3<<20), "rook")
	remove(t, tables, "KQvK")
	wantList(t, tables, "KRvK")
	wantMissing(t, tables, "KQvK")
	wantTable(t, tables, "KRvK", pattern(2, 3<<20), "rook")
	put(t, tables, "KQvK", pattern(3, 10), "again")
	wantTable(t, tables, "KQvK", pattern(3, 10), "again")
}

// testOpenBlob replaces and removes tables that are being read.
func testOpenBlob(t *testing.T, tables store.Store) {
	const size = 3 << 20
	old := pattern(1, size)
	for name, change := range map[string]func(){
		"replace": func() { put(t, tables, "KQvK", pattern(2, size), "new") },
		"remove":  func() { remove(t, tables, "KQvK") },
	} {
		put(t, tables, "KQvK", old, "old")
		blob := openBlob(t, tables, "KQvK")
		got := make([]byte, size)
		if err := blob.ReadAt(t.Context(), got[:1000], 0); err != nil {
			t.Fatal(err)
		}
		change()
		err := blob.ReadAt(t.Context(), got, 0)
		switch {
		case err == nil && !bytes.Equal(got, old):
			t.Errorf("%s while open: the blob reads other bytes", name)
		case err != nil && !errors.Is(err, store.ErrMissing):
			t.Errorf("%s while open: %v, want the old bytes or an error that matches ErrMissing", name, err)
		}
		if string(blob.Header()) != "old" || blob.Size() != size {
			t.Errorf("%s while open: the blob has another header or size", name)
		}
	}
}

func testList(t *testing.T, tables store.Store) {
	order := []string{"KRvK", "KQvKR", "K9", "KQvK", "KBNvK", "kk", "KRvK-h1"}
	for i, name := range order {
		put(t, tables, name, pattern(i, i*100_000), "header of "+name)
	}
	slices.Sort(order)
	wantList(t, tables, order...)
	for _, entry := range list(t, tables) {
		if want := "header of " + entry.Name; string(entry.Header) != want {
			t.Errorf("%s is listed with header %q", entry.Name, entry.Header)
		}
		blob := openBlob(t, tables, entry.Name)
		if least := blob.Size() + int64(len(blob.Header())); entry.Size < least || entry.Size > least+4096 {
			t.Errorf("%s is listed with %d bytes, it has %d", entry.Name, entry.Size, least)
		}
	}
}

func testNames(t *testing.T, tables store.Store) {
	long := strings.Repeat("x", 64)
	for _, name := range []string{"K", "KQvK", "0", "CON", long} {
		put(t, tables, name, pattern(1, 10), name)
		wantTable(t, tables, name, pattern(1, 10), name)
		remove(t, tables, name)
	}
	ctx := t.Context()
	for _, name := range []string{
		"", long + "x", ".", "..", "../KQvK", "a/b", `a\b`, "KQvK.mwt", "KQ vK", "Kvü", "K\x00", "*",
	} {
		_, createErr := tables.Create(ctx, name)
		_, openErr := tables.Open(ctx, name)
		for method, err := range map[string]error{
			"Create": createErr, "Open": openErr, "Remove": tables.Remove(ctx, name),
		} {
			if !errors.Is(err, store.ErrName) {
				t.Errorf("%s(%q): %v, want ErrName", method, name, err)
			}
		}
	}
	wantList(t, tables)
}

func testHeaders(t *testing.T, tables store.Store) {
	for _, header := range []string{"", "\x00", strings.Repeat("statistics ", 500_000)} {
		put(t, tables, "KQvK", pattern(1, 10), header)
		wantTable(t, tables, "KQvK", pattern(1, 10), header)
		if got := list(t, tables)[0].Header; got == nil || string(got) != header {
			t.Errorf("a header of %d bytes is listed as one of %d, nil: %t", len(header), len(got), got == nil)
		}
	}
	w := create(t, tables, "KRvK")
	if err := w.Commit(make([]byte, store.MaxHeader+1)); err == nil {
		t.Error("Commit takes a header longer than MaxHeader")
	}
	wantList(t, tables, "KQvK")
}

// testBuffers reuses the caller's buffers, which a store must not keep.
func testBuffers(t *testing.T, tables store.Store) {
	data, header := pattern(1, 1000), []byte("header")
	w := create(t, tables, "KQvK")
	write(t, w, data)
	clear(data)
	if err := w.Commit(header); err != nil {
		t.Fatal(err)
	}
	clear(header)
	wantTable(t, tables, "KQvK", pattern(1, 1000), "header")

	got := make([]byte, 1000)
	blob := openBlob(t, tables, "KQvK")
	if err := blob.ReadAt(t.Context(), got, 0); err != nil {
		t.Fatal(err)
	}
	clear(got)
	wantTable(t, tables, "KQvK", pattern(1, 1000), "header")
}

func testRanges(t *testing.T, tables store.Store) {
	const size, border = 21<<20 - 11, 4 << 20 // the second is the size of a block in some stores
	data := pattern(1, size)
	put(t, tables, "KQvK", data, "header")
	blob := openBlob(t, tables, "KQvK")

	type span struct{ off, length int64 }
	inside := []span{{0, 0}, {0, 1}, {0, size}, {size, 0}, {size - 1, 1}, {1, size - 1}, {3*border - 7, 2*border + 14}}
	for b := int64(border); b < size; b += border {
		inside = append(
			inside,
			span{b, 1},
			span{b - 1, 1},
			span{b - 1, 2},
			span{b - 20_000, 20_000},
			span{b - 9_000, 20_000},
			span{b - border, border},
		)
	}
	for _, r := range inside {
		got := bytes.Repeat([]byte{0xAA}, int(r.length)+2)
		if err := blob.ReadAt(t.Context(), got[1:1+r.length], r.off); err != nil {
			t.Errorf("ReadAt %d bytes at %d: %v", r.length, r.off, err)
			continue
		}
		if !bytes.Equal(got[1:1+r.length], data[r.off:r.off+r.length]) {
			t.Errorf("ReadAt %d bytes at %d: other bytes than were written", r.length, r.off)
		}
		if got[0] != 0xAA || got[r.length+1] != 0xAA {
			t.Errorf("ReadAt %d bytes at %d: wrote outside the buffer", r.length, r.off)
		}
	}
	outside := []span{
		{-1, 1},
		{-1, 0},
		{size, 1},
		{size - 1, 2},
		{size + 1, 0},
		{0, size + 1},
		{1 << 62, 1},
		{-1 << 63, 1},
		{1<<63 - 1, 2},
	}
	for _, r := range outside {
		if err := blob.ReadAt(t.Context(), make([]byte, r.length), r.off); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("ReadAt %d bytes at %d of %d: %v, want ErrCorrupt", r.length, r.off, size, err)
		}
	}
}

func testWriteSizes(t *testing.T, tables store.Store) {
	data := pattern(1, 9<<20+100)
	for _, step := range []int{13_337, 1 << 19, 4<<20 - 1, 4 << 20, 4<<20 + 1, len(data)} {
		w := create(t, tables, "KQvK")
		for part := range slices.Chunk(data, step) {
			write(t, w, part)
		}
		commit(t, w, fmt.Sprint(step))
		wantTable(t, tables, "KQvK", data, fmt.Sprint(step))
	}
}

func testCancelled(t *testing.T, tables store.Store) {
	put(t, tables, "KQvK", pattern(1, 10), "old")
	blob := openBlob(t, tables, "KQvK")
	ctx, cancel := context.WithCancel(t.Context())
	w, err := tables.Create(ctx, "KQvK")
	if err != nil {
		t.Fatal(err)
	}
	write(t, w, pattern(2, 2<<20))
	cancel()

	_, listErr := tables.List(ctx)
	_, openErr := tables.Open(ctx, "KQvK")
	_, createErr := tables.Create(ctx, "KQvK")
	_, writeErr := w.Write(pattern(2, 2<<20))
	for call, err := range map[string]error{
		"List": listErr, "Open": openErr, "Create": createErr, "Write": writeErr, "Commit": w.Commit(nil),
		"Remove": tables.Remove(ctx, "KQvK"), "ReadAt": blob.ReadAt(ctx, make([]byte, 1), 0),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want context.Canceled", call, err)
		}
	}
	abort(t, w)
	wantTable(t, tables, "KQvK", pattern(1, 10), "old")
}

// testConcurrent writes and reads several tables at once, some of them over
// and over again; a reader sees one version whole.
func testConcurrent(t *testing.T, tables store.Store) {
	const versions, size = 4, 1<<20 + 10
	classes := []string{"KQvK", "KRvK", "KPvK"}
	var all sync.WaitGroup
	for i, name := range classes {
		put(t, tables, name, pattern(i, size), name+"0")
		all.Go(func() {
			for v := 1; v < versions; v++ {
				if err := tryPut(t.Context(), tables, name, pattern(i+10*v, size), fmt.Sprint(name, v)); err != nil {
					t.Errorf("writing %s: %v", name, err)
				}
			}
		})
		all.Go(func() {
			for range 2 * versions {
				data, header, err := tryGet(t.Context(), tables, name)
				if errors.Is(err, store.ErrMissing) {
					continue // replaced between Open and ReadAt
				}
				var v int
				fmt.Sscanf(strings.TrimPrefix(header, name), "%d", &v)
				if err != nil || !bytes.Equal(data, pattern(i+10*v, size)) {
					t.Errorf(
						"reading %s while it is written: header %q, error %v, or a mixture of bytes",
						name,
						header,
						err,
					)
				}
			}
		})
	}
	all.Go(func() {
		for range versions {
			if got := names(t, tables); len(got) != len(classes) {
				t.Errorf("list while tables are written: %q", got)
			}
		}
	})
	all.Wait()
	for i, name := range classes {
		wantTable(t, tables, name, pattern(i+10*(versions-1), size), fmt.Sprint(name, versions-1))
	}
}
