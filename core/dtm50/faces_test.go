package dtm50_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

var (
	facesOf = flag.String("faces", "KPvK,KNvKP", "classes whose promotions TestFaces compares")
	pairsOf = flag.String(
		"pairs",
		"KRvK-a1,KRvK-kb1d1,KRRvK-b1h1,KRvKN-h1",
		"classes whose ends of castling rights TestPairs compares; KRPvK-h1 and KRvKP-h1 take a minute",
	)
)

// TestFaces compares the faces that promotions lead to with whole tables, position by position. Faces of a side that a
// table does not store are computed in a way of their own.
func TestFaces(t *testing.T) {
	names := strings.Split(*facesOf, ",")
	if testing.Short() {
		names = names[:1]
	}
	for _, class := range tabletest.Classes(t, names...) {
		tables := built(t, class.String())
		ahead := 0 // faces of a side that is not stored
		whole := map[material.Class]wholeValues{}
		var last *slice.Layout
		dtm50.EachFace(t, tables, class, func(
			l *slice.Layout, number slice.Number, side board.Color, values []value.Byte,
		) {
			w, read := whole[l.Class]
			if !read {
				w = readWhole(t, tables, l.Class)
				whole[l.Class] = w
			}
			if l != last {
				last = l
				if !w.stored[side] {
					ahead++
				}
			}
			compared := 0
			for entry := range slice.Entry(l.Entries()) {
				p := l.Position(slice.Place{Slice: number, Side: side, Entry: entry})
				if p.Occupied().Count() < l.Class.Men() || p.Check() != nil {
					continue
				}
				compared++
				at := w.layout.LocateFor(&p, board.White)
				if got, want := values[entry], w.values[at.Side][at.Slice][at.Entry]; got != want {
					t.Fatalf("%s in slice %d of a face: %v, want %v", p.FEN(), number, got.Value(), want.Value())
				}
			}
			if compared < l.Entries()/4 {
				t.Errorf("slice %d of a face of %v: only %d positions compared", number, l.Class, compared)
			}
		})
		t.Logf("%v: %d faces of sides that are not stored", class, ahead)
		if len(whole) == 0 || class.Men() > 3 && ahead == 0 {
			t.Errorf("%v: %d classes, %d faces of sides that are not stored", class, len(whole), ahead)
		}
	}
}

// TestPairs compares the values after quiet moves that end castling rights with those of tables, position by position,
// each with some clocks. Some are of sides that a table stores, others are found by looking ahead.
func TestPairs(t *testing.T) {
	seen := map[bool]int{} // by whether the table stores the side
	for _, class := range tabletest.Classes(t, strings.Split(*pairsOf, ",")...) {
		tables := built(t, class.String())
		lib := dtm50.NewLibrary(tables)
		defer lib.Close()
		chosen := rand.New(rand.NewPCG(1, 2))
		compared := 0
		dtm50.EachPairs(t, tables, class, func(
			l *slice.Layout, number slice.Number, side board.Color, at func(slice.Entry, int) value.Byte,
		) {
			table, _ := open(t, tables, l.Class)
			share := 1 + l.Entries()*int(l.Slices())/100_000
			for entry := range slice.Entry(l.Entries()) {
				if !l.Leads(number, l.FrameOf(entry)) || chosen.IntN(share) > 0 {
					continue
				}
				p := l.Position(slice.Place{Slice: number, Side: side, Entry: entry})
				if p.Occupied().Count() < l.Class.Men() || p.Check() != nil {
					continue
				}
				compared++
				seen[table.Header.Stores(side)]++
				for _, clock := range []int{1 + chosen.IntN(value.FiftyMoves-2), 99, 100} {
					want, err := lib.ValueAt(t.Context(), &p, clock)
					if err != nil {
						t.Fatal(err)
					}
					if got := at(entry, clock); got.Value() != want {
						t.Fatalf("%s with a clock of %d: %v, want %v", p.FEN(), clock, got.Value(), want)
					}
				}
			}
		})
		if t.Logf("%v: %d positions", class, compared); compared < 500 {
			t.Errorf("%v: only %d positions", class, compared)
		}
	}
	isUsual := *pairsOf == flag.Lookup("pairs").DefValue
	if isUsual && (seen[true] == 0 || seen[false] == 0) {
		t.Errorf("positions by whether the table stores their side: %v", seen)
	}
}

// wholeValues has the values of a class with a clock at 0.
type wholeValues struct {
	layout *slice.Layout
	stored [2]bool
	values [2][][]value.Byte // by side and slice
}

func readWhole(t *testing.T, tables store.Store, class material.Class) (w wholeValues) {
	t.Helper()
	table, lib := open(t, tables, class)
	w.layout = table.Layout
	for _, side := range board.Colors {
		w.stored[side] = table.Header.Stores(side)
		err := dtm50.EachSlice(t.Context(), table, lib, side, 0, func(_ slice.Number, values dtm50.Mates) error {
			list := make([]value.Byte, table.Layout.Entries())
			for entry := range list {
				list[entry] = values.At(slice.Entry(entry)).Byte()
			}
			w.values[side] = append(w.values[side], list)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}
