package encode_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestEncoderOrder checks that slices must be added in their order, and that the earlier ones can be read back.
func TestEncoderOrder(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tables := store.NewMemStore()
	e := tabletest.NewEncoder(t, tables, l)
	var first *solve.Values
	for _, step := range []struct {
		number slice.Number
		ok     bool
	}{{1, false}, {0, true}, {0, false}, {2, false}, {1, true}} {
		values := tabletest.MadeUp(l, step.number)
		if err := e.AddSlice(step.number, values); (err == nil) != step.ok {
			t.Fatalf("slice %d: %v", step.number, err)
		}
		if step.ok && first == nil {
			first = values
		}
	}
	lib := library.New(tables, 1<<20)
	lib.Begin(e)
	source := lib.Source(t.Context())
	tabletest.WantFrames(t, source, l, 0, first, board.Black) // the side to move after a push
	if _, err := source.Span(l, 2, board.Black, 0); err == nil {
		t.Error("a slice is read that was not encoded")
	}
	if err := lib.End(e); err != nil {
		t.Error(err)
	}
	if _, err := source.Span(l, 0, board.White, 0); !errors.Is(err, store.ErrMissing) {
		t.Errorf("the class is no longer being built: %v", err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if _, err := library.Open(t.Context(), tables, l.Class); !errors.Is(err, store.ErrMissing) {
		t.Errorf("the table is visible: %v", err)
	}
}

// viewed has values that callers can only view, as if they were not in memory.
type viewed struct{ values *solve.Values }

func (v viewed) Levels() []solve.Sink { return []solve.Sink{v} }

func (v viewed) View(c board.Color, first slice.Entry, n int, room []value.Byte) ([]value.Byte, error) {
	copy(room[:n], v.values[c][first:])
	return room[:n], nil
}

// TestThreads checks that the bytes depend neither on the number of threads nor on whether values are in memory.
func TestThreads(t *testing.T) {
	for _, name := range []string{"KQvKR", "KPvK"} {
		l := tabletest.Layout(t, name)
		values := tabletest.MadeUp(l, 0)
		var want []byte
		for threads := range 4 {
			for _, sink := range []solve.Sink{values, viewed{values}} {
				tables := store.NewMemStore()
				e := tabletest.NewEncoder(t, tables, l)
				e.Threads = threads
				for number := range l.Slices() {
					if err := e.AddSlice(number, sink); err != nil {
						t.Fatal(err)
					}
				}
				if err := e.Close(); err != nil {
					t.Fatal(err)
				}
				blob, err := catalog.Open(t.Context(), tables, l.Class)
				if err != nil {
					t.Fatal(err)
				}
				got := append(make([]byte, blob.Size()), blob.Header()...)
				if err := blob.ReadAt(t.Context(), got[:blob.Size()], 0); err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = got
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s is packed in another way by %d threads from %T", name, threads, sink)
				}
			}
		}
	}
}

// TestKeptSlices checks that an encoder keeps a slice until the last slice that pushes into it, and no longer.
func TestKeptSlices(t *testing.T) {
	for name, most := range map[string]int{"KPvK": 9, "KPvKP": 400} {
		l := tabletest.Layout(t, name)
		tables := store.NewMemStore()
		e := tabletest.NewEncoder(t, tables, l)
		lib := library.New(tables, 1) // caches nothing
		lib.Begin(e)
		source := lib.Source(t.Context())
		values := solve.NewValues(l)
		for number := range l.Slices() {
			for _, to := range l.Pushes(number) {
				if _, err := source.Span(l, to, board.Black, 0); err != nil {
					t.Fatalf("slice %d of %s, before slice %d: %v", to, name, number, err)
				}
			}
			if err := e.AddSlice(number, values); err != nil {
				t.Fatal(err)
			}
			if kept := encode.KeptSlices(e); kept > most {
				t.Fatalf("%d slices of %s are kept, of %d", kept, name, l.Slices())
			}
		}
		if err := lib.End(e); err != nil {
			t.Error(err)
		}
		e.Close()
	}
}

// TestKeepOn checks that encoders, one after the other, keep slices in the same place, as long as later slices push
// into them. If a unit is made again, the place is cleared first.
func TestKeepOn(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 6)
	kept, values := encode.NewKept(l), solve.NewValues(l)
	add := func(unit int) (isKept func(slice.Number) bool) {
		e, err := encode.NewEncoder(t.Context(), tabletest.StoreOf(l), l, value.DTM, format.UnitPieces(l, unit))
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		e.Keep(kept)
		first, end := format.UnitSlices(l, unit)
		for number := first; number < end; number++ {
			if err := e.AddSlice(number, values); err != nil {
				t.Fatal(err)
			}
		}
		return func(number slice.Number) bool {
			return e.Chunk(facefile.ChunkKey{Number: number, Side: board.Black}) != nil
		}
	}
	for unit := 1; unit <= 6; unit++ {
		isKept := add(unit)
		_, end := format.UnitSlices(l, unit)
		for user := end; user < l.Slices(); user++ {
			for _, number := range l.Pushes(user) {
				if got, want := isKept(number), number < end; got != want {
					t.Errorf(
						"after unit %d: slice %d, into which slice %d pushes, is kept: %v, want %v",
						unit,
						number,
						user,
						got,
						want,
					)
				}
			}
		}
	}
	isKept := add(2)
	first, end := format.UnitSlices(l, 2)
	for number := range l.Slices() {
		if isKept(number) && (number < first || number >= end) {
			t.Errorf("unit 2 has come again: slice %d is still kept", number)
		}
	}
}
