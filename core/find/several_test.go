package find_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// several returns the positions of two classes, found as one and found apart.
func several(t *testing.T, q find.Query, names ...string) (joined *find.Several, apart []find.Found) {
	t.Helper()
	var list []*find.Search
	base := int64(0)
	for _, name := range names {
		q.Class = class(t, name)
		s := search(t, tables(t), q)
		for _, f := range all(t, search(t, tables(t), q)) {
			f.Next += base
			apart = append(apart, f)
		}
		base += s.Entries()
		list = append(list, s)
	}
	if joined = find.Join(list...); joined.Entries() != base {
		t.Errorf("there are %d entries, not %d", joined.Entries(), base)
	}
	return joined, apart
}

// TestSeveral compares a search of several classes with one search after the other, in parts of some sizes.
func TestSeveral(t *testing.T) {
	for _, q := range []find.Query{
		{Values: find.Within(5, 5), Both: true}, {Values: find.Everything(), Kind: find.Zugzwang, Both: true},
		{Values: find.Everything(), Kind: find.OnlyDraw, Side: board.Black, Men: men(t, "kings in opposition, k1-2")},
	} {
		joined, apart := several(t, q, "KRvK", "KPvK", "KRvKB")
		for _, size := range []int{len(apart) + 1, 7 * len(apart) / 10, len(apart)/3 + 1} {
			var found []find.Found
			next, parts := int64(0), 0
			for ; next < joined.Entries(); parts++ {
				before := len(found)
				var err error
				if next, err = joined.Each(next, func(f find.Found) bool {
					found = append(found, f)
					return len(found)-before < size
				}); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(found, apart) {
				t.Errorf("in %d parts %d are found, and %d apart", parts, len(found), len(apart))
			}
		}
		wantHalves(t, joined, apart)
	}
}

// wantHalves searches up to an entry and from it on.
func wantHalves(t *testing.T, joined *find.Several, apart []find.Found) {
	t.Helper()
	for _, middle := range []int64{1, joined.Entries() / 3, joined.Entries() / 2, joined.Entries() - 1} {
		var found []find.Found
		add := func(f find.Found) bool { found = append(found, f); return true }
		last := int64(0)
		joined.Observe = func(entries int64) {
			if entries < last {
				t.Errorf("progress goes from %d to %d", last, entries)
			}
			last = entries
		}
		joined.Until = middle
		next, err := joined.Each(0, add)
		if err != nil || next != middle {
			t.Fatalf("ended at %d, not %d: %v", next, middle, err)
		}
		joined.Until = 0
		if next, err = joined.Each(middle, add); err != nil || next != joined.Entries() || !slices.Equal(found, apart) {
			t.Errorf("%d are found of %d, up to %d: %v", len(found), len(apart), next, err)
		}
	}
}

// TestSeveralTotal checks the sum of totals, random positions, and varied ones.
func TestSeveralTotal(t *testing.T) {
	q := find.Query{Values: find.Within(15, 15)}
	joined, apart := several(t, q, "KRvK", "KPvK")
	if n, known := joined.Total(); !known || n != int64(len(apart)) {
		t.Errorf("%d, %v: there are %d", n, known, len(apart))
	}
	r, classes := rand.New(rand.NewPCG(1, 2)), map[int]bool{}
	for range 50 {
		f, ok, err := joined.Random(r)
		if err != nil || !ok || value.DTM.Plies(f.Value) != 15 {
			t.Fatal(f, ok, err)
		}
		if f.Position.Men()[1].Type == board.Pawn || f.Position.Men()[2].Type == board.Pawn {
			classes[1] = true
		} else {
			classes[0] = true
		}
	}
	if len(classes) != 2 {
		t.Error("all random positions have one class")
	}
	varied := map[board.Position]bool{}
	next, err := joined.Varied(1, 0, func(f find.Found) bool { varied[f.Position] = true; return true })
	if err != nil || next != joined.Entries() || len(varied) == 0 {
		t.Error(next, len(varied), err)
	}
	mates := find.Query{Values: find.Within(40, 40)}
	if none, apart := several(t, mates, "KRvK", "KNNvK"); len(apart) > 0 {
		t.Error(apart)
	} else if f, ok, err := none.Random(r); ok || err != nil {
		t.Error(f, err)
	}
}

// TestNone checks that a search ends at once if the statistics have no such position, wherever it begins.
func TestNone(t *testing.T) {
	s := search(t, tables(t), find.Query{Class: class(t, "KRvK"), Values: find.Within(45, 45)})
	s.Observe = func(int64) { t.Error("a frame is searched") }
	found := func(find.Found) bool { return true }
	for _, from := range []int64{0, 5} {
		if next, err := s.Each(from, found); next != s.Entries() || err != nil {
			t.Error(next, err)
		}
		if next, err := s.Varied(1, from, found); next != s.Entries() || err != nil {
			t.Error(next, err)
		}
	}
}

// TestLast checks that each position comes from the search of its class.
func TestLast(t *testing.T) {
	one, other := search(t, tables(t), find.Query{Class: class(t, "KRvK"), Values: find.Within(5, 5)}),
		search(t, tables(t), find.Query{Class: class(t, "KPvK"), Values: find.Within(5, 5)})
	joined := find.Join(one, other)
	seen := map[*find.Search]bool{}
	if _, err := joined.Each(0, func(f find.Found) bool {
		seen[joined.Last()] = true
		if isPawns := f.Class() == class(t, "KPvK"); isPawns != (joined.Last() == other) {
			t.Error(f.Position.FEN())
		}
		return true
	}); err != nil || len(seen) != 2 {
		t.Error(len(seen), err)
	}
}

// TestClasses leaves out repeated classes.
func TestClasses(t *testing.T) {
	list, err := find.Classes([]string{"KPvK", "kpvk", "KRvK", "KPvK"})
	if err != nil || !slices.Equal(list, []material.Class{class(t, "KPvK"), class(t, "KRvK")}) {
		t.Error(list, err)
	}
	if _, err := find.Classes([]string{"KPvK", "x"}); err == nil {
		t.Error("x is a class")
	}
}

// TestPliesOfDraws refuses plies for searches that find only draws.
func TestPliesOfDraws(t *testing.T) {
	for _, kind := range []find.Kind{find.Cyclic, find.OnlyDraw} {
		q := find.Query{Class: class(t, "KPvK"), Kind: kind, Values: find.Within(1, 20)}
		if _, err := find.New(t.Context(), tables(t), q); keyOfMessage(err) != "core.find.pliesOfDraws" {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
