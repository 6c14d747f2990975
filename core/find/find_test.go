package find_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

func class(t testing.TB, name string) material.Class {
	t.Helper()
	c, err := material.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var shared struct {
	sync.Once
	*library.Library
}

// tables returns a library that is only read: of five men, KNNvKN, and some smaller
// classes.
func tables(t testing.TB) *library.Library {
	t.Helper()
	shared.Do(func() {
		shared.Library = library.New(tabletest.Built(t, "KPvKP", "KRvKB", "KRvKN", "KNNvKN"), 64<<20)
	})
	return shared.Library
}

func search(t testing.TB, lib *library.Library, q find.Query) *find.Search {
	t.Helper()
	s, err := find.New(t.Context(), lib, q)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// all returns everything that a search finds.
func all(t testing.TB, s *find.Search) (list []find.Found) {
	t.Helper()
	next, err := s.Each(0, func(f find.Found) bool { list = append(list, f); return true })
	if err != nil {
		t.Fatal(err)
	}
	if next != s.Entries() {
		t.Errorf("the search ended at %d of %d", next, s.Entries())
	}
	return list
}

var kinds = []struct {
	name   string
	kind   find.Kind
	values find.Values
	men    string
	row    int
	themes []find.Theme
}{
	{"all", find.Any, find.Everything(), "", 0, nil},
	{"in five plies", find.Any, find.Within(5, 5), "", 0, nil},
	{"lost in up to ten", find.Any, find.Within(0, 10).And(find.Ending(value.Loss)), "", 0, nil},
	{"drawn", find.Any, find.Ending(value.Drawn), "", 0, nil},
	{"zugzwangs", find.Zugzwang, find.Everything(), "", 0, nil},
	{"zugzwangs that cost a draw", find.Zugzwang, find.Ending(value.Loss), "", 0, nil},
	{"single moves", find.OnlyMove, find.Everything(), "", 0, nil},
	{"single moves to a quick mate", find.OnlyMove, find.Within(0, 15), "", 0, nil},
	{"single moves that draw", find.OnlyDraw, find.Everything(), "", 0, nil},
	{"three single moves in a row", find.OnlyMove, find.Within(0, 21), "", 3, nil},
	{"two that draw", find.OnlyDraw, find.Everything(), "Kc3-c6", 2, nil},
	{"a king on some squares", find.Any, find.Within(1, 12), "Kb6-c8, kh8", 0, nil},
	{"kings of either side", find.Any, find.Everything(), "king on the g-file, king on a1 or h7 or b3", 0, nil},
	{"zugzwangs on a file", find.Zugzwang, find.Everything(), "white king on the d-file", 0, nil},
	{"sacrifices", find.OnlyDraw, find.Everything(), "", 0, []find.Theme{find.Sacrifice}},
	{"quiet sacrifices", find.OnlyMove, find.Everything(), "", 0, []find.Theme{find.Quiet, find.Sacrifice}},
	{"moves to corners", find.OnlyMove, find.Everything(), "", 0, []find.Theme{find.Corner}},
	{"underpromotions", find.OnlyMove, find.Everything(), "", 0, []find.Theme{find.Underpromotion}},
	{"checks", find.OnlyMove, find.Everything(), "", 2, []find.Theme{find.Check}},
	{"captures to a corner", find.OnlyDraw, find.Everything(), "", 0, []find.Theme{find.Corner, find.Capture}},
}

// TestExhaustive compares the found positions with all positions that a judge accepts. It also uses tables by a rule of
// ten plies without a capture or a pawn move, and tables with several levels.
func TestExhaustive(t *testing.T) {
	byRule := library.New(tabletest.BuiltBy(t, metrictest.DTZ10, "KRvK", "KPvK"), 64<<20)
	defer byRule.Close()
	leveled := library.New(tabletest.BuiltBy(t, metrictest.ShortDTC, "KRvK"), 64<<20)
	defer leveled.Close()
	wantExhaustive(t, "KRvK", metrictest.ShortDTC, leveled)
	for _, name := range []string{"KRvK", "KPvK"} {
		wantExhaustive(t, name, value.DTM, tables(t))
		wantExhaustive(t, name, metrictest.DTZ10, byRule)
	}
}

func wantExhaustive(t *testing.T, name string, metric *value.Metric, lib *library.Library) {
	t.Helper()
	kinds := kinds
	if metric != value.DTM { // men stand, and moves follow each other, by any metric alike
		kinds = kinds[:9]
	}
	bySide := make([][]find.Found, len(kinds))
	for _, side := range board.Colors {
		there := make([]map[key]find.Found, len(kinds))
		queries := make([]find.Query, len(kinds))
		for i, k := range kinds {
			there[i] = map[key]find.Found{}
			queries[i] = find.Query{
				Class:  class(t, name),
				Side:   side,
				Kind:   k.kind,
				Values: k.values,
				Men:    men(t, k.men),
				Row:    k.row,
				Themes: k.themes,
			}
		}
		judge := newJudge(t, metric, lib)
		placements(class(t, name), side, func(p board.Position) {
			k := keyOf(&p, board.Identity)
			if canonical(&p) != k {
				return
			}
			for i := range queries {
				if f, ok := judge.wanted(p, &queries[i]); ok {
					there[i][k] = f
				}
			}
		})
		for i, q := range queries {
			found := all(t, search(t, lib, q))
			wantFound(t, metric.Name()+", "+name+", "+kinds[i].name, found, there[i])
			if bySide[i] = append(bySide[i], found...); side == board.Black {
				q.Both = true
				if q.Kind == find.Zugzwang {
					bySide[i] = once(t, metric, bySide[i], &q)
				}
				wantBoth(t, metric.Name()+", "+name+", "+kinds[i].name, all(t, search(t, lib, q)), bySide[i])
			}
			for _, f := range found {
				if !stand(&f.Position, q.Men) {
					t.Fatalf("%s: %s is found, and its image is meant", kinds[i].name, f.Position.FEN())
				}
			}
		}
	}
}

// once removes a mutual zugzwang with Black to move if the one with White to move has one of the values, too.
func once(t *testing.T, metric *value.Metric, bySide []find.Found, q *find.Query) []find.Found {
	t.Helper()
	return slices.DeleteFunc(
		bySide,
		func(f find.Found) bool { return f.Position.Turn == board.Black && q.Values(metric, f.Passed) },
	)
}

// wantBoth compares the positions found with either side to move with those found for each side.
func wantBoth(t *testing.T, name string, both, bySide []find.Found) {
	t.Helper()
	left := map[board.Position]find.Found{}
	for _, f := range bySide {
		left[f.Position] = f
	}
	for _, f := range both {
		want, ok := left[f.Position]
		if want.Next = f.Next; !ok || f != want {
			t.Fatalf("%s, either to move: %v is found, and is %v", name, f, want)
		}
		delete(left, f.Position)
	}
	if len(left) > 0 {
		t.Errorf("%s, either to move: %d are not found", name, len(left))
	}
}

func wantFound(t *testing.T, name string, found []find.Found, there map[key]find.Found) {
	t.Helper()
	seen := map[key]bool{}
	for _, f := range found {
		k, fen := canonical(&f.Position), f.Position.FEN()
		want, ok := there[k]
		if !ok || seen[k] {
			t.Fatalf("%s: %s is found, and should not be, or not again", name, fen)
		}
		if seen[k] = true; f.Value != want.Value || f.Passed != want.Passed {
			t.Fatalf("%s: %s is found as %v, %v, and is %v, %v", name, fen, f.Value, f.Passed, want.Value, want.Passed)
		}
		if keyOf(&f.Position, board.Identity) == k && f.Move != want.Move {
			t.Fatalf("%s: %s is won by %v, not %v", name, fen, want.Move, f.Move)
		}
	}
	if len(seen) != len(there) {
		t.Errorf("%s: %d of %d are found", name, len(seen), len(there))
	}
}

// TestSampled searches larger classes, with en passant and like pieces. It judges
// some of the found positions by their moves, and compares random positions.
func TestSampled(t *testing.T) {
	for name, kindsOf := range map[string][]int{"KPvKP": {4, 7, 11}, "KRvKN": {2, 4, 7, 11}, "KNNvK": {2, 11}} {
		lib := tables(t)
		layout := slice.NewLayout(class(t, name))
		for _, side := range board.Colors {
			judge := newJudge(t, value.DTM, lib)
			for _, k := range kindsOf {
				q := find.Query{
					Class:  layout.Class,
					Side:   side,
					Kind:   kinds[k].kind,
					Values: kinds[k].values,
					Men:    men(t, kinds[k].men),
					Row:    kinds[k].row,
					Themes: kinds[k].themes,
				}
				found := map[key]bool{}
				for i, f := range all(t, search(t, lib, q)) {
					if found[canonical(&f.Position)] {
						t.Fatalf("%s, %s: %s is found again", name, kinds[k].name, f.Position.FEN())
					}
					found[canonical(&f.Position)] = true
					if i%100 > 0 {
						continue
					}
					want, ok := judge.wanted(f.Position, &q)
					if want.Next = f.Next; !ok || f != want {
						t.Fatalf("%s, %s: %v is found, and is %v", name, kinds[k].name, f, want)
					}
				}
				r := rand.New(rand.NewPCG(1, 2))
				for range 1000 {
					p := anyLegal(layout, side, r)
					if _, ok := judge.wanted(p, &q); ok != found[canonical(&p)] {
						t.Fatalf("%s, %s: whether %s is found is %v", name, kinds[k].name, p.FEN(), !ok)
					}
				}
			}
		}
	}
}

func anyLegal(l *slice.Layout, side board.Color, r *rand.Rand) board.Position {
	for {
		p := l.Position(
			slice.Place{
				Slice: slice.Number(r.IntN(int(l.Slices()))),
				Side:  side,
				Entry: slice.Entry(r.IntN(l.Entries())),
			},
		)
		if p.Occupied().Count() == len(l.Men) && p.Check() == nil {
			return p
		}
	}
}

// TestKnown compares counts with those published for tables of other programs.
func TestKnown(t *testing.T) {
	for name, zugzwangs := range map[string]int{"KPvK": 80, "KRvKN": 18, "KRvKB": 5, "KPvKP": 121} {
		lib := tables(t)
		q := find.Query{Class: class(t, name), Both: true, Kind: find.Zugzwang, Values: find.Everything()}
		boards := map[key]bool{}
		found := all(t, search(t, lib, q))
		for i := range found {
			boards[uncolored(&found[i].Position)] = true
		}
		if len(found) != zugzwangs || len(boards) != zugzwangs {
			t.Errorf(
				"%s has %d mutual zugzwangs, %d are found with either side to move, on %d boards",
				name,
				zugzwangs,
				len(found),
				len(boards),
			)
		}
		if name == "KPvKP" {
			continue // with one side to move there are two of each, with the colors exchanged
		}
		for _, side := range board.Colors {
			q := find.Query{Class: class(t, name), Side: side, Kind: find.Zugzwang, Values: find.Everything()}
			if found := all(t, search(t, lib, q)); len(found) != zugzwangs {
				t.Errorf("%s has %d mutual zugzwangs, %d are found", name, zugzwangs, len(found))
			}
		}
	}
}

// TestHalved searches a table that stores one side to move, as with five men. It checks that a search by moves inside
// of frames finds the same zugzwangs as a search that looks ahead in all of them.
func TestHalved(t *testing.T) {
	q := find.Query{Class: class(t, "KNNvKN"), Both: true, Kind: find.Zugzwang, Values: find.Everything()}
	list := all(t, search(t, tables(t), q))
	ahead := search(t, tables(t), q)
	ahead.LookAhead()
	if slow := all(t, ahead); len(slow) == 0 || !slices.Equal(list, slow) {
		t.Errorf("there are %d, not the same %d", len(slow), len(list))
	}
}

// TestTotals checks that for every number of plies a search finds as many positions
// as the statistics count. One class has five men, so its table stores one side to move.
func TestTotals(t *testing.T) {
	lib := tables(t)
	for _, name := range []string{"KNNvK", "KNvKN", "KNNvKN"} {
		for _, side := range board.Colors {
			decided := find.Query{Class: class(t, name), Side: side, Values: find.Within(0, value.MaxRound)}
			byValue := map[value.Value]int64{}
			for _, f := range all(t, search(t, lib, decided)) {
				byValue[f.Value]++
			}
			for v := range byValue {
				q := decided
				q.Values = find.Within(value.DTM.Plies(v), value.DTM.Plies(v))
				if n, known := search(t, lib, q).Total(); !known || n != byValue[v] {
					t.Errorf("%s, %v to move: %d are found of %d that are a %v", name, side, byValue[v], n, v)
				}
			}
			if n, _ := search(t, lib, decided).Total(); n != sum(byValue) {
				t.Errorf("%s, %v to move: %d are found of %d", name, side, sum(byValue), n)
			}
		}
	}
}

func sum(counts map[value.Value]int64) (n int64) {
	for count := range maps.Values(counts) {
		n += count
	}
	return n
}

// TestRecord checks the record of a zugzwang and of a single move.
func TestRecord(t *testing.T) {
	p, err := board.ParseFEN("8/8/8/8/8/1k6/8/K7 w")
	if err != nil {
		t.Fatal(err)
	}
	f := find.Found{
		Position: p,
		Metric:   value.DTM,
		Value:    value.Decided(6),
		Passed:   value.Draw,
		Move:     board.Move{From: 0, To: 1},
	}
	if r := f.Record(find.Zugzwang); r.FEN != p.FEN() || r.Category != "loss" || *r.DTM != -6 ||
		r.Passed.Category != "draw" ||
		r.Passed.DTM != nil ||
		r.Move != "" {
		t.Errorf("%+v", r)
	}
	f.Value = value.Decided(7)
	if r := f.Record(find.OnlyMove); *r.DTM != 7 || r.Passed != nil || r.Move != "a1b1" {
		t.Errorf("%+v", r)
	}
}
