package table_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/core/table/storetest"
	"github.com/matewright/matewright/core/value"
)

// wantPinned reads slices of all pins of a layout, with some men of one slice
// pinned on some squares, and holds legal entries, all of small slices, to the
// value of the same position in the whole slice.
func wantPinned(t *testing.T, source solve.Source, whole *slice.Layout, number int, want *solve.Values, c board.Color) {
	t.Helper()
	for _, kind := range slices.Compact(slices.Clone(whole.Men)) {
		if kind.Type == board.King || kind.Type == board.Pawn {
			continue
		}
		l := whole.Pin(kind)
		for _, at := range []int{0, 24, 61} {
			span, err := source.Span(l, number<<6|at, c, l.Frames().Len()/2)
			if err != nil {
				t.Fatal(err)
			}
			size := l.FrameEntries()
			step := 1 | l.Entries()/20_000
			for entry := 0; entry < l.Entries(); entry += step {
				place := slice.Place{Slice: number<<6 | at, Side: c, Entry: entry}
				p := l.Position(place)
				if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
					continue
				}
				frame := span.Frame(entry/size, size)
				if frame == nil {
					if span, err = source.Span(l, place.Slice, c, entry/size); err != nil {
						t.Fatal(err)
					}
					frame = span.Frame(entry/size, size)
				}
				if got, want := frame[entry%size], want[c][sortedPlace(whole, &p).Entry]; got != want {
					t.Fatalf("%v: %s is a %v, want %v", whole.Class, p.FEN(), got, want)
				}
			}
		}
	}
}

// sortedPlace returns the place of a position, its like men in ascending order.
func sortedPlace(l *slice.Layout, p *board.Position) slice.Place {
	men := slices.Clone(p.Men())
	slices.SortStableFunc(men, func(a, b board.Man) int { return int(a.Square) - int(b.Square) })
	sorted := board.NewPosition(p.Turn, men...)
	return l.LocateFor(&sorted, board.White)
}

// TestPinnedStored: of five men, with made-up values. Among the men are some
// who number the rows and lanes of tiles, some who stand still, and like ones.
func TestPinnedStored(t *testing.T) {
	for name, c := range map[string]board.Color{"KQRvKP": board.White, "KBBvKP": board.Black} {
		l := layout(t, name)
		values := madeUp(l, 0)
		store := table.NewMemStore()
		e, err := table.NewEncoder(t.Context(), store, l, value.DTM)
		if err != nil {
			t.Fatal(err)
		}
		table.StoreOnly(e, c)
		if err := e.AddSlice(0, values); err != nil {
			t.Fatal(err)
		}
		table.CommitBegun(t, e)
		lib := table.NewLibrary(store, 100<<20)
		wantPinned(t, lib.Source(t.Context()), l, 0, values, c)
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestPinnedCut: without pawns, parts of frames are those of the whole frames. If there is
// scratch, no frame is read again for another part of it.
func TestPinnedCut(t *testing.T) {
	file := scratch.Lazily(scratch.FilesIn(t.TempDir()))
	defer file.Close()
	for _, name := range []string{"KRvKN", "KBBvK"} {
		for budget, room := range map[int64]scratch.Room{100 << 20: nil, 1 << 16: file} {
			store := &storetest.FaultStore{Store: table.NewMemStore()}
			whole := layout(t, name)
			values := encode(t, store, whole)[0]
			lib := table.NewLibrary(store, budget).Outside(room, 1<<30)
			table.SplitSpans(lib)
			source := lib.Source(t.Context())
			for _, c := range board.Colors {
				wantPinned(t, source, whole, 0, values, c)
				wantCut(t, source, whole, c)
				if room != nil {
					store.Fail(storetest.Read, 1, table.ErrCorrupt)
					wantPinned(t, source, whole, 0, values, c)
					store.Fail(storetest.Read, 0, nil)
				}
			}
			if err := lib.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// wantCut reads part of a frame with a man where he cannot have been promoted.
func wantCut(t *testing.T, source solve.Source, whole *slice.Layout, c board.Color) {
	t.Helper()
	const frame, d4 = 100, 27
	l := whole.Pin(whole.Men[whole.Inner])
	part, err := source.Span(l, d4, c, frame)
	if err != nil {
		t.Fatal(err)
	}
	all, err := source.Span(whole, 0, c, frame)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]value.Value, l.FrameEntries())
	solve.CutPinned(l, d4, all.Frame(frame, whole.FrameEntries()), want)
	if !slices.Equal(part.Frame(frame, len(want)), want) {
		t.Errorf("%v: frame %d with a man on d4 is not what it is in the whole", whole.Class, frame)
	}
}

// TestPinnedOnce: within a budget that nothing fits into, a slice whose tiles have the
// pinned man everywhere is gone through once for all squares on which he is promoted.
func TestPinnedOnce(t *testing.T) {
	whole := layout(t, "KQPvK")
	store := table.NewMemStore()
	encode(t, store, whole)
	file := scratch.Lazily(scratch.FilesIn(t.TempDir()))
	defer file.Close()
	lib := table.NewLibrary(store, 1<<10).Outside(file, 1<<30)
	defer lib.Close()
	source := lib.Source(t.Context())
	l := whole.Pin(board.Man{Color: board.White, Type: board.Queen})
	decoded := func(number int) int {
		before := table.Decoded(lib)
		if _, err := source.Span(l, number, board.Black, 0); err != nil {
			t.Fatal(err)
		}
		return int(table.Decoded(lib) - before)
	}
	if first := decoded(l.Promoted(0)[0]); first < whole.Entries() {
		t.Errorf("%d bytes were decoded for a slice of %d", first, whole.Entries())
	}
	for range 2 {
		for _, number := range l.Promoted(0) {
			if next := decoded(number); next > l.Entries() {
				t.Errorf("%d bytes were decoded for a part of %d", next, l.Entries())
			}
		}
	}
}

// TestPinnedLookahead: the side to move that is not stored is found from the
// other one, be it the pinned man's or not. Values are real: they must agree.
func TestPinnedLookahead(t *testing.T) {
	for _, test := range []struct {
		class  string
		stored board.Color
	}{{"KQPvK", board.White}, {"KQPvK", board.Black}, {"KRvKP", board.White}} {
		store := table.NewMemStore()
		lib := table.NewLibrary(store, 100<<20)
		source := lib.Source(t.Context())
		class := layout(t, test.class).Class
		var values []*solve.Values
		for _, c := range material.Closure(class) {
			l := slice.NewLayout(c)
			e, err := table.NewEncoder(t.Context(), store, l, value.DTM)
			if err != nil {
				t.Fatal(err)
			}
			if c == class {
				table.StoreOnly(e, test.stored)
			}
			lib.Begin(e)
			solver := solve.New(l, source, nil)
			values = fill(t, e, 0, l.Slices(), func(number int) *solve.Values {
				values := solve.NewValues(l)
				if err := solver.Solve(number, values); err != nil {
					t.Fatal(err)
				}
				return values
			})
			if err := lib.End(e); err != nil {
				t.Fatal(err)
			}
		}
		l, err := source.Layout(class)
		if err != nil {
			t.Fatal(err)
		}
		for number := 0; number < l.Slices(); number += 7 {
			for _, c := range board.Colors {
				wantPinned(t, source, l, number, values[number], c)
			}
		}
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
}
