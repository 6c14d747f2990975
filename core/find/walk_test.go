package find_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/store"
)

// TestPages checks that a search that continues where another one ended finds the rest.
func TestPages(t *testing.T) {
	lib := tables(t)
	for _, i := range []int{1, 2, 3, 4, 7, 9, 13} {
		k := kinds[i]
		s := search(
			t,
			lib,
			find.Query{
				Class:  class(t, "KPvK"),
				Both:   true,
				Kind:   k.kind,
				Values: k.values,
				Men:    men(t, k.men),
				Row:    k.row,
			},
		)
		whole := all(t, s)
		var pages []find.Found
		for from := int64(0); from < s.Entries(); {
			left := 100
			next, err := s.Each(from, func(f find.Found) bool {
				pages = append(pages, f)
				left--
				return left > 0
			})
			if err != nil || next <= from || left < 0 {
				t.Fatal(from, next, left, err)
			}
			from = next
		}
		if !slices.Equal(pages, whole) {
			t.Errorf("%s: pages have %d, and not the same %d", k.name, len(pages), len(whole))
		}
		var halves []find.Found
		add := func(f find.Found) bool { halves = append(halves, f); return true }
		s.Until = s.Entries()/2 + 17
		middle, err := s.Each(0, add)
		if err != nil || middle != s.Until {
			t.Fatal(middle, s.Until, err)
		}
		s.Until = 0
		if _, err := s.Each(middle, add); err != nil || !slices.Equal(halves, whole) {
			t.Errorf("%s: halves have %d, and not the same %d, %v", k.name, len(halves), len(whole), err)
		}
	}
}

// TestRandom checks that Random returns each of a few positions and no others, and
// finds nothing if a query has no positions.
func TestRandom(t *testing.T) {
	lib := tables(t)
	r := rand.New(rand.NewPCG(3, 4))
	q := find.Query{Class: class(t, "KPvK"), Kind: find.Zugzwang, Values: find.Everything()}
	s := search(t, lib, q)
	left := map[string]bool{}
	for _, f := range all(t, s) {
		left[f.Position.FEN()] = true
	}
	there := maps.Clone(left)
	for range 10_000 {
		f, ok, err := s.Random(r)
		if err != nil || !ok || !there[f.Position.FEN()] {
			t.Fatal(f.Position.FEN(), ok, err)
		}
		if delete(left, f.Position.FEN()); len(left) == 0 {
			break
		}
	}
	if len(left) > 0 {
		t.Errorf("%d never come up, such as %v", len(left), slices.Collect(maps.Keys(left))[0])
	}
	for _, none := range []find.Query{
		{Class: q.Class, Values: find.Within(60, 70)},
		{Class: q.Class, Kind: find.Zugzwang, Values: find.Within(1, 5)},
		{Class: q.Class, Side: board.Black, Kind: find.OnlyMove, Values: find.Everything()},
	} {
		if f, ok, err := search(t, lib, none).Random(r); ok || err != nil {
			t.Errorf("%v is found, %v", f, err)
		}
	}
}

// TestVaried checks that varied positions come from the whole table, each once, and the same ones for a seed. A search
// in order must find all of them, too.
func TestVaried(t *testing.T) {
	lib := tables(t)
	varied := func(s *find.Search, seed uint64, pages int) (list []find.Found) {
		for from := int64(0); from < s.Entries(); {
			left := pages
			next, err := s.Varied(seed, from, func(f find.Found) bool {
				list = append(list, f)
				left--
				return left > 0
			})
			if err != nil || next <= from {
				t.Fatal(from, next, err)
			}
			from = next
		}
		return list
	}
	for _, i := range []int{0, 4, 7, 11} {
		k := kinds[i]
		s := search(
			t,
			lib,
			find.Query{
				Class:  class(t, "KPvK"),
				Both:   true,
				Kind:   k.kind,
				Values: k.values,
				Men:    men(t, k.men),
				Row:    k.row,
			},
		)
		there := map[board.Position]bool{}
		for _, f := range all(t, s) {
			there[f.Position] = true
		}
		list := varied(s, 1, 1000)
		pawns, sides := map[board.Square]bool{}, map[board.Color]bool{}
		for i, f := range list {
			if !there[f.Position] {
				t.Fatalf("%s: %s is found, and not in order", k.name, f.Position.FEN())
			}
			delete(there, f.Position)
			if i < 20 {
				pawns[f.Position.Men()[len(f.Position.Men())-1].Square], sides[f.Position.Turn] = true, true
			}
		}
		if len(list) == 0 && len(there) > 0 ||
			k.name == "all" && (len(list) != 252 && len(list) != 256 || len(pawns) < 10 || len(sides) < 2) {
			t.Errorf(
				"%s: %d are found of %d, the first with %d squares of the pawn",
				k.name,
				len(list),
				len(there)+len(list),
				len(pawns),
			)
		}
		if again := varied(s, 1, 7); !slices.Equal(again, list) {
			t.Errorf("%s: in pages there are %d, not the same %d", k.name, len(again), len(list))
		}
		wantVariedOn(t, s, list)
		if other := varied(s, 2, 1000); len(list) > 10 && slices.Equal(other, list) {
			t.Errorf("%s: another seed finds the same", k.name)
		}
	}
}

// wantVariedOn: from wherever a search was observed to be, or between, another one finds all that it had not found by
// then.
func wantVariedOn(t *testing.T, s *find.Search, want []find.Found) {
	t.Helper()
	type stop struct {
		next  int64
		found int
	}
	var stops []stop
	n := 0
	s.Observe = func(next int64) { stops = append(stops, stop{next, n}) }
	if _, err := s.Varied(1, 0, func(find.Found) bool { n++; return true }); err != nil {
		t.Fatal(err)
	}
	s.Observe = nil
	for i := 0; i < len(stops); i += 1 + len(stops)/20 {
		for _, from := range []int64{stops[i].next, stops[i].next + 1} {
			var rest []find.Found
			_, err := s.Varied(1, from, func(f find.Found) bool { rest = append(rest, f); return true })
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(rest, want[stops[i].found:]) {
				t.Errorf(
					"from %d on %d are found, not the %d after the first %d",
					from,
					len(rest),
					len(want)-stops[i].found,
					stops[i].found,
				)
			}
		}
	}
}

// TestStopped checks that progress is reported from the first frame on, and that a
// search ends with its context.
func TestStopped(t *testing.T) {
	lib := tables(t)
	ctx, cancel := context.WithCancel(t.Context())
	s, err := find.New(ctx, lib, find.Query{Class: class(t, "KPvK"), Kind: find.OnlyMove, Values: find.Everything()})
	if err != nil {
		t.Fatal(err)
	}
	var reports []int64
	s.Observe = func(entries int64) {
		if reports = append(reports, entries); len(reports) == 5 {
			cancel()
		}
	}
	next, err := s.Each(0, func(find.Found) bool { return true })
	if !errors.Is(err, context.Canceled) || len(reports) != 5 || reports[0] != 0 || next != reports[4] ||
		next >= s.Entries() {
		t.Errorf("it ended at %d of %d after %v, %v", next, s.Entries(), reports, err)
	}
	cancel()
	if _, err := find.New(t.Context(), lib, find.Query{Class: class(t, "KRRvK")}); !errors.Is(err, store.ErrMissing) {
		t.Errorf("without a table: %v", err)
	}
}
