package exchange_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
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

func built(t testing.TB, name string) store.Store {
	t.Helper()
	tables := store.NewMemStore()
	job, err := builder.Plan(t.Context(), tables, class(t, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := builder.Build(t.Context(), tables, job, builder.Options{}); err != nil {
		t.Fatal(err)
	}
	return tables
}

// fileOf returns a table as a file.
func fileOf(t testing.TB, tables store.Store, name string) []byte {
	t.Helper()
	return tabletest.ImageOf(t, tables, name).File()
}

func take(ctx context.Context, tables store.Store, file []byte, options exchange.Options) (*exchange.Result, error) {
	r, err := exchange.Import(ctx, tables, bytes.NewReader(file), int64(len(file)), options)
	if blamed := errors.As(err, new(*exchange.RefusedError)); blamed == (err == nil || errors.Is(err, context.Canceled)) {
		err = fmt.Errorf("a refusal: %v: %w", blamed, err)
	}
	return r, err
}

func remove(t testing.TB, tables store.Store, name string) {
	t.Helper()
	if err := tables.Remove(t.Context(), name); err != nil {
		t.Fatal(err)
	}
}

// TestImport: the result says what speaks for a table, and progress goes on through
// both steps.
func TestImport(t *testing.T) {
	tables := built(t, "KPvK")
	file := fileOf(t, tables, "KPvK")
	remove(t, tables, "KPvK")

	var steps []exchange.Step
	var last exchange.Progress
	observe := func(p exchange.Progress) {
		if p.Step != last.Step {
			steps = append(steps, p.Step)
			last = exchange.Progress{}
		}
		if p.Done < last.Done || p.Done > p.Of || p.Class != class(t, "KPvK") {
			t.Errorf("progress from %v to %v", last, p)
		}
		last = p
	}
	r, err := take(t.Context(), tables, file, exchange.Options{Observe: observe})
	if err != nil || r.Class != class(t, "KPvK") || r.Checked != 165676 || !r.All || len(r.Unusable) > 0 {
		t.Errorf("with all that it needs: %+v, %v", r, err)
	}
	if !slices.Equal(steps, []exchange.Step{exchange.Reading, exchange.Checking}) {
		t.Errorf("steps %v", steps)
	}
	if got := fileOf(t, tables, "KPvK"); !bytes.Equal(got, file) {
		t.Errorf("%d bytes other than the %d of the file", len(got), len(file))
	}

	remove(t, tables, "KRvK")
	remove(t, tables, "KBvK")
	if _, err := take(t.Context(), tables, file, exchange.Options{}); !errors.Is(err, exchange.ErrUnproven) {
		t.Errorf("in place of one that is here: %v", err)
	}
	if got := fileOf(t, tables, "KPvK"); !bytes.Equal(got, file) {
		t.Errorf("%d bytes other than the %d that were here", len(got), len(file))
	}
	remove(t, tables, "KPvK")
	r, err = take(t.Context(), tables, file, exchange.Options{})
	if want := []material.Class{class(t, "KRvK"), class(t, "KBvK")}; err != nil || r.Checked != 0 || r.All || !slices.Equal(r.Unusable, want) {
		t.Errorf("without KRvK and KBvK: %+v, %v", r, err)
	}

	exchange.CheckSome(t)
	tables = built(t, "KPvK")
	r, err = take(t.Context(), tables, file, exchange.Options{})
	if err != nil || r.Checked != 200 || r.All {
		t.Errorf("checked by a sample: %+v, %v", r, err)
	}
}

// TestImportBesideDamage: a damaged table that it needs is no reason to refuse one,
// but nothing speaks for it then.
func TestImportBesideDamage(t *testing.T) {
	tables := built(t, "KPvK")
	file := fileOf(t, tables, "KPvK")
	blob, err := tables.Open(t.Context(), "KQvK")
	if err != nil {
		t.Fatal(err)
	}
	w, err := tables.Create(t.Context(), "KQvK")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(make([]byte, blob.Size())); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(blob.Header()); err != nil {
		t.Fatal(err)
	}
	if _, err := take(t.Context(), tables, file, exchange.Options{}); !errors.Is(err, exchange.ErrUnproven) {
		t.Errorf("in place of one that is here: %v", err)
	}
	remove(t, tables, "KPvK")
	r, err := take(t.Context(), tables, file, exchange.Options{})
	if err != nil || r.Checked != 0 || r.All || !slices.Equal(r.Unusable, []material.Class{class(t, "KQvK")}) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestWrong: a table that is intact, and wrong, is refused, and the one that is here
// stays.
func TestWrong(t *testing.T) {
	tables := built(t, "KQvK")
	right := fileOf(t, tables, "KQvK")
	for name, wrong := range map[string]struct {
		file  []byte
		class string
	}{
		"one position":  {fileOf(t, changed(t, tables, 1), "KQvK"), "KQvK"},
		"another class": {renamed(t, tables, "KRvK"), "KRvK"},
	} {
		r, err := take(t.Context(), tables, wrong.file, exchange.Options{Threads: 2})
		var mismatch *verify.MismatchError
		if !errors.As(err, &mismatch) || mismatch.Class != class(t, wrong.class) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if !bytes.Equal(fileOf(t, tables, "KQvK"), right) {
			t.Fatalf("%s: what was here has changed", name)
		}
	}
	if _, err := tables.Open(t.Context(), "KRvK"); !errors.Is(err, store.ErrMissing) {
		t.Errorf("KRvK: %v", err)
	}

	exchange.CheckSome(t)
	if _, err := take(t.Context(), tables, fileOf(t, changed(t, tables, 1<<20), "KQvK"), exchange.Options{}); !errors.As(err, new(*verify.MismatchError)) {
		t.Errorf("checked by a sample: %v", err)
	}
}

// changed returns a store with a KQvK in which so many drawn positions, or all, are
// said to be lost.
func changed(t testing.TB, from store.Store, count int) store.Store {
	t.Helper()
	l := slice.NewLayout(class(t, "KQvK"))
	tab, err := library.Open(t.Context(), from, l.Class)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	values := solve.NewValues(l)
	if err := tab.Values(t.Context(), 0, values); err != nil {
		t.Fatal(err)
	}
	for at := (slice.Place{Side: 1}); count > 0 && int(at.Entry) < l.Entries(); at.Entry++ {
		if p := l.Position(at); p.Occupied().Count() == 3 && p.Check() == nil && values[1][at.Entry] == value.DrawByte {
			values[1][at.Entry] = value.Decided(0).Byte()
			count--
		}
	}
	tables := store.NewMemStore()
	tabletest.Fill(t, tabletest.NewEncoder(t, tables, l), []int{1}, func(slice.Number) *solve.Values { return values })
	return tables
}

// renamed returns a file of KQvK that says it is another class.
func renamed(t testing.TB, tables store.Store, name string) []byte {
	t.Helper()
	file := fileOf(t, tables, "KQvK")
	blob, err := tables.Open(t.Context(), "KQvK")
	if err != nil {
		t.Fatal(err)
	}
	header := bytes.Replace(blob.Header(), []byte("KQvK"), []byte(name), 1)
	header = header[:len(header)-4]
	header = binary.LittleEndian.AppendUint32(header, crc32.Checksum(header, crc32.MakeTable(crc32.Castagnoli)))
	before, after := store.FileFrame(blob.Size(), header)
	return slices.Concat(before, file[len(before):][:blob.Size()], after)
}

// TestStopped: an import that is stopped in either step leaves nothing.
func TestStopped(t *testing.T) {
	tables := built(t, "KPvK")
	file := fileOf(t, tables, "KPvK")
	remove(t, tables, "KPvK")
	for _, step := range []exchange.Step{exchange.Reading, exchange.Checking} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := take(ctx, tables, file, exchange.Options{Observe: func(p exchange.Progress) {
			if p.Step == step {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("stopped while %s: %v", step, err)
		}
		if entries, err := tables.List(t.Context()); err != nil || strings.Contains(fmt.Sprint(entries), "KPvK") {
			t.Errorf("stopped while %s: there are %v, %v", step, entries, err)
		}
	}
}
