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

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
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

// TestProven: the known bytes are taken in at once, without any other table, in place of whatever is
// there, damaged or not. Progress goes on through the one step.
func TestProven(t *testing.T) {
	file := fileOf(t, tabletest.Built(t, "KPvK"), "KPvK")
	tables := store.NewMemStore()
	var last exchange.Progress
	observe := func(p exchange.Progress) {
		if p.Step != exchange.Reading || p.Done <= last.Done || p.Done > p.Of || p.Class != class(t, "KPvK") {
			t.Errorf("progress from %v to %v", last, p)
		}
		last = p
	}
	for _, before := range []string{"", "header"} {
		last = exchange.Progress{}
		if before != "" {
			tabletest.Image{Data: []byte("data"), Header: []byte(before)}.Put(t, tables, "KPvK")
		}
		r, err := take(t.Context(), tables, file, exchange.Options{Observe: observe})
		if err != nil || r.Class != class(t, "KPvK") || !r.Proven || r.Checked != 0 || r.Unproven {
			t.Errorf("%+v, %v", r, err)
		}
		if got := fileOf(t, tables, "KPvK"); !bytes.Equal(got, file) || last.Done == 0 {
			t.Errorf("%d bytes other than the %d of the file", len(got), len(file))
		}
	}
}

// TestForged: a table that is not the known one is refused, with and without the one that it would
// replace, with and without those that it needs; and so it is as an unproven one, if a single
// position is wrong or can't be checked.
func TestForged(t *testing.T) {
	right := tabletest.Built(t, "KPvK")
	queens := fileOf(t, right, "KQvK")
	for name, forged := range map[string]struct {
		file  []byte
		alone bool // nothing else is there
		err   error
	}{
		"one position":                {fileOf(t, changed(t, right, 1), "KQvK"), false, new(verify.MismatchError)},
		"all positions":               {fileOf(t, changed(t, right, 1<<20), "KQvK"), false, new(verify.MismatchError)},
		"another class":               {renamed(t, right, "KRvK"), false, new(verify.MismatchError)},
		"one position, into nothing":  {fileOf(t, changed(t, right, 1), "KQvK"), true, new(verify.MismatchError)},
		"right values, needs missing": {tabletest.Alike(t, tabletest.ImageOf(t, right, "KPvK")).File(), true, new(exchange.NeedsError)},
	} {
		tables := right
		if forged.alone {
			tables = store.NewMemStore()
		}
		before := tabletest.Names(t, tables)
		if _, err := take(t.Context(), tables, forged.file, exchange.Options{}); !errors.Is(err, known.ErrOther) {
			t.Errorf("%s: %v", name, err)
		}
		_, err := take(t.Context(), tables, forged.file, exchange.Options{Unproven: true, Threads: 2})
		if !isOfType(err, forged.err) {
			t.Errorf("%s, as unproven: %v, want a %T", name, err, forged.err)
		}
		if got := tabletest.Names(t, tables); !slices.Equal(got, before) || !forged.alone && !bytes.Equal(fileOf(t, tables, "KQvK"), queens) {
			t.Fatalf("%s: what is there has changed: %q", name, got)
		}
	}
}

func isOfType(err, want error) bool {
	switch want.(type) {
	case *verify.MismatchError:
		return errors.As(err, new(*verify.MismatchError))
	case *exchange.NeedsError:
		return errors.As(err, new(*exchange.NeedsError))
	}
	return false
}

// TestUnproven: a table with right values in other bytes can be taken in as an unproven one. It never
// counts where the known one is, is never built on, and whatever rests on it is marked.
func TestUnproven(t *testing.T) {
	tables := tabletest.Built(t, "KPvK")
	proven := fileOf(t, tables, "KQvK")
	alike := tabletest.Alike(t, tabletest.ImageOf(t, tables, "KQvK")).File()
	if r, err := take(t.Context(), tables, alike, exchange.Options{Unproven: true}); err != nil || !r.Unproven || r.Proven || r.Checked != 47136 {
		t.Fatalf("%+v, %v", r, err)
	}
	restsOn := func(fen string) []material.Class {
		t.Helper()
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		prober := probe.New(tables).Unproven()
		defer prober.Close()
		line, err := prober.Line(t.Context(), p)
		if err != nil || len(line.Moves) == 0 {
			t.Fatalf("%s: %v, %v", fen, line, err)
		}
		return line.Unproven
	}
	const promotes, plays = "8/P6k/8/8/8/8/8/K7 w - - 0 1", "8/8/8/8/8/3k4/8/K3Q3 w - - 0 1"
	if list := restsOn(promotes); len(list) > 0 {
		t.Errorf("beside the known one, a verdict rests on %v", list)
	}
	remove(t, tables, "KQvK")
	want := []material.Class{class(t, "KQvK")}
	for _, fen := range []string{promotes, plays} {
		if list := restsOn(fen); !slices.Equal(list, want) {
			t.Errorf("%s rests on %v", fen, list)
		}
	}
	if job, err := builder.Plan(t.Context(), tables, class(t, "KPvK")); err != nil || len(job.Steps) != 1 || job.Steps[0].Class != want[0] {
		t.Errorf("to be built: %v, %v", job, err)
	}
	if r, err := take(t.Context(), tables, proven, exchange.Options{}); err != nil || !r.Proven {
		t.Errorf("%+v, %v", r, err)
	}
	if list := restsOn(plays); len(list) > 0 {
		t.Errorf("with the known one back, a verdict rests on %v", list)
	}
	if err := format.RemoveTable(t.Context(), tables, want[0]); err != nil {
		t.Fatal(err)
	}
	if names := tabletest.Names(t, tables); slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "KQvK") }) {
		t.Errorf("removed, there are %q", names)
	}
}

// unknown returns tables in a metric of which no bytes are known.
func unknown(t testing.TB) store.Store {
	t.Helper()
	tables := store.NewMemStore()
	job, err := builder.Plan(t.Context(), tables, class(t, "KPvK"))
	if err != nil {
		t.Fatal(err)
	}
	if err := builder.Build(t.Context(), tables, job, builder.Options{Metric: metrictest.DTZ10}); err != nil {
		t.Fatal(err)
	}
	return tables
}

// TestUnknown: where nothing is known of the bytes, all positions must agree with their moves.
func TestUnknown(t *testing.T) {
	tables := unknown(t)
	file := fileOf(t, tables, "KPvK")
	remove(t, tables, "KPvK")
	r, err := take(t.Context(), tables, file, exchange.Options{})
	if err != nil || r.Proven || r.Unproven || r.Checked != 165676 || !bytes.Equal(fileOf(t, tables, "KPvK"), file) {
		t.Errorf("with all that it needs: %+v, %v", r, err)
	}

	rook := tabletest.ImageOf(t, tables, "KRvK")
	tabletest.Image{Data: make([]byte, len(rook.Data)), Header: rook.Header}.Put(t, tables, "KRvK")
	var needs *exchange.NeedsError
	if _, err := take(t.Context(), tables, file, exchange.Options{}); !errors.As(err, &needs) || !slices.Equal(needs.Needed, []material.Class{class(t, "KRvK")}) {
		t.Errorf("beside a damaged KRvK: %v", err)
	}
	remove(t, tables, "KRvK")
	remove(t, tables, "KBvK")
	want := []material.Class{class(t, "KRvK"), class(t, "KBvK")}
	if _, err := take(t.Context(), tables, file, exchange.Options{}); !errors.As(err, &needs) || !slices.Equal(needs.Needed, want) {
		t.Errorf("without KRvK and KBvK: %v", err)
	}
	if got := fileOf(t, tables, "KPvK"); !bytes.Equal(got, file) {
		t.Errorf("%d bytes other than the %d that were here", len(got), len(file))
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
	tables := unknown(t)
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
