package table_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
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
		for _, at := range []int{0, 27, 61} {
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
				got := span.Frame(entry/size, size)[entry%size]
				if want := want[c][sortedPlace(whole, &p).Entry]; got != want {
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
