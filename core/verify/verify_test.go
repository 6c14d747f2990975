package verify_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

func class(t testing.TB, name string) material.Class {
	t.Helper()
	c, err := material.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// contents has the values of a whole table.
func contents(t testing.TB, tables store.Store, l *slice.Layout) []*solve.Values {
	t.Helper()
	tab, err := library.Open(t.Context(), tables, l.Class)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	all := make([]*solve.Values, l.Slices())
	for number := range l.Slices() {
		all[number] = solve.NewValues(l)
		if err := tab.Values(t.Context(), number, all[number]); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func put(t testing.TB, tables store.Store, l *slice.Layout, all []*solve.Values) {
	t.Helper()
	tabletest.Fill(
		t,
		tabletest.NewEncoder(t, tables, l),
		tabletest.AllUnits(l),
		func(number slice.Number) *solve.Values { return all[number] },
	)
}

// verifyIn verifies a table of a store.
func verifyIn(
	ctx context.Context, tables store.Store, c material.Class, options verify.Options,
) (*verify.Result, error) {
	lib := library.New(tables, 256<<20)
	defer lib.Close()
	return verify.Table(ctx, lib, c, options)
}

// verifyByFaces is verifyIn with a store for faces, which keeps those of other classes.
func verifyByFaces(
	ctx context.Context, tables, faces store.Store, c material.Class, options verify.Options,
) (*verify.Result, error) {
	lib := library.New(tables, 256<<20).Faces(faces)
	defer lib.Close()
	return verify.Table(ctx, lib, c, options)
}

// TestRight checks that right tables pass, and that all legal positions are recomputed, for any number of threads.
func TestRight(t *testing.T) {
	tables := tabletest.Built(t, "KPvK")
	for _, c := range material.Closure(class(t, "KPvK")) {
		l := slice.NewLayout(c)
		want := legal(l)
		for threads, every := range []int{verify.DefaultEvery, 1, 20, 300} {
			var last int64
			r, err := verifyIn(
				t.Context(),
				tables,
				c,
				verify.Options{Threads: threads, Every: every, Observe: func(entries int64) {
					if entries < last || entries > l.Positions() {
						t.Errorf("%v: progress from %d to %d of %d", c, last, entries, l.Positions())
					}
					last = entries
				}},
			)
			if err != nil {
				t.Errorf("%v: %v", c, err)
				continue
			}
			if last != l.Positions() {
				t.Errorf("%v: progress ends at %d of %d", c, last, l.Positions())
			}
			if r.Entries != want {
				t.Errorf("%v: %d entries were recomputed, %d are legal", c, r.Entries, want)
			}
			if alone := float64(r.Alone) * float64(every) / float64(want); alone < 0.8 || alone > 1.2 ||
				every == 1 && r.Alone != want {
				t.Errorf("%v: %d of %d entries were recomputed by themselves, not one in %d", c, r.Alone, want, every)
			}
		}
	}
}

// TestStatistics checks that the order of frames does not change the statistics. In the tables many positions share the
// longest win, and like pieces are stored in every order.
func TestStatistics(t *testing.T) {
	for _, name := range []string{"KQQvK", "KNNvK"} {
		tables := tabletest.Built(t, name)
		for _, threads := range []int{1, 2, 5} {
			if _, err := verifyIn(t.Context(), tables, class(t, name), verify.Options{Threads: threads}); err != nil {
				t.Errorf("%d threads: %v", threads, err)
			}
		}
	}
}

func legal(l *slice.Layout) (n int64) {
	for number := range l.Slices() {
		for entry := range l.Entries() {
			for _, c := range board.Colors {
				if isLegal(l, slice.Place{Slice: number, Side: c, Entry: slice.Entry(entry)}) {
					n++
				}
			}
		}
	}
	return n
}

func isLegal(l *slice.Layout, at slice.Place) bool {
	p := l.Position(at)
	return p.Occupied().Count() == len(l.Men) && p.Check() == nil
}

// lookaheadOnly recomputes almost no entry alone.
var lookaheadOnly = verify.Options{Every: 1 << 30}

// TestWrong changes one entry of a right table. Both ways to recompute must report this entry, or one that depends on
// it, for any old and new value.
func TestWrong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	tests := []struct {
		class  string
		random int
		fens   []string // positions whose moves are special
	}{
		{"KQvK", 12, []string{"8/8/8/8/8/8/2kQ4/K7 b"}},
		{"KPvK", 12, []string{"8/P7/8/8/8/k7/8/K7 w", "8/8/8/8/8/8/kP6/2K5 b"}},
		{"KPvKP", 3, []string{
			"k7/8/8/8/1p6/8/P7/K7 w", // en passant after a push
			"K7/p7/8/1P6/8/8/8/k7 b",
			"8/8/8/8/8/8/1pP5/k1K5 w", // a capture, a promotion
			"k7/2p5/1P6/8/8/8/8/K7 w",
		}},
	}
	for _, test := range tests {
		tables := tabletest.Built(t, test.class)
		l := slice.NewLayout(class(t, test.class))
		right, faces := contents(t, tables, l), store.NewMemStore()
		var places []slice.Place
		for _, fen := range test.fens {
			p, err := board.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			places = append(places, l.Locate(&p))
		}
		for range test.random {
			at := slice.Place{
				Slice: slice.Number(r.IntN(int(l.Slices()))),
				Side:  board.Color(r.IntN(2)),
				Entry: slice.Entry(r.IntN(l.Entries())),
			}
			for !isLegal(l, at) {
				at.Entry = slice.Entry(r.IntN(l.Entries()))
			}
			places = append(places, at)
		}
		for _, at := range places {
			entry := &right[at.Slice][at.Side][at.Entry]
			was := *entry
			for *entry == was {
				*entry = []value.Byte{
					value.DrawByte, was + 2, was - 2, was + 1, value.Decided(0).Byte(), value.Decided(1).Byte(),
				}[r.IntN(6)]
			}
			wrong := *entry
			put(t, tables, l, right)
			*entry = was
			p := l.Position(at)
			what := fmt.Sprintf("%s: %s is a %v and is stored as a %v", test.class, p.FEN(), was, wrong)
			if test.class == "KPvKP" { // takes long
				_, err := verifyByFaces(t.Context(), tables, faces, l.Class, lookaheadOnly)
				checkMismatch(t, what+", lookahead", l.Class, err)
			} else {
				_, err := verifyIn(t.Context(), tables, l.Class, lookaheadOnly)
				checkMismatch(t, what+", lookahead", l.Class, err)
				checkMismatch(t, what+", alone", l.Class, verify.Alone(t.Context(), tables, l.Class))
			}
		}
	}
}

// TestSample checks that a sample of a right table passes, and that one of a table with too long wins does not.
func TestSample(t *testing.T) {
	tables := tabletest.Built(t, "KRvKN")
	l := slice.NewLayout(class(t, "KRvKN"))
	if r, err := verifyIn(t.Context(), tables, l.Class, verify.Options{Sample: 4000}); err != nil || !r.Sampled ||
		r.Alone < 1500 ||
		r.Alone > 4000 {
		t.Errorf("%+v, %v", r, err)
	}
	lengthenWins(t, tables, l)
	_, err := verifyIn(t.Context(), tables, l.Class, verify.Options{Sample: 4000})
	checkMismatch(t, "all wins are longer", l.Class, err)
}

// lengthenWins makes all wins of the first slice a move longer.
func lengthenWins(t *testing.T, tables store.Store, l *slice.Layout) {
	t.Helper()
	wrong := contents(t, tables, l)
	for _, values := range wrong[0] {
		for i, v := range values {
			if v.Value().Outcome() == value.Win {
				values[i] += 2
			}
		}
	}
	put(t, tables, l, wrong)
}

// countedFile counts the files of scratch that are closed.
type countedFile struct {
	scratch.File
	closed *atomic.Int32
}

func (f countedFile) Close() error {
	f.closed.Add(1)
	return f.File.Close()
}

// TestUnpacked verifies a table with a castling right as those of six men are verified. It checks that the faces of the
// right come from scratch, which is closed afterwards, and that a wrong table is found.
func TestUnpacked(t *testing.T) {
	tables := tabletest.Built(t, "KRvKN-h1")
	l := slice.NewLayout(class(t, "KRvKN-h1"))
	var opened, closed atomic.Int32
	open := func() (scratch.File, error) {
		opened.Add(1)
		file, err := scratch.FilesIn(t.TempDir())()
		return countedFile{file, &closed}, err
	}
	whole, err := verifyIn(t.Context(), tables, l.Class, lookaheadOnly)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := verify.Unpacked(t.Context(), tables, l.Class, open); err != nil || r.Entries != whole.Entries ||
		opened.Load() == 0 || closed.Load() != opened.Load() {
		t.Errorf("%+v, %v, want %d entries", r, err, whole.Entries)
		t.Errorf("scratch was opened %d times and closed %d times", opened.Load(), closed.Load())
	}
	lengthenWins(t, tables, l)
	_, err = verify.Unpacked(t.Context(), tables, l.Class, open)
	checkMismatch(t, "all wins are longer", l.Class, err)
}

func checkMismatch(t *testing.T, what string, class material.Class, err error) {
	t.Helper()
	var mismatch *verify.MismatchError
	if !errors.As(err, &mismatch) || !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("%s: %v", what, err)
		return
	}
	if _, err := board.ParseFEN(mismatch.FEN); err != nil || mismatch.Class != class ||
		!strings.Contains(mismatch.Error(), mismatch.FEN) {
		t.Errorf("%s: %+v: %v", what, mismatch, err)
	}
}

// TestWrongDependency changes the value of a position after a capture, a promotion or an en-passant capture.
func TestWrongDependency(t *testing.T) {
	tables := tabletest.Built(t, "KPvKP")
	for _, test := range []struct{ class, after string }{
		{"KPvK", "8/8/8/8/8/2P5/8/K1k5 b"},    // Pxc3 on any side
		{"KPvK", "k7/8/8/8/8/p7/8/2K5 w"},     // bxa3 en passant or not
		{"KQvKP", "Q7/8/8/8/8/1k6/p7/2K5 b"},  // a8=Q
		{"KNvKP", "1N6/8/8/8/8/1k6/p7/2K5 b"}, // b8=N
	} {
		p, err := board.ParseFEN(test.after)
		if err != nil {
			t.Fatal(err)
		}
		l := slice.NewLayout(class(t, test.class))
		right := contents(t, tables, l)
		at := l.Locate(&p)
		entry := &right[at.Slice][at.Side][at.Entry]
		was := *entry
		*entry = value.Decided(0).Byte()
		put(t, tables, l, right)
		*entry = was
		_, err = verifyIn(t.Context(), tables, class(t, "KPvKP"), lookaheadOnly)
		checkMismatch(t, test.after, class(t, "KPvKP"), err)
		if test.class != "KPvK" { // there is a promotion
			_, err = verifyByFaces(t.Context(), tables, store.NewMemStore(), class(t, "KPvKP"), lookaheadOnly)
			checkMismatch(t, test.after+", by faces", class(t, "KPvKP"), err)
		}
		put(t, tables, l, right)
	}
	prepared := 0
	options := lookaheadOnly
	options.Preparing = func(done, tables int) {
		if prepared = max(prepared, done+1); done >= tables {
			t.Errorf("preparing, %d of %d are done", done, tables)
		}
	}
	if _, err := verifyByFaces(t.Context(), tables, store.NewMemStore(), class(t, "KPvKP"), options); err != nil {
		t.Errorf("put right again: %v", err)
	}
	if prepared < 4 {
		t.Errorf("promotions into %d tables were prepared", prepared)
	}
}

// TestFirst checks that the number of threads does not change the reported mismatch.
func TestFirst(t *testing.T) {
	tables := tabletest.Built(t, "KPvK")
	for _, name := range []string{"KQvK", "KPvK"} {
		l := slice.NewLayout(class(t, name))
		wrong := contents(t, tables, l)
		for _, values := range wrong {
			for _, c := range board.Colors {
				for i := 500; i < len(values[c]); i += 1000 {
					values[c][i] ^= 2
				}
			}
		}
		put(t, tables, l, wrong)
		_, want := verifyIn(t.Context(), tables, l.Class, verify.Options{Threads: 1})
		for _, threads := range []int{1, 2, 3, 8} {
			_, err := verifyIn(t.Context(), tables, l.Class, verify.Options{Threads: threads})
			if err == nil || err.Error() != want.Error() {
				t.Errorf("%v, then %v", want, err)
			}
		}
	}
}

// TestErrors checks that an error names the missing table, and that a verification stops when its context ends.
func TestErrors(t *testing.T) {
	tables := tabletest.Built(t, "KPvK")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := verifyIn(cancelled, tables, class(t, "KPvK"), verify.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := tables.Remove(t.Context(), "KRvK"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"KRvK", "KPvK"} {
		_, err := verifyIn(t.Context(), tables, class(t, name), verify.Options{})
		var named *store.Error
		if !errors.Is(err, store.ErrMissing) || !errors.As(err, &named) || named.Table != "KRvK" {
			t.Errorf("%s without KRvK: %v", name, err)
		}
	}
}
