package table_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/core/value"
)

func layout(t testing.TB, name string) *slice.Layout {
	t.Helper()
	class, err := material.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return slice.NewLayout(class)
}

// madeUp returns values for a slice, among them the longest that there are.
func madeUp(l *slice.Layout, number int) *solve.Values {
	r := rand.New(rand.NewPCG(uint64(number), 1))
	values := solve.NewValues(l)
	for c := range values {
		for i := range values[c] {
			values[c][i] = value.Value(r.IntN(256))
			if i > 0 && r.IntN(4) > 0 {
				values[c][i] = values[c][i-1]
			}
		}
	}
	return values
}

// encode stores a table of made-up values and returns them.
func encode(t testing.TB, store table.Store, l *slice.Layout) []*solve.Values {
	t.Helper()
	e, err := table.NewEncoder(t.Context(), store, l, value.DTM)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Abort()
	return fill(t, e, 0, l.Slices(), func(number int) *solve.Values { return madeUp(l, number) })
}

// fill encodes all slices of a table or of a shard, from the first one to the one
// before the end, commits it and returns them.
func fill(t testing.TB, e *table.Encoder, first, end int, valuesOf func(number int) *solve.Values) (all []*solve.Values) {
	t.Helper()
	for number := first; number < end; number++ {
		values := valuesOf(number)
		if err := e.AddSlice(number, values); err != nil {
			t.Fatal(err)
		}
		all = append(all, values)
	}
	if _, _, err := e.Commit(); err != nil {
		t.Fatal(err)
	}
	return all
}

func open(t testing.TB, store table.Store, l *slice.Layout) *table.Table {
	t.Helper()
	tab, err := table.Open(t.Context(), store, l.Class)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tab.Close() })
	return tab
}

// image has the bytes of a table, as a store gives them.
type image struct{ data, header []byte }

func imageOf(t testing.TB, store table.Store, name string) image {
	t.Helper()
	blob, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer blob.Close()
	data := make([]byte, blob.Size())
	if err := blob.ReadAt(t.Context(), data, 0); err != nil {
		t.Fatal(err)
	}
	return image{data, bytes.Clone(blob.Header())}
}

// store returns a store that has just these bytes.
func (im image) store(t testing.TB, name string) table.Store {
	t.Helper()
	store := table.NewMemStore()
	im.put(t, store, name)
	return store
}

// put stores the bytes under a name.
func (im image) put(t testing.TB, store table.Store, name string) {
	t.Helper()
	w, err := store.Create(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(im.data); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(im.header); err != nil {
		t.Fatal(err)
	}
}

// TestRoundTrip: what goes into a store comes out, in whole slices and one by
// one, from classes with one block and with many, with one slice and with many;
// and the bytes are the same in every store.
func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"KQvK", "KPvK", "KRvKN", "KBPvK"} {
		l := layout(t, name)
		var images []image
		for _, store := range []table.Store{table.NewMemStore(), table.NewFileStore(t.TempDir())} {
			stored := encode(t, store, l)
			images = append(images, imageOf(t, store, name))
			tab := open(t, store, l)
			got := solve.NewValues(l)
			for number, want := range stored {
				if err := tab.Values(t.Context(), number, got); err != nil {
					t.Fatal(err)
				}
				wantLegal(t, l, number, got, want)
			}
			wantEach(t, tab, stored)
			wantLongest(t, tab)
		}
		if !bytes.Equal(images[0].data, images[1].data) || !bytes.Equal(images[0].header, images[1].header) {
			t.Errorf("%s: the bytes differ from store to store", name)
		}
	}
}

// wantLegal holds the values of legal positions to the original ones.
func wantLegal(t *testing.T, l *slice.Layout, number int, got, want *solve.Values) {
	t.Helper()
	var sc slice.Scene
	for word := range l.Words() {
		if !l.Scene(number, word, &sc) {
			continue
		}
		for _, c := range board.Colors {
			for lanes := ^sc.Illegal(c); lanes != 0; lanes = lanes.Rest() {
				if entry := word<<6 | int(lanes.First()); got[c][entry] != want[c][entry] {
					t.Fatalf("%v: entry %d of slice %d is %v, want %v", l.Class, entry, number, got[c][entry], want[c][entry])
				}
			}
		}
	}
}

func isLegal(l *slice.Layout, at slice.Place) bool {
	var sc slice.Scene
	return l.Scene(at.Slice, at.Entry>>6, &sc) && !sc.Illegal(at.Side).Has(board.Square(at.Entry&63))
}

// wantEach reads places one by one, in random order.
func wantEach(t *testing.T, tab *table.Table, stored []*solve.Values) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		at := slice.Place{Slice: r.IntN(len(stored)), Side: board.Color(r.IntN(2)), Entry: r.IntN(tab.Layout.Entries())}
		if !isLegal(tab.Layout, at) {
			continue
		}
		v, err := tab.Value(t.Context(), at)
		if want := stored[at.Slice][at.Side][at.Entry]; err != nil || v != want {
			t.Fatalf("%v at %v: %v, %v, want %v", tab.Header.Class, at, v, err, want)
		}
	}
}

// wantLongest: a win in 253 plies and a loss in 254 are kept, and the position
// that is named for the longest win has it.
func wantLongest(t *testing.T, tab *table.Table) {
	t.Helper()
	for c, s := range tab.Header.Statistics {
		if s.Count[value.Decided(254)].All == 0 || s.LongestWin != value.Decided(253) {
			t.Errorf("%v, %v to move: the longest win is %v", tab.Header.Class, board.Color(c), s.LongestWin)
		}
		p, err := board.ParseFEN(s.LongestFEN)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := tab.Value(t.Context(), tab.Layout.Locate(&p)); err != nil || v != s.LongestWin || p.Turn != board.Color(c) {
			t.Errorf("%v: %s is a %v, want %v: %v", tab.Header.Class, s.LongestFEN, v, s.LongestWin, err)
		}
	}
}

// TestEncoderOrder: slices come in their order, and the earlier ones can be
// read back.
func TestEncoderOrder(t *testing.T) {
	l := layout(t, "KPvK")
	store := table.NewMemStore()
	e, err := table.NewEncoder(t.Context(), store, l, value.DTM)
	if err != nil {
		t.Fatal(err)
	}
	var first *solve.Values
	for _, step := range []struct {
		number int
		ok     bool
	}{{1, false}, {0, true}, {0, false}, {2, false}, {1, true}} {
		values := madeUp(l, step.number)
		if err := e.AddSlice(step.number, values); (err == nil) != step.ok {
			t.Fatalf("slice %d: %v", step.number, err)
		}
		if step.ok && first == nil {
			first = values
		}
	}
	lib := table.NewLibrary(store, 1<<20)
	lib.Begin(e)
	source := lib.Source(t.Context())
	wantFrames(t, source, l, 0, first, board.Black) // who is to move after a push
	if _, err := source.Span(l, 2, board.Black, 0); err == nil {
		t.Error("a slice is read that was not encoded")
	}
	if err := lib.End(e); err != nil {
		t.Error(err)
	}
	if _, err := source.Span(l, 0, board.White, 0); !errors.Is(err, table.ErrMissing) {
		t.Errorf("the class is no longer being built: %v", err)
	}
	if _, _, err := e.Commit(); err == nil {
		t.Error("a table with slices missing is committed")
	}
	if err := e.Abort(); err != nil {
		t.Error(err)
	}
	if _, err := table.Open(t.Context(), store, l.Class); !errors.Is(err, table.ErrMissing) {
		t.Errorf("the table is visible: %v", err)
	}
}

// TestKeptSlices: a slice can be read as long as there may be one to come that
// pushes into it, and no longer.
func TestKeptSlices(t *testing.T) {
	for name, most := range map[string]int{"KPvK": 9, "KPvKP": 400} {
		l := layout(t, name)
		store := table.NewMemStore()
		e, err := table.NewEncoder(t.Context(), store, l, value.DTM)
		if err != nil {
			t.Fatal(err)
		}
		lib := table.NewLibrary(store, 1) // remembers nothing
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
			if kept := table.KeptSlices(e); kept > most {
				t.Fatalf("%d slices of %s are kept, of %d", kept, name, l.Slices())
			}
		}
		if err := lib.End(e); err != nil {
			t.Error(err)
		}
		e.Abort()
	}
}

// TestTilesAlone: a damaged tile takes no other with it, and names the table.
func TestTilesAlone(t *testing.T) {
	l := layout(t, "KRvKN")
	store := table.NewMemStore()
	stored := encode(t, store, l)
	im := imageOf(t, store, "KRvKN")
	im.data[len(im.data)/4] ^= 1
	tab := open(t, im.store(t, "KRvKN"), l)
	damaged := map[int]bool{}
	for _, c := range board.Colors {
		for entry := range l.Entries() {
			at := slice.Place{Side: c, Entry: entry}
			if !isLegal(l, at) {
				continue
			}
			switch v, err := tab.Value(t.Context(), at); {
			case err == nil && v == stored[0][c][at.Entry]:
			case isDamage(err, "KRvKN"):
				damaged[entry/l.FrameEntries()] = true
			default:
				t.Fatalf("%v: %v, %v", at, v, err)
			}
		}
	}
	if len(damaged) != 1 {
		t.Errorf("%d frames are damaged", len(damaged))
	}
	if err := tab.Values(t.Context(), 0, solve.NewValues(l)); !isDamage(err, "KRvKN") {
		t.Errorf("the slice is read: %v", err)
	}
}

// isDamage reports whether an error is one of damage and names the table.
func isDamage(err error, name string) bool {
	var named *table.Error
	return errors.Is(err, table.ErrCorrupt) && errors.As(err, &named) && named.Table == name && strings.Contains(err.Error(), name)
}

func TestOpenErrors(t *testing.T) {
	l := layout(t, "KQvK")
	store := table.NewMemStore()
	encode(t, store, l)
	im := imageOf(t, store, "KQvK")
	tests := []struct {
		name  string
		image image
	}{
		{"no header", image{im.data, nil}},
		{"half a header", image{im.data, im.header[:len(im.header)/2]}},
		{"a byte of data lost", image{im.data[:len(im.data)-1], im.header}},
		{"a byte of data too many", image{append(bytes.Clone(im.data), 0), im.header}},
		{"no data", image{nil, im.header}},
	}
	for _, test := range tests {
		if _, err := table.Open(t.Context(), test.image.store(t, "KQvK"), l.Class); !isDamage(err, "KQvK") {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	rook := layout(t, "KRvK")
	if _, err := table.Open(t.Context(), im.store(t, "KRvK"), rook.Class); !isDamage(err, "KRvK") {
		t.Errorf("the table of another class: %v", err)
	}
	if _, err := table.Open(t.Context(), store, rook.Class); !errors.Is(err, table.ErrMissing) || errors.Is(err, table.ErrCorrupt) || !strings.Contains(err.Error(), "KRvK") {
		t.Errorf("a missing table: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := open(t, store, l).Value(cancelled, slice.Place{}); !errors.Is(err, context.Canceled) {
		t.Errorf("reading when cancelled: %v", err)
	}
}

// FuzzDamage changes any bytes of a stored table: reading it gives an error,
// or the right values, and nothing else.
func FuzzDamage(f *testing.F) {
	l := layout(f, "KQvK")
	store := table.NewMemStore()
	stored := encode(f, store, l)
	im := imageOf(f, store, "KQvK")
	f.Add(false, 0, []byte{1}, 0)
	f.Add(true, 4, []byte{3, 0}, 0)
	f.Add(true, len(im.header)-4, []byte{1, 2, 3, 4}, 0)
	f.Add(false, len(im.data)/2, bytes.Repeat([]byte{0xff}, 1000), 0)
	f.Add(false, 0, []byte{}, len(im.data)/2)
	f.Add(true, 0, []byte{}, 1)
	f.Fuzz(func(t *testing.T, header bool, at int, flips []byte, cut int) {
		damaged := image{bytes.Clone(im.data), bytes.Clone(im.header)}
		part := &damaged.data
		if header {
			part = &damaged.header
		}
		for i, flip := range flips {
			(*part)[uint(at+i)%uint(len(*part))] ^= flip
		}
		*part = (*part)[:len(*part)-int(uint(cut)%uint(len(*part)))]
		tab, err := table.Open(t.Context(), damaged.store(t, "KQvK"), l.Class)
		if err != nil {
			if !isDamage(err, "KQvK") {
				t.Fatal(err)
			}
			return
		}
		values := solve.NewValues(l)
		if err := tab.Values(t.Context(), 0, values); err != nil {
			if !isDamage(err, "KQvK") {
				t.Fatal(err)
			}
		} else {
			wantLegal(t, l, 0, values, stored[0])
		}
		for _, c := range board.Colors {
			place := slice.Place{Side: c, Entry: int(uint(at) % uint(l.Entries()))}
			if !isLegal(l, place) {
				continue
			}
			if v, err := tab.Value(t.Context(), place); err != nil && !isDamage(err, "KQvK") || err == nil && v != stored[0][c][place.Entry] {
				t.Fatalf("%v: %v, %v", place, v, err)
			}
		}
	})
}
