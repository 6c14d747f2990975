package library_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestRoundTrip checks that stored values are read back, in whole slices and one by one. The classes have one or many
// blocks, and one or many slices. The bytes must be the same in every store.
func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"KQvK", "KPvK", "KRvKN", "KBPvK"} {
		l := tabletest.Layout(t, name)
		var images []tabletest.Image
		for _, tables := range []store.Store{store.NewMemStore(), store.NewFileStore(t.TempDir())} {
			stored := tabletest.Encode(t, tables, l)
			images = append(images, tabletest.ImageOf(t, tables, name))
			tab := tabletest.Open(t, tables, l)
			got := solve.NewValues(l)
			for i, want := range stored {
				number := slice.Number(i)
				if err := tab.Values(t.Context(), number, got); err != nil {
					t.Fatal(err)
				}
				tabletest.WantLegal(t, l, number, got, want)
			}
			wantEach(t, tab, stored)
			wantLongest(t, tab)
		}
		if !bytes.Equal(images[0].Data, images[1].Data) || !bytes.Equal(images[0].Header, images[1].Header) {
			t.Errorf("%s: the bytes differ from store to store", name)
		}
	}
}

// TestSliceInLevels compares a slice of a table in several levels, with one side to move, with a table of bytes. Even
// with a small cache, the stored bytes must be read only about once.
func TestSliceInLevels(t *testing.T) {
	const name = "KRvKN"
	l := tabletest.Layout(t, name)
	plain := tabletest.BuiltBy(t, value.DTC, name)
	oneSide := format.Params{MostMenBothSides: 2}
	tables := &meteredStore{Store: tabletest.BuiltWith(t, oneSide, metrictest.ShortDTC, name), name: name}
	lib := library.New(tables, 4<<20)
	defer lib.Close()
	tab, err := lib.Open(t.Context(), l.Class)
	if err != nil {
		t.Fatal(err)
	}
	if tab.Header.Levels() < 2 || tab.Header.Sides == format.BothSides {
		t.Fatalf("a table with %d levels, and with %v", tab.Header.Levels(), tab.Header.Sides)
	}
	done := 0.0
	got, err := tab.Slice(t.Context(), 0, func(now float64) error {
		if now < done || now > 1 {
			t.Errorf("progress from %v to %v", done, now)
		}
		done = now
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if size := tabletest.ImageOf(t, tables.Store, name).File(); tables.read > 2*len(size) {
		t.Errorf("%d bytes were read of %d", tables.read, len(size))
	}
	want, levels := solve.NewValues(l), got.(solve.Leveled)
	if err := tabletest.Open(t, plain, l).Values(t.Context(), 0, want); err != nil {
		t.Fatal(err)
	}
	if len(levels) != tab.Header.Levels() || done != 1 {
		t.Errorf("%d levels instead of %d, %v of it done", len(levels), tab.Header.Levels(), done)
	}
	for _, c := range board.Colors {
		for entry := range slice.Entry(l.Entries()) {
			at := slice.Place{Side: c, Entry: entry}
			if !isLegal(l, at) {
				continue
			}
			for i, level := range levels {
				want := metrictest.ShortDTC.Level(i, len(levels)).Byte(want[c][entry].Value())
				if level[c][entry] != want {
					t.Fatalf("%v, level %d: %d instead of %d", at, i, level[c][entry], want)
				}
			}
		}
	}
}

// A meteredStore counts the bytes read from one blob.
type meteredStore struct {
	store.Store
	name string
	read int
}

func (m *meteredStore) Open(ctx context.Context, name string) (store.Blob, error) {
	blob, err := m.Store.Open(ctx, name)
	if err != nil || name != m.name {
		return blob, err
	}
	return meteredBlob{blob, m}, nil
}

type meteredBlob struct {
	store.Blob
	of *meteredStore
}

func (b meteredBlob) ReadAt(ctx context.Context, p []byte, off int64) error {
	b.of.read += len(p)
	return b.Blob.ReadAt(ctx, p, off)
}

func isLegal(l *slice.Layout, at slice.Place) bool {
	var sc slice.Scene
	word, lane := at.Entry.Word()
	return l.Scene(at.Slice, word, &sc) && !sc.Illegal(at.Side).Has(lane)
}

// wantEach reads places one by one, in random order.
func wantEach(t *testing.T, tab *library.Table, stored []*solve.Values) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		at := slice.Place{
			Slice: slice.Number(r.IntN(len(stored))),
			Side:  board.Color(r.IntN(2)),
			Entry: slice.Entry(r.IntN(tab.Layout.Entries())),
		}
		if !isLegal(tab.Layout, at) {
			continue
		}
		v, err := tab.Value(t.Context(), at)
		if want := stored[at.Slice][at.Side][at.Entry]; err != nil || v != want.Value() {
			t.Fatalf("%v at %v: %v, %v, want %v", tab.Header.Class, at, v, err, want)
		}
	}
}

// wantLongest checks that a win in 253 plies and a loss in 254 are stored. The position of the longest win must have
// this value.
func wantLongest(t *testing.T, tab *library.Table) {
	t.Helper()
	for c, s := range tab.Header.Statistics {
		if s.CountOf(value.Decided(254)).All == 0 || s.LongestWin != value.Decided(253) {
			t.Errorf("%v, %v to move: the longest win is %v", tab.Header.Class, board.Color(c), s.LongestWin)
		}
		p, err := board.ParseFEN(s.LongestFEN)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := tab.Value(t.Context(), tab.Layout.Locate(&p)); err != nil || v != s.LongestWin ||
			p.Turn != board.Color(c) {
			t.Errorf("%v: %s is a %v, want %v: %v", tab.Header.Class, s.LongestFEN, v, s.LongestWin, err)
		}
	}
}

// TestTilesAlone checks that a damaged tile leaves other tiles readable, and that its error names the table.
func TestTilesAlone(t *testing.T) {
	l := tabletest.Layout(t, "KRvKN")
	tables := store.NewMemStore()
	stored := tabletest.Encode(t, tables, l)
	im := tabletest.ImageOf(t, tables, "KRvKN")
	im.Data[len(im.Data)/4] ^= 1
	tab := tabletest.Open(t, im.Store(t, "KRvKN"), l)
	damaged := map[int]bool{}
	for _, c := range board.Colors {
		for entry := range l.Entries() {
			at := slice.Place{Side: c, Entry: slice.Entry(entry)}
			if !isLegal(l, at) {
				continue
			}
			switch v, err := tab.Value(t.Context(), at); {
			case err == nil && v == stored[0][c][at.Entry].Value():
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

// isDamage reports whether an error is that of damage and names the table.
func isDamage(err error, name string) bool {
	var named *store.Error
	return errors.Is(err, store.ErrCorrupt) && errors.As(err, &named) && named.Table == name &&
		strings.Contains(err.Error(), name)
}

func TestOpenErrors(t *testing.T) {
	l := tabletest.Layout(t, "KQvK")
	tables := store.NewMemStore()
	tabletest.Encode(t, tables, l)
	im := tabletest.ImageOf(t, tables, "KQvK")
	tests := []struct {
		name  string
		image tabletest.Image
	}{
		{"no header", tabletest.Image{Data: im.Data, Header: nil}},
		{"half a header", tabletest.Image{Data: im.Data, Header: im.Header[:len(im.Header)/2]}},
		{"a byte of data lost", tabletest.Image{Data: im.Data[:len(im.Data)-1], Header: im.Header}},
		{"a byte of data too many", tabletest.Image{Data: append(bytes.Clone(im.Data), 0), Header: im.Header}},
		{"no data", tabletest.Image{Data: nil, Header: im.Header}},
	}
	for _, test := range tests {
		if _, err := library.Open(t.Context(), test.image.Store(t, "KQvK"), l.Class); !isDamage(err, "KQvK") {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	rook := tabletest.Layout(t, "KRvK")
	if _, err := library.Open(t.Context(), im.Store(t, "KRvK"), rook.Class); !isDamage(err, "KRvK") {
		t.Errorf("the table of another class: %v", err)
	}
	if _, err := library.Open(t.Context(), tables, rook.Class); !errors.Is(err, store.ErrMissing) ||
		errors.Is(err, store.ErrCorrupt) ||
		!strings.Contains(err.Error(), "KRvK") {
		t.Errorf("a missing table: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tabletest.Open(t, tables, l).Value(cancelled, slice.Place{}); !errors.Is(err, context.Canceled) {
		t.Errorf("reading when cancelled: %v", err)
	}
}

// FuzzDamage changes any bytes of a stored table. Reading it must give an error or the right values.
func FuzzDamage(f *testing.F) {
	l := tabletest.Layout(f, "KQvK")
	tables := store.NewMemStore()
	stored := tabletest.Encode(f, tables, l)
	im := tabletest.ImageOf(f, tables, "KQvK")
	f.Add(false, 0, []byte{1}, 0)
	f.Add(true, 4, []byte{3, 0}, 0)
	f.Add(true, len(im.Header)-4, []byte{1, 2, 3, 4}, 0)
	f.Add(false, len(im.Data)/2, bytes.Repeat([]byte{0xff}, 1000), 0)
	f.Add(false, 0, []byte{}, len(im.Data)/2)
	f.Add(true, 0, []byte{}, 1)
	f.Fuzz(func(t *testing.T, header bool, at int, flips []byte, cut int) {
		damaged := tabletest.Image{Data: bytes.Clone(im.Data), Header: bytes.Clone(im.Header)}
		part := &damaged.Data
		if header {
			part = &damaged.Header
		}
		for i, flip := range flips {
			(*part)[uint(at+i)%uint(len(*part))] ^= flip
		}
		*part = (*part)[:len(*part)-int(uint(cut)%uint(len(*part)))]
		tab, err := library.Open(t.Context(), damaged.Store(t, "KQvK"), l.Class)
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
			tabletest.WantLegal(t, l, 0, values, stored[0])
		}
		for _, c := range board.Colors {
			place := slice.Place{Side: c, Entry: slice.Entry(uint(at) % uint(l.Entries()))}
			if !isLegal(l, place) {
				continue
			}
			if v, err := tab.Value(t.Context(), place); err != nil && !isDamage(err, "KQvK") ||
				err == nil && v != stored[0][c][place.Entry].Value() {
				t.Fatalf("%v: %v, %v", place, v, err)
			}
		}
	})
}
