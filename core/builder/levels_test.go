package builder_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
)

// longer are classes in which mates take more rounds than a level of [metrictest.Short] has: up to 66 and 80 plies.
var longer = []string{"KBNvK", "KRvKN"}

// TestLevels: what is told in levels is what a byte tells, by all methods that can have more than bytes, in the same bytes.
func TestLevels(t *testing.T) {
	for _, name := range longer {
		l := slice.NewLayout(class(t, name))
		plain := tabletest.Built(t, name)
		var first *tabletest.Image
		for _, m := range solve.Methods() {
			if _, spilled := m.NewSink(l, metrictest.Short, nil).(*solve.Spilled); !spilled {
				continue
			}
			tables := builtShort(t, name, m)
			image := tabletest.ImageOf(t, tables, name)
			if first == nil {
				first = &image
				wantSameValues(t, l, plain, tables)
			}
			if string(image.File()) != string(first.File()) {
				t.Errorf("%s by %s has other bytes", name, m.Name())
			}
		}
	}
}

// builtShort builds a class told in short levels.
func builtShort(t *testing.T, name string, method solve.Method) store.Store {
	t.Helper()
	tables := store.NewMemStore()
	options := builder.Options{Metric: metrictest.Short, Method: method}
	if err := builder.Build(t.Context(), tables, plan(t, tables, name), options); err != nil {
		t.Fatal(err)
	}
	return tables
}

// wantSameValues holds a table in levels to one in bytes: its statistics, and values asked for in each way that there is.
func wantSameValues(t *testing.T, l *slice.Layout, plain, leveled store.Store) {
	t.Helper()
	want, got := tabletest.Open(t, plain, l), tabletest.Open(t, leveled, l)
	if got.Header.Levels() != 2 && got.Header.Levels() != 3 {
		t.Fatalf("%v has %d levels", l.Class, got.Header.Levels())
	}
	if !got.Header.Statistics.Equal(&want.Header.Statistics) {
		t.Errorf("%v has other statistics", l.Class)
	}
	lib, reader := library.New(leveled, 1<<20), library.New(leveled, 1<<20).Reader(t.Context())
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		at := slice.Place{Side: board.Color(r.IntN(2)), Entry: slice.Entry(r.IntN(l.Entries()))}
		p := l.Position(at)
		if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
			continue
		}
		v, err := want.Value(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		if w, err := got.Value(t.Context(), at); w != v || err != nil {
			t.Fatalf("%s is a %v, want %v (%v)", p.FEN(), w, v, err)
		}
		if w, err := lib.Value(t.Context(), &p); w != v || err != nil {
			t.Fatalf("%s is a %v in a query, want %v (%v)", p.FEN(), w, v, err)
		}
		if w, stored, err := reader.Value(&p); w != v || stored != library.Here || err != nil {
			t.Fatalf("%s is a %v for a search, want %v (%v, %v)", p.FEN(), w, v, stored, err)
		}
	}
	for _, side := range want.Header.Statistics {
		if side.LongestFEN == "" {
			continue
		}
		line, err := probe.New(leveled).Line(t.Context(), tabletest.Position(t, side.LongestFEN))
		if err != nil || len(line.Moves) != side.LongestWin.Round() {
			t.Errorf("%s: a line of %d moves, want %v (%v)", side.LongestFEN, len(line.Moves), side.LongestWin, err)
		}
	}
}

// TestLevelsRefused: what is promoted into a table with levels is refused, in words, and so are levels that a table cannot have.
func TestLevelsRefused(t *testing.T) {
	method, err := solve.MethodNamed("half-cycles")
	if err != nil {
		t.Fatal(err)
	}
	tables := builtShort(t, "KBNvK", method)
	err = builder.Build(t.Context(), tables, plan(t, tables, "KBPvK"), builder.Options{Metric: metrictest.Short})
	if err == nil || !strings.Contains(err.Error(), "promoted") {
		t.Errorf("KBPvK was built: %v", err)
	}
	for _, name := range []string{"KBNvK", "KPvK"} { // with no mates, and with many slices
		l := slice.NewLayout(class(t, name))
		h := format.Header{Class: l.Class, Metric: metrictest.Short, Sides: format.BothSides, MoreLevels: 1, Sections: make([]format.SectionRef, 4)}
		if _, _, err := format.Decode(h.Encode(l), 0); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "2 levels") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
