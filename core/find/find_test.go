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

// wins reports whether a move does.
func (j judge) wins(p *board.Position, m board.Move) bool {
	v := j.value(p.Play(m))
	late := j.metric == metrictest.DTZ10 && !p.IsZeroing(m) && j.metric.Plies(v) >= 10
	return j.outcome(v) == value.Loss && !late
}

func (j judge) value(p board.Position) value.Value {
	j.Helper()
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
	if !q.Values(j.metric, f.Value) {
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
		return f, one == value.Loss && other == value.Loss || one == value.Loss && other == value.Drawn || one == value.Drawn && other == value.Loss
	case find.OnlyMove:
		winning := 0
		for _, m := range p.LegalMoves(nil) {
			if j.wins(&p, m) {
				f.Move = m
				winning++
			}
		}
		return f, winning == 1
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
}{
	{"all", find.Any, find.Everything()},
	{"in five plies", find.Any, find.Within(5, 5)},
	{"lost in up to ten", find.Any, find.Within(0, 10).And(find.Ending(value.Loss))},
	{"drawn", find.Any, find.Ending(value.Drawn)},
	{"zugzwangs", find.Zugzwang, find.Everything()},
	{"zugzwangs that cost a draw", find.Zugzwang, find.Ending(value.Loss)},
	{"single moves", find.OnlyMove, find.Everything()},
	{"single moves to a quick mate", find.OnlyMove, find.Within(0, 15)},
}

// TestExhaustive compares all that is found with all there is, also by a rule of ten plies without a capture or a pawn move, and in
// tables that tell values in several levels.
func TestExhaustive(t *testing.T) {
	byRule := library.New(tabletest.BuiltBy(t, metrictest.DTZ10, "KRvK", "KPvK"), 1<<20)
	defer byRule.Close()
	leveled := library.New(tabletest.BuiltBy(t, metrictest.ShortDTC, "KRvK"), 1<<20)
	defer leveled.Close()
	wantExhaustive(t, "KRvK", metrictest.ShortDTC, leveled)
	for _, name := range []string{"KRvK", "KPvK"} {
		wantExhaustive(t, name, value.DTM, tables(t))
		wantExhaustive(t, name, metrictest.DTZ10, byRule)
	}
}

func wantExhaustive(t *testing.T, name string, metric *value.Metric, lib *library.Library) {
	t.Helper()
	for _, side := range board.Colors {
		there := make([]map[key]find.Found, len(kinds))
		queries := make([]find.Query, len(kinds))
		for i, k := range kinds {
			there[i] = map[key]find.Found{}
			queries[i] = find.Query{Class: class(t, name), Side: side, Kind: k.kind, Values: k.values}
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
			wantFound(t, metric.Name()+", "+name+", "+kinds[i].name, all(t, search(t, lib, q)), there[i])
		}
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

// TestSampled compares what is found of larger classes, with en passant and like
// pieces, with positions at random, and some of what is found with its moves.
func TestSampled(t *testing.T) {
	for name, kindsOf := range map[string][]int{"KPvKP": {4, 7}, "KRvKN": {2, 4, 7}, "KNNvK": {2}} {
		lib := tables(t)
		layout := slice.NewLayout(class(t, name))
		for _, side := range board.Colors {
			judge := newJudge(t, value.DTM, lib)
			for _, k := range kindsOf {
				q := find.Query{Class: layout.Class, Side: side, Kind: kinds[k].kind, Values: kinds[k].values}
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
		p := l.Position(slice.Place{Slice: slice.Number(r.IntN(int(l.Slices()))), Side: side, Entry: slice.Entry(r.IntN(l.Entries()))})
		if p.Occupied().Count() == len(l.Men) && p.Check() == nil {
			return p
		}
	}
}

// TestKnown: counts that were published of other programs' tables.
func TestKnown(t *testing.T) {
	for name, zugzwangs := range map[string]int{"KPvK": 80, "KRvKN": 18, "KRvKB": 5} {
		lib := tables(t)
		for _, side := range board.Colors {
			q := find.Query{Class: class(t, name), Side: side, Kind: find.Zugzwang, Values: find.Everything()}
			if found := all(t, search(t, lib, q)); len(found) != zugzwangs {
				t.Errorf("%s has %d mutual zugzwangs, %d are found", name, zugzwangs, len(found))
			}
		}
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
	for _, k := range kinds[1:] {
		s := search(t, lib, find.Query{Class: class(t, "KPvK"), Kind: k.kind, Values: k.values})
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
	if !errors.Is(err, context.Canceled) || len(reports) != 5 || reports[0] != 0 || next != reports[4] || next >= s.Entries() {
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
	f := find.Found{Position: p, Metric: value.DTM, Value: value.Decided(6), Passed: value.Draw, Move: board.Move{From: 0, To: 1}}
	if r := f.Record(find.Zugzwang); r.FEN != p.FEN() || r.Category != "loss" || *r.DTM != -6 || r.Passed.Category != "draw" || r.Passed.DTM != nil || r.Move != "" {
		t.Errorf("%+v", r)
	}
	f.Value = value.Decided(7)
	if r := f.Record(find.OnlyMove); *r.DTM != 7 || r.Passed != nil || r.Move != "a1b1" {
		t.Errorf("%+v", r)
	}
}
