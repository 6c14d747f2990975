package library_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// wantSlices is wantFrames for all slices of a table, both sides to move.
func wantSlices(t *testing.T, source solve.Source, l *slice.Layout, all []*solve.Values) {
	t.Helper()
	for number, want := range all {
		tabletest.WantFrames(t, source, l, slice.Number(number), want, board.White, board.Black)
	}
}

// TestLibraryFrames reads frames that share a block and frames of many blocks, with a cache for all parts, for some,
// and for none.
func TestLibraryFrames(t *testing.T) {
	tables := store.NewMemStore()
	stored := map[string][]*solve.Values{}
	for _, name := range []string{"KQvK", "KPvK", "KRvKN"} {
		stored[name] = tabletest.Encode(t, tables, tabletest.Layout(t, name))
	}
	for _, budget := range []int64{100 << 20, 1 << 20, 0} {
		lib := library.New(tables, budget)
		source := lib.Source(t.Context())
		for name, all := range stored {
			if budget == 0 && name == "KRvKN" {
				continue // each frame would be decoded with all of its span, and the directory
			}
			l, err := source.Layout(tabletest.Layout(t, name).Class)
			if err != nil {
				t.Fatal(err)
			}
			wantSlices(t, source, l, all)
		}
		if counted, taken := lib.DirectoryBytes(); counted != taken || budget == 100<<20 && taken == 0 {
			t.Errorf("directories take %d bytes, and %d are counted", taken, counted)
		}
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestMissingOnce checks that a library looks for a missing table only once in a while, until a file appears in its
// directory. If the directory has changed just now, another change could have the same time.
func TestMissingOnce(t *testing.T) {
	dir, kqvk := t.TempDir(), tabletest.ImageOf(t, tabletest.Built(t, "KQvK"), "KQvK")
	synctest.Test(t, func(t *testing.T) {
		tables := &countingOpens{FileStore: store.NewFileStore(dir)}
		lib := library.New(tables, 1<<20)
		defer lib.Close()
		class, now := tabletest.Classes(t, "KQvK"), time.Now()
		for i, test := range []struct {
			age   time.Duration // of the last change
			later time.Duration // than the last look
			want  bool          // to look for the table
		}{
			{0, 0, true},
			{time.Second, 0, true},
			{time.Hour, 0, true},
			{time.Hour, 0, false},
			{time.Hour, 4 * time.Second, false},
			{time.Hour, 2 * time.Second, true}, // copies may keep the time of the directory
			{time.Hour, 0, false},
			{2 * time.Hour, 0, true},
			{0, 0, true},
		} {
			time.Sleep(test.later)
			at := now.Add(-test.age)
			if test.age < time.Hour {
				at = time.Now().Add(-test.age)
			}
			if err := os.Chtimes(dir, at, at); err != nil {
				t.Fatal(err)
			}
			tables.opens.Store(0)
			if _, err := lib.OpenAll(t.Context(), class); !errors.Is(err, store.ErrMissing) {
				t.Fatal(err)
			}
			if looked := tables.opens.Load() > 0; looked != test.want {
				t.Errorf("%d: looked %v, want %v", i, looked, test.want)
			}
		}
		kqvk.Put(t, tables, "KQvK")
		if _, err := lib.OpenAll(t.Context(), class); err != nil {
			t.Error(err)
		}
	})
}

// TestSteady checks that a library of a steady store looks for a missing table and lists the store only once, until the
// library is closed.
func TestSteady(t *testing.T) {
	kqvk := tabletest.ImageOf(t, tabletest.Built(t, "KQvK"), "KQvK")
	tables := &countingOpens{FileStore: store.NewFileStore(t.TempDir())}
	lib := library.New(tables, 1<<20).Steady()
	defer lib.Close()
	classes := tabletest.Classes(t, "KQvK", "KRvK")
	look := func(want string, opens, lists int32) {
		t.Helper()
		for range 3 {
			_, err := lib.OpenAll(t.Context(), classes[:1])
			if (want == "[KQvK KRvK]") != errors.Is(err, store.ErrMissing) {
				t.Error(err)
			}
			if missing, err := lib.Missing(t.Context(), classes); fmt.Sprint(missing) != want || err != nil {
				t.Errorf("%v are missing, want %s: %v", missing, want, err)
			}
		}
		if o, l := tables.opens.Swap(0), tables.lists.Swap(0); o > opens || l != lists {
			t.Errorf("opened %d times, and listed %d times", o, l)
		}
	}
	const once = 4 // in which the table may be stored
	look("[KQvK KRvK]", once, 1)
	kqvk.Put(t, tables, "KQvK")
	look("[KQvK KRvK]", 0, 0)
	if err := lib.Close(); err != nil {
		t.Fatal(err)
	}
	look("[KRvK]", once, 1)
}

type countingOpens struct {
	*store.FileStore
	opens, lists atomic.Int32
}

func (s *countingOpens) List(ctx context.Context) ([]store.Entry, error) {
	s.lists.Add(1)
	return s.FileStore.List(ctx)
}

func (s *countingOpens) Open(ctx context.Context, name string) (store.Blob, error) {
	s.opens.Add(1)
	return s.FileStore.Open(ctx, name)
}

// TestMissing checks that a table counts as soon as one piece of it is stored, and an unproven one if the library reads
// unproven tables.
func TestMissing(t *testing.T) {
	classes := tabletest.Classes(t, "KQvK", "KRvK", "KRPvKR", "KPPvKPP", "KBvKN")
	tables := store.NewMemStore()
	for _, name := range []string{
		"KQvK", format.UnitName(slice.NewLayout(classes[2]), 3), "KPPvKPPslice7", format.UnprovenName(classes[4]),
	} {
		w, err := tables.Create(t.Context(), name)
		if err = errors.Join(err, w.Commit(nil)); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		lib  *library.Library
		want string
	}{
		{library.New(tables, 0), "[KRvK KBvKN]"},
		{library.New(tables, 0).Unproven(), "[KRvK]"},
		{library.New(store.BesideFiles(tables, fstest.MapFS{"KRvK.mwt": {}}), 0), "[KBvKN]"},
		{library.New(store.NewMemStore(), 0), "[KQvK KRvK KRPvKR KPPvKPP KBvKN]"},
	} {
		if missing, err := test.lib.Missing(t.Context(), classes); fmt.Sprint(missing) != test.want || err != nil {
			t.Errorf("%v are missing, want %s: %v", missing, test.want, err)
		}
	}
}

// A watchedStore calls a function with the offset of each read of its blobs.
type watchedStore struct {
	store.Store
	onRead func(off int64)
}

type watchedBlob struct {
	store.Blob
	onRead func(off int64)
}

func (s *watchedStore) Open(ctx context.Context, name string) (store.Blob, error) {
	blob, err := s.Store.Open(ctx, name)
	return &watchedBlob{blob, s.onRead}, err
}

func (b *watchedBlob) ReadAt(ctx context.Context, p []byte, off int64) error {
	b.onRead(off)
	return b.Blob.ReadAt(ctx, p, off)
}

// TestLibraryShares checks that several readers at once decode each block once. Solvers and probers share the parts. A
// cancelled reader does not make others fail.
func TestLibraryShares(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	var reads atomic.Int64
	tables := &watchedStore{Store: store.NewMemStore(), onRead: func(int64) { reads.Add(1) }}
	stored := tabletest.Encode(t, tables, l)
	lib := library.New(tables, 100<<20)
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
			for number := range l.Slices() {
				if _, err := lib.Source(cancelled).Span(l, number, board.White, 0); err != nil &&
					!errors.Is(err, context.Canceled) {
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
	if n := int64(l.Slices()); reads.Load() < 2*n || reads.Load() > 2*n+4*n { // cancelled reads count too
		t.Errorf("%d reads of %d blocks", reads.Load(), 2*l.Slices())
	}
}

// TestLibraryErrors checks that errors name the table, and that the library does not cache errors.
func TestLibraryErrors(t *testing.T) {
	tables := store.NewMemStore()
	l := tabletest.Layout(t, "KQvK")
	lib := library.New(tables, 1<<20)
	defer lib.Close()
	source := lib.Source(t.Context())
	var named *store.Error
	if _, err := source.Layout(l.Class); !errors.Is(err, store.ErrMissing) || !errors.As(err, &named) ||
		named.Table != "KQvK" {
		t.Errorf("a missing table: %v", err)
	}
	stored := tabletest.Encode(t, tables, l)
	tabletest.WantFrames(t, source, l, 0, stored[0], board.White, board.Black)

	im := tabletest.ImageOf(t, tables, "KQvK")
	im.Data = bytes.Clone(im.Data)
	im.Data[10] ^= 1
	lib = library.New(im.Store(t, "KQvK"), 1<<20)
	defer lib.Close()
	for range 2 {
		if _, err := lib.Source(t.Context()).Span(l, 0, board.White, 0); !isDamage(err, "KQvK") {
			t.Errorf("a damaged block: %v", err)
		}
	}
}

// TestLibraryRebuild checks that a class that is being built takes precedence over the stored table, and that the
// replaced table is closed.
func TestLibraryRebuild(t *testing.T) {
	tables := store.NewMemStore()
	l := tabletest.Layout(t, "KPvK")
	stored := tabletest.Encode(t, tables, l)
	lib := library.New(tables, 100<<20)
	defer lib.Close()
	source := lib.Source(t.Context())
	tabletest.WantFrames(t, source, l, 0, stored[0], board.White, board.Black)
	e := tabletest.NewEncoder(t, tables, l)
	defer e.Close()
	lib.Begin(e)
	var again []*solve.Values
	for number := range l.Slices() {
		values := tabletest.MadeUp(l, number+1000)
		if err := e.AddSlice(number, values); err != nil {
			t.Fatal(err)
		}
		tabletest.WantFrames(t, source, l, slice.Number(number), values, board.Black)
		again = append(again, values)
	}
	if err := lib.End(e); err != nil {
		t.Fatal(err)
	}
	tabletest.WantFrames(t, source, l, 0, again[0], board.White, board.Black)
	if _, err := source.Layout(material.Class{}); err == nil {
		t.Error("the store has a class without men")
	}
}

// TestLibraryOf checks that a library of one metric refuses a table of another one, and that other libraries read it.
func TestLibraryOf(t *testing.T) {
	tables := tabletest.BuiltBy(t, value.DTZ50, "KQvK")
	p := tabletest.Position(t, "8/8/8/8/8/2k5/8/K6Q w")
	lib := library.New(tables, 1<<20).ForMetric(value.DTM)
	defer lib.Close()
	if _, err := lib.Value(t.Context(), &p); !errors.Is(err, store.ErrCorrupt) ||
		!strings.Contains(err.Error(), "a table of DTZ50 among tables of DTM") {
		t.Errorf("of another metric: %v", err)
	}
	for _, metric := range []*value.Metric{nil, value.DTZ50} {
		lib := library.New(tables, 1<<20).ForMetric(metric)
		if v, err := lib.Value(t.Context(), &p); err != nil || v.Outcome() != value.Win {
			t.Errorf("the value is a %v (%v)", v, err)
		}
		lib.Close()
	}
}
