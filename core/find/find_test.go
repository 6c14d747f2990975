package find_test

import (
	"context"
	"errors"
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
	"github.com/matewright/matewright/core/store"
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

// A key names a position: the side to move and the men, in order.
type key [1 + material.MaxMen]int

func keyOf(p *board.Position, t board.Symmetry) (k key) {
	k[0] = int(p.Turn)
	for i, m := range p.Men() {
		k[1+i] = int(m.Color)<<12 | int(m.Type)<<8 | int(t.Square(m.Square)) | 1<<16
	}
	slices.Sort(k[1:])
	return k
}

// canonical returns the key of one of all positions that are symmetric to p.
func canonical(p *board.Position) key {
	class, _ := material.OfPosition(p)
	images := board.Symmetry(board.Symmetries)
	if class.Pawns() > 0 {
		images = board.MirrorFiles + 1
	}
	first := keyOf(p, board.Identity)
	for t := range images {
		if k := keyOf(p, t); slices.Compare(k[:], first[:]) < 0 {
			first = k
		}
	}
	return first
}

// uncolored returns the key of one of all positions that are symmetric to p, whichever side is to move and has which
// color.
func uncolored(p *board.Position) key {
	least := key{1 << 30}
	for _, exchange := range []bool{false, true} {
		men := slices.Clone(p.Men())
		for i, m := range men {
			if exchange {
				men[i].Color, men[i].Square = m.Color.Other(), board.FlipRanks.Square(m.Square)
			}
		}
		q := board.NewPosition(board.White, men...)
		if k := canonical(&q); slices.Compare(k[:], least[:]) < 0 {
			least = k
		}
	}
	return least
}

// A judge finds out for itself, from legal moves, what a query asks of a position.
type judge struct {
	testing.TB
	metric  *value.Metric
	library *library.Library
	known   map[board.Position]value.Value
}

func newJudge(t testing.TB, metric *value.Metric, lib *library.Library) judge {
	return judge{t, metric, lib, map[board.Position]value.Value{}}
}

// outcome is that by the rule, of ten plies, if the metric knows it.
func (j judge) outcome(v value.Value) value.Outcome {
	if j.metric == metrictest.DTZ10 && j.metric.Plies(v) > 10 {
		return value.Drawn
	}
	return v.Outcome()
}

// after is how a move ends for who makes it.
func (j judge) after(p *board.Position, m board.Move) value.Outcome {
	v := j.value(p.Play(m))
	if j.metric == metrictest.DTZ10 && v != value.Draw && !p.IsZeroing(m) && j.metric.Plies(v) >= 10 {
		return value.Drawn
	}
	return -j.outcome(v)
}

// single returns the move that ends so, if there is just one.
func (j judge) single(p *board.Position, o value.Outcome) (only board.Move, ok bool) {
	kept := 0
	for _, m := range p.LegalMoves(nil) {
		if j.after(p, m) == o {
			only = m
			kept++
		}
	}
	return only, kept == 1
}

// row is how many single moves follow each other, up to so many.
func (j judge) row(p board.Position, o value.Outcome, most int) (n int) {
	only, ok := j.single(&p, o)
	if !ok || most == 0 {
		return 0
	}
	reached := p.Play(only)
	var replies []value.Value
	for _, m := range reached.LegalMoves(nil) {
		replies = append(replies, j.metric.After(value.KindOf(&reached, m), j.value(reached.Play(m))))
	}
	for i, m := range reached.LegalMoves(nil) {
		if !slices.ContainsFunc(replies, func(v value.Value) bool { return value.Compare(v, replies[i]) > 0 }) {
			n = max(n, j.row(reached.Play(m), o, most-1))
		}
	}
	return n + 1
}

// stand reports whether the men of a position stand as is demanded, each demand met by another one.
func stand(p *board.Position, demands find.Men) bool {
	var met func(i int, taken []board.Square) bool
	met = func(i int, taken []board.Square) bool {
		return i == len(demands) || slices.ContainsFunc(p.Men(), func(m board.Man) bool {
			d := &demands[i]
			return d.Type == m.Type && d.Colors[m.Color] && d.Squares.Has(m.Square) &&
				!slices.Contains(taken, m.Square) &&
				met(i+1, append(taken[:i:i], m.Square))
		})
	}
	return met(0, nil)
}

// imageStands reports whether they do in the position or in one that is symmetric to it.
func imageStands(p *board.Position, demands find.Men) bool {
	class, _ := material.OfPosition(p)
	images := board.Symmetry(board.Symmetries)
	if class.Pawns() > 0 {
		images = board.MirrorFiles + 1
	}
	for t := range images {
		men := slices.Clone(p.Men())
		for i := range men {
			men[i].Square = t.Square(men[i].Square)
		}
		if image := board.NewPosition(p.Turn, men...); stand(&image, demands) {
			return true
		}
	}
	return false
}

func (j judge) value(p board.Position) value.Value {
	v, known := j.known[p]
	if !known {
		var err error
		if v, err = j.library.Value(j.Context(), &p); err != nil {
			j.Fatal(err)
		}
		j.known[p] = v
	}
	return v
}

func (j judge) wanted(p board.Position, q *find.Query) (f find.Found, ok bool) {
	f = find.Found{Position: p, Metric: j.metric, Value: j.value(p)}
	if !q.Values(j.metric, f.Value) || !imageStands(&p, q.Men) {
		return f, false
	}
	switch q.Kind {
	case find.Zugzwang:
		passed := board.NewPosition(p.Turn.Other(), p.Men()...)
		if passed.Check() != nil {
			return f, false
		}
		f.Passed = j.value(passed)
		one, other := j.outcome(f.Value), j.outcome(f.Passed)
		return f, one == value.Loss && other == value.Loss || one == value.Loss && other == value.Drawn ||
			one == value.Drawn && other == value.Loss
	case find.OnlyMove, find.OnlyDraw:
		o := map[find.Kind]value.Outcome{find.OnlyMove: value.Win, find.OnlyDraw: value.Drawn}[q.Kind]
		if f.Move, ok = j.single(&p, o); !ok || j.outcome(f.Value) != o {
			return f, false
		}
		return f, q.Row <= 1 || j.row(p, o, q.Row) >= q.Row
	}
	return f, true
}

// placements calls f with the men of a class on all squares.
func placements(c material.Class, turn board.Color, f func(board.Position)) {
	men := slices.Clone(slice.NewLayout(c).Men)
	for number := range 1 << (6 * len(men)) {
		var occupied board.Bitboard
		for i := range men {
			men[i].Square = board.Square(number >> (6 * i) & 63)
			occupied |= men[i].Square.Bit()
		}
		if p := board.NewPosition(turn, men...); occupied.Count() == len(men) && p.Check() == nil {
			f(p)
		}
	}
}

var kinds = []struct {
	name   string
	kind   find.Kind
	values find.Values
	men    string
	row    int
}{
	{"all", find.Any, find.Everything(), "", 0},
	{"in five plies", find.Any, find.Within(5, 5), "", 0},
	{"lost in up to ten", find.Any, find.Within(0, 10).And(find.Ending(value.Loss)), "", 0},
	{"drawn", find.Any, find.Ending(value.Drawn), "", 0},
	{"zugzwangs", find.Zugzwang, find.Everything(), "", 0},
	{"zugzwangs that cost a draw", find.Zugzwang, find.Ending(value.Loss), "", 0},
	{"single moves", find.OnlyMove, find.Everything(), "", 0},
	{"single moves to a quick mate", find.OnlyMove, find.Within(0, 15), "", 0},
	{"single moves that draw", find.OnlyDraw, find.Everything(), "", 0},
	{"three single moves in a row", find.OnlyMove, find.Within(0, 21), "", 3},
	{"two that draw", find.OnlyDraw, find.Everything(), "Kc3-c6", 2},
	{"a king on some squares", find.Any, find.Within(1, 12), "Kb6-c8, kh8", 0},
	{"kings of either side", find.Any, find.Everything(), "king on the g-file, king on a1 or h7 or b3", 0},
	{"zugzwangs on a file", find.Zugzwang, find.Everything(), "white king on the d-file", 0},
}

// TestExhaustive compares all that is found with all there is, also by a rule of ten plies without a capture or a pawn
// move, and in tables that tell values in several levels.
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

// once leaves one of each mutual zugzwang that was found with one side to move and with the other: that with White to
// move, if it has one of the values.
func once(t *testing.T, metric *value.Metric, bySide []find.Found, q *find.Query) []find.Found {
	t.Helper()
	return slices.DeleteFunc(
		bySide,
		func(f find.Found) bool { return f.Position.Turn == board.Black && q.Values(metric, f.Passed) },
	)
}

// wantBoth compares what is found with either side to move with what is found with one and with the other.
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

func men(t testing.TB, text string) find.Men {
	t.Helper()
	list, err := find.ParseMen(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
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

// TestSampled compares what is found of larger classes, with en passant and like
// pieces, with positions at random, and some of what is found with its moves.
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

// TestKnown: counts that were published of other programs' tables.
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

// TestHalved: where one side to move is not stored, as with five men, the same zugzwangs are found by the moves inside
// of frames as by looking ahead in all of them.
func TestHalved(t *testing.T) {
	q := find.Query{Class: class(t, "KNNvKN"), Both: true, Kind: find.Zugzwang, Values: find.Everything()}
	list := all(t, search(t, tables(t), q))
	ahead := search(t, tables(t), q)
	ahead.LookAhead()
	if slow := all(t, ahead); len(slow) == 0 || !slices.Equal(list, slow) {
		t.Errorf("there are %d, not the same %d", len(slow), len(list))
	}
}

// TestTotals: of every number of plies as many are found as statistics count, of
// five men too, with the side to move that is stored and with the other one.
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

// TestPages: a search that goes on where another one ended finds the rest.
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

// TestRandom: every one of a few positions comes up, nothing else does, and what is
// not there is not found.
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

// TestVaried: positions from everywhere, the same for a seed, each once, and all of them found by a search in order,
// too.
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
			if _, err := s.Varied(1, from, func(f find.Found) bool { rest = append(rest, f); return true }); err != nil {
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

// TestParseMen: what people write, and what is refused.
func TestParseMen(t *testing.T) {
	for _, texts := range [][]string{
		{"Ph7", "white pawn on h7", "White Pawn H7", " white pawn on the h7 ,"},
		{"rd", "black rook on the d-file", "black rook d", "rd1-d8", "rd-d"},
		{"K7", "white king on the 7th rank", "white king 7-rank", "Ka7-h7", "Kh7-a7"},
		{"nc3-e5", "ne5-c3", "nc5-e3", "black knight on c3-e5"},
		{"Qa1 h8", "white queen on a1 or h8"},
		{"Ra", "white rook on a", "a white rook on the a file", "The white rook on the A-file"},
		{"Pa b", "white pawn on a or b"},
	} {
		want := men(t, texts[0])
		for _, text := range texts[1:] {
			if got := men(t, text); !slices.Equal(got, want) {
				t.Errorf("%q is read as %v, not as %v", text, got, want)
			}
		}
	}
	if got := men(t, "white bishop, pawn on 2nd-rank"); len(got) != 2 || got[0].Squares.Count() != 64 ||
		got[1].Colors != [2]bool{true, true} ||
		got[1].Squares.Count() != 8 {
		t.Errorf("%v", got)
	}
	for text, n := range map[string]int{"rook on the a file": 8, "white rook on a": 8, "pawn on a or b": 16} {
		if got := men(t, text); len(got) != 1 || got[0].Squares.Count() != n {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for _, text := range []string{"Ph9", "pawn on h7x", "h7", "white", "king on z", "Ka1-b", "white tower on a1", "é4", "rook on a1-b2-c3", "K0", "-", "rook on an", "rook on an a"} {
		if got, err := find.ParseMen(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// TestStopped: progress is told from the first frame on, and a search ends with its
// context.
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

// TestRecord: what programs read.
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
