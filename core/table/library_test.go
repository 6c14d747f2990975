package table_test

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/core/table/storetest"
)

// wantFrames reads all frames of a slice, for the given sides to move.
func wantFrames(t *testing.T, source solve.Source, l *slice.Layout, number int, want *solve.Values, sides ...board.Color) {
	t.Helper()
	size := l.FrameEntries()
	got := solve.NewValues(l)
	for c := range got {
		copy(got[c], want[c])
	}
	for _, c := range sides {
		for frame := range l.Frames().Len() {
			span, err := source.Span(l, number, c, frame)
			if err != nil {
				t.Fatal(err)
			}
			copy(got[c][frame*size:], span.Frame(frame, size))
		}
	}
	wantLegal(t, l, number, got, want)
}

// wantSlices is wantFrames for all slices of a table, both sides to move.
func wantSlices(t *testing.T, source solve.Source, l *slice.Layout, all []*solve.Values) {
	t.Helper()
	for number, want := range all {
		wantFrames(t, source, l, number, want, board.White, board.Black)
	}
}

// TestLibraryFrames reads frames that share a block and frames of many blocks,
// with room for all parts, for some, and for none.
func TestLibraryFrames(t *testing.T) {
	store := table.NewMemStore()
	stored := map[string][]*solve.Values{}
	for _, name := range []string{"KQvK", "KPvK", "KRvKN"} {
		stored[name] = encode(t, store, layout(t, name))
	}
	for _, budget := range []int64{100 << 20, 1 << 20, 0} {
		lib := table.NewLibrary(store, budget)
		source := lib.Source(t.Context())
		for name, all := range stored {
			if budget == 0 && name == "KRvKN" {
				continue // each frame would be decoded with all of its span, and the directory
			}
			l, err := source.Layout(layout(t, name).Class)
			if err != nil {
				t.Fatal(err)
			}
			wantSlices(t, source, l, all)
		}
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLibrarySplits: frames of spans too large to be remembered as a whole are
// those of the span, for several who want them at the same time too, whether
// there is room for the others of the span or not.
func TestLibrarySplits(t *testing.T) {
	for name, budget := range map[string]int64{"KRvKN": 100 << 20, "KPvK": 1 << 20} {
		store := table.NewMemStore()
		l := layout(t, name)
		stored := encode(t, store, l)
		lib := table.NewLibrary(store, budget)
		table.SplitSpans(lib)
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				source := lib.Source(t.Context())
				wantSlices(t, source, l, stored)
			})
		}
		all.Wait()
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A countingStore counts the reads of its blobs.
type countingStore struct {
	table.Store
	mu    sync.Mutex
	reads int
}

type countingBlob struct {
	table.Blob
	store *countingStore
}

func (s *countingStore) Open(ctx context.Context, name string) (table.Blob, error) {
	blob, err := s.Store.Open(ctx, name)
	return &countingBlob{blob, s}, err
}

func (b *countingBlob) ReadAt(ctx context.Context, p []byte, off int64) error {
	b.store.mu.Lock()
	b.store.reads++
	b.store.mu.Unlock()
	return b.Blob.ReadAt(ctx, p, off)
}

// TestLibrarySplitsOnce: within a budget that not even a span fits into, each is
// decoded once, if there is scratch for its frames.
func TestLibrarySplitsOnce(t *testing.T) {
	l := layout(t, "KRvKN")
	store := &countingStore{Store: table.NewMemStore()}
	stored := encode(t, store, l)
	file := scratch.Lazily(scratch.FilesIn(t.TempDir()))
	defer file.Close()
	lib := table.NewLibrary(store, 1<<16).Outside(file, 1<<30)
	defer lib.Close()
	table.SplitSpans(lib)
	for range 4 {
		wantSlices(t, lib.Source(t.Context()), l, stored)
	}
	// A directory that made room for a span is read again for the next one.
	if store.reads > 128 {
		t.Errorf("%d reads of some 40 spans", store.reads)
	}
}

// TestLibraryShares: many readers at once decode each block once, the solver's
// and the prober's parts are the same, and one who is cancelled fails alone.
func TestLibraryShares(t *testing.T) {
	l := layout(t, "KPvK")
	store := &countingStore{Store: table.NewMemStore()}
	stored := encode(t, store, l)
	lib := table.NewLibrary(store, 100<<20)
	defer lib.Close()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			source := lib.Source(t.Context())
			wantSlices(t, source, l, stored)
		})
		all.Go(func() {
			for number := range stored {
				if _, err := lib.Source(cancelled).Span(l, number, board.White, 0); err != nil && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	tab, err := lib.Open(t.Context(), l.Class)
	if err != nil {
		t.Fatal(err)
	}
	wantEach(t, tab, stored)
	if most := 2*l.Slices() + 4*l.Slices(); store.reads < 2*l.Slices() || store.reads > most { // cancelled reads count too
		t.Errorf("%d reads of %d blocks", store.reads, 2*l.Slices())
	}
}

// TestRemember: what is remembered is found where it is looked for, without a
// read; the other side is read.
func TestRemember(t *testing.T) {
	for _, name := range []string{"KQvK", "KRvKN", "KRBvK"} {
		store := &storetest.FaultStore{Store: table.NewMemStore()}
		l := layout(t, name)
		values := encode(t, store, l)[0]
		lib := table.NewLibrary(store, 100<<20)
		lib.Remember(t.Context(), l.Class, 0, board.Black, values[board.Black])
		store.Fail(storetest.Read, 1, table.ErrCorrupt)
		source := lib.Source(t.Context())
		wantFrames(t, source, l, 0, values, board.Black)
		if source.Reading() == 0 {
			t.Error("unpacking took no time")
		}
		before := source.Reading()
		if _, err := source.Span(l, 0, board.Black, l.Frames().Len()-1); err != nil || source.Reading() != before {
			t.Errorf("a frame in memory took %v: %v", source.Reading()-before, err)
		}
		lib.LetGo(l.Class, board.Black) // there is room
		wantFrames(t, source, l, 0, values, board.Black)
		if _, err := source.Span(l, 0, board.White, 0); !isDamage(err, name) {
			t.Errorf("it is not read: %v", err)
		}
		wantFrames(t, source, l, 0, values, board.White, board.Black)
		lib.Remember(t.Context(), layout(t, "KBvK").Class, 0, board.Black, nil) // is not there
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLibraryErrors: errors name the table, and are not remembered.
func TestLibraryErrors(t *testing.T) {
	store := table.NewMemStore()
	l := layout(t, "KQvK")
	lib := table.NewLibrary(store, 1<<20)
	defer lib.Close()
	source := lib.Source(t.Context())
	var named *table.Error
	if _, err := source.Layout(l.Class); !errors.Is(err, table.ErrMissing) || !errors.As(err, &named) || named.Table != "KQvK" {
		t.Errorf("a missing table: %v", err)
	}
	stored := encode(t, store, l)
	wantFrames(t, source, l, 0, stored[0], board.White, board.Black)

	im := imageOf(t, store, "KQvK")
	im.data = bytes.Clone(im.data)
	im.data[10] ^= 1
	lib = table.NewLibrary(im.store(t, "KQvK"), 1<<20)
	defer lib.Close()
	for range 2 {
		if _, err := lib.Source(t.Context()).Span(l, 0, board.White, 0); !isDamage(err, "KQvK") {
			t.Errorf("a damaged block: %v", err)
		}
	}
}

// TestLibraryRebuild: what is being built goes before what is stored, and what
// was stored is closed when it is replaced.
func TestLibraryRebuild(t *testing.T) {
	store := table.NewMemStore()
	l := layout(t, "KPvK")
	stored := encode(t, store, l)
	lib := table.NewLibrary(store, 100<<20)
	defer lib.Close()
	source := lib.Source(t.Context())
	wantFrames(t, source, l, 0, stored[0], board.White, board.Black)
	e, err := table.NewEncoder(t.Context(), store, l, "DTM")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Abort()
	lib.Begin(e)
	var again []*solve.Values
	for number := range l.Slices() {
		values := madeUp(l, number+1000)
		if err := e.AddSlice(number, values); err != nil {
			t.Fatal(err)
		}
		wantFrames(t, source, l, number, values, board.Black)
		again = append(again, values)
	}
	if _, _, err := e.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := lib.End(e); err != nil {
		t.Fatal(err)
	}
	wantFrames(t, source, l, 0, again[0], board.White, board.Black)
	if _, err := source.Layout(material.Class{}); err == nil {
		t.Error("a class without men is there")
	}
}
