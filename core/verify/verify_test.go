package verify_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/build"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
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

func built(t testing.TB, name string) table.Store {
	t.Helper()
	store := table.NewMemStore()
	job, err := build.Plan(t.Context(), store, class(t, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := build.Build(t.Context(), store, job, build.Options{}); err != nil {
		t.Fatal(err)
	}
	return store
}

// contents has the values of a whole table.
func contents(t testing.TB, store table.Store, l *slice.Layout) []*solve.Values {
	t.Helper()
	tab, err := table.Open(t.Context(), store, l.Class)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	all := make([]*solve.Values, l.Slices())
	for number := range all {
		all[number] = solve.NewValues(l)
		if err := tab.Values(t.Context(), number, all[number]); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func put(t testing.TB, store table.Store, l *slice.Layout, all []*solve.Values) {
	t.Helper()
	e, err := table.NewEncoder(t.Context(), store, l, value.DTM)
	if err != nil {
		t.Fatal(err)
	}
	for number, values := range all {
		if err := e.AddSlice(number, values); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := e.Commit(); err != nil {
		t.Fatal(err)
	}
}

// TestRight: tables that are right pass, and all their legal positions are
// looked at.
func TestRight(t *testing.T) {
	store := built(t, "KPvK")
	for _, c := range material.Closure(class(t, "KPvK")) {
		l := slice.NewLayout(c)
		var last int64
		r, err := verify.Table(t.Context(), store, c, func(entries int64) {
			if entries < last || entries > l.Positions() {
				t.Errorf("%v: progress from %d to %d of %d", c, last, entries, l.Positions())
			}
			last = entries
		})
		if err != nil {
			t.Errorf("%v: %v", c, err)
			continue
		}
		if want := legal(l); r.Entries != want {
			t.Errorf("%v: %d entries were recomputed, %d are legal", c, r.Entries, want)
		}
	}
}

func legal(l *slice.Layout) (n int64) {
	for number := range l.Slices() {
		for entry := range l.Entries() {
			for _, c := range board.Colors {
				if isLegal(l, slice.Place{Slice: number, Side: c, Entry: entry}) {
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

// TestWrong changes one entry of a table that is right: it is found, or one
// of those that depend on it, whatever the value was and becomes.
func TestWrong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"KQvK", "KPvK"} {
		store := built(t, name)
		l := slice.NewLayout(class(t, name))
		right := contents(t, store, l)
		for range 12 {
			at := slice.Place{Slice: r.IntN(l.Slices()), Side: board.Color(r.IntN(2)), Entry: r.IntN(l.Entries())}
			for !isLegal(l, at) {
				at.Entry = r.IntN(l.Entries())
			}
			entry := &right[at.Slice][at.Side][at.Entry]
			was := *entry
			for *entry == was {
				*entry = []value.Value{value.Draw, was + 2, was - 2, was + 1, value.Decided(0), value.Decided(1)}[r.IntN(6)]
			}
			wrong := *entry
			put(t, store, l, right)
			*entry = was
			_, err := verify.Table(t.Context(), store, l.Class, nil)
			var mismatch *verify.MismatchError
			if !errors.As(err, &mismatch) || !errors.Is(err, table.ErrCorrupt) {
				p := l.Position(at)
				t.Errorf("%s: %s is a %v and is stored as a %v: %v", name, p.FEN(), was, wrong, err)
				continue
			}
			if _, err := board.ParseFEN(mismatch.FEN); err != nil || mismatch.Class != l.Class || !strings.Contains(mismatch.Error(), mismatch.FEN) {
				t.Errorf("%+v: %v", mismatch, err)
			}
		}
	}
}

// TestErrors: what is missing is named, and verifying can be stopped.
func TestErrors(t *testing.T) {
	store := built(t, "KPvK")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := verify.Table(cancelled, store, class(t, "KPvK"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := store.Remove(t.Context(), "KRvK"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"KRvK", "KPvK"} {
		_, err := verify.Table(t.Context(), store, class(t, name), nil)
		var named *table.Error
		if !errors.Is(err, table.ErrMissing) || !errors.As(err, &named) || named.Table != "KRvK" {
			t.Errorf("%s without KRvK: %v", name, err)
		}
	}
}
