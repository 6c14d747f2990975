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
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
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

// fileOf returns a table as a file.
func fileOf(t testing.TB, tables store.Store, name string) []byte {
	t.Helper()
	return tabletest.ImageOf(t, tables, name).File()
}

func take(ctx context.Context, tables store.Store, file []byte, options exchange.Options) (*exchange.Result, error) {
	r, err := exchange.Import(ctx, tables, bytes.NewReader(file), int64(len(file)), options)
	refused := errors.As(err, new(*exchange.RefusedError))
	if refused == (err == nil || errors.Is(err, context.Canceled)) {
		err = fmt.Errorf("a refusal: %v: %w", refused, err)
	}
	return r, err
}

func remove(t testing.TB, tables store.Store, name string) {
	t.Helper()
	if err := tables.Remove(t.Context(), name); err != nil {
		t.Fatal(err)
	}
}

// TestProven checks that a file with the known bytes is imported without any other table, also in place of a damaged
// one. The import has only one step.
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

// TestForged checks that a table other than the known one is refused, with and without the tables that it needs. It is
// refused as an unproven table, too, if the store has the known one. Otherwise it is imported as an unproven table.
// Prove reports it as wrong, and Settle removes it.
func TestForged(t *testing.T) {
	right := tabletest.Built(t, "KPvK")
	for name, forged := range map[string]struct {
		file  []byte
		class string
		alone bool // the store is empty
	}{
		"one position":               {fileOf(t, changed(t, right, 1), "KQvK"), "KQvK", false},
		"all positions":              {fileOf(t, changed(t, right, 1<<20), "KQvK"), "KQvK", false},
		"another class":              {renamed(t, right, "KRvK"), "KRvK", false},
		"one position, into nothing": {fileOf(t, changed(t, right, 1), "KQvK"), "KQvK", true},
	} {
		tables := store.Store(store.NewMemStore())
		if !forged.alone {
			tables = tabletest.Copy(t, right)
			all, there := tabletest.Names(t, tables), fileOf(t, tables, forged.class)
			for _, unproven := range []bool{false, true} {
				if _, err := take(t.Context(), tables, forged.file, exchange.Options{Unproven: unproven}); !errors.Is(
					err,
					known.ErrOther,
				) {
					t.Errorf("%s, beside the right one: %v", name, err)
				}
			}
			if got := tabletest.Names(t, tables); !slices.Equal(got, all) ||
				!bytes.Equal(fileOf(t, tables, forged.class), there) {
				t.Errorf("%s, beside the right one: the store has changed: %q", name, got)
			}
			remove(t, tables, forged.class)
		}
		before := tabletest.Names(t, tables)
		if _, err := take(t.Context(), tables, forged.file, exchange.Options{}); !errors.Is(err, known.ErrOther) {
			t.Errorf("%s: %v", name, err)
		}
		r, err := take(t.Context(), tables, forged.file, exchange.Options{Unproven: true})
		if err != nil || !r.Unproven || r.Proven {
			t.Fatalf("%s, as unproven: %+v, %v", name, r, err)
		}
		proof := prove(t, tables, r.Class)
		if err := proof.Wrong; !errors.Is(err, exchange.ErrWrong) || !errors.As(err, new(*exchange.RefusedError)) {
			t.Errorf("%s, as unproven: %v", name, err)
		}
		if got := tabletest.Names(t, tables); len(got) != len(before)+1 {
			t.Errorf("%s: before it is settled, there are %q", name, got)
		}
		settle(t, tables, proof)
		if got := tabletest.Names(t, tables); !slices.Equal(got, before) {
			t.Fatalf("%s: the store has changed: %q", name, got)
		}
	}
}

func prove(t testing.TB, tables store.Store, class material.Class) *exchange.Proof {
	t.Helper()
	last := 0.0
	proof, err := exchange.Prove(
		t.Context(),
		tables,
		class,
		exchange.Options{Threads: 2, Observe: func(p exchange.Progress) {
			done := float64(p.Done) / float64(p.Of)
			if p.Class != class || p.Step != exchange.Checking || done < last || done > 1 {
				t.Errorf("progress from %v to %v", last, p)
			}
			last = done
		}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

func settle(t testing.TB, tables store.Store, proof *exchange.Proof) {
	t.Helper()
	if err := proof.Settle(t.Context(), tables); err != nil {
		t.Fatal(err)
	}
}

// TestProve checks that Prove turns right values in other bytes into the known bytes, also in place of a damaged table.
// It covers several metrics and a table of several units.
func TestProve(t *testing.T) {
	for _, of := range []struct {
		metric *value.Metric
		name   string
	}{{value.DTM, "KPvK"}, {value.DTM, "KRvK-h1"}, {value.DTC, "KPvK"}, {value.DTZ50, "KPvK"}, {value.DTM, "KQvKP"}} {
		class := class(t, of.name)
		built := tabletest.BuiltBy(t, of.metric, of.name)
		want := tabletest.TableOf(t, built, class)
		tables := store.NewMemStore()
		tabletest.Image{Data: []byte("data"), Header: []byte("header")}.Put(t, tables, of.name)
		r, err := take(t.Context(), tables, tabletest.Alike(t, want).File(), exchange.Options{Unproven: true})
		if err != nil || !r.Unproven {
			t.Fatalf("%v: %+v, %v", of, r, err)
		}
		proof := prove(t, tables, class)
		settle(t, tables, proof)
		if got := tabletest.TableOf(t, tables, class); proof.Wrong != nil || !bytes.Equal(got.File(), want.File()) {
			t.Errorf(
				"%v: %v, %d bytes other than the %d that are known",
				of,
				proof.Wrong,
				len(got.Data),
				len(want.Data),
			)
		}
		for _, name := range tabletest.Names(t, tables) {
			if strings.Contains(name, "unproven") {
				t.Errorf("%v: there is still %s", of, name)
			}
		}
	}
}

// TestProveOneSide checks that Prove requires the tables that a table of one side to move leads to. They must not be
// unproven.
func TestProveOneSide(t *testing.T) {
	right := tabletest.Built(t, "KQvKR")
	want := fileOf(t, right, "KQvKR")
	one := format.With(store.NewMemStore(), format.Params{MostMenBothSides: 2})
	l := slice.NewLayout(class(t, "KQvKR"))
	tabletest.Repack(t, tabletest.NewEncoder(t, one, l), right)
	remove(t, right, "KQvKR")
	file, queens := fileOf(t, one, "KQvKR"), tabletest.ImageOf(t, right, "KQvK")
	remove(t, right, "KQvK")
	for _, file := range [][]byte{file, tabletest.Alike(t, queens).File()} {
		if r, err := take(t.Context(), right, file, exchange.Options{Unproven: true}); err != nil || !r.Unproven {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	var needs *exchange.NeedsError
	if _, err := exchange.Prove(t.Context(), right, l.Class, exchange.Options{}); !errors.As(err, &needs) ||
		!slices.Equal(needs.Needed, []material.Class{class(t, "KQvK")}) {
		t.Errorf("with an unproven KQvK: %v", err)
	}
	settle(t, right, prove(t, right, class(t, "KQvK")))
	rook := tabletest.ImageOf(t, right, "KRvK")
	tabletest.Image{Data: make([]byte, len(rook.Data)), Header: rook.Header}.Put(t, right, "KRvK")
	var named *store.Error
	proof, err := exchange.Prove(t.Context(), right, l.Class, exchange.Options{})
	if !errors.Is(err, store.ErrCorrupt) || !errors.As(err, &named) || named.Table != "KRvK" ||
		errors.As(err, &needs) ||
		proof.Wrong != nil {
		t.Errorf(
			"with a damaged KRvK: %v, %v",
			proof.Wrong,
			err,
		) // the table is not missing, so waiting for it would be useless
	}
	rook.Put(t, right, "KRvK")
	settle(t, right, prove(t, right, l.Class))
	if got := fileOf(t, right, "KQvKR"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes other than the %d that are known", len(got), len(want))
	}
}

// TestSettleLater checks that Settle removes a wrong table, but not another table that has replaced it.
func TestSettleLater(t *testing.T) {
	tables := tabletest.Built(t, "KQvK")
	wrong, other := fileOf(t, changed(t, tables, 1), "KQvK"), fileOf(t, changed(t, tables, 2), "KQvK")
	remove(t, tables, "KQvK")
	for _, file := range [][]byte{wrong, other} {
		if _, err := take(t.Context(), tables, wrong, exchange.Options{Unproven: true}); err != nil {
			t.Fatal(err)
		}
		proof := prove(t, tables, class(t, "KQvK"))
		if _, err := take(t.Context(), tables, file, exchange.Options{Unproven: true}); err != nil {
			t.Fatal(err)
		}
		settle(t, tables, proof)
		if _, err := tables.Open(t.Context(), "KQvKunproven"); errors.Is(err, store.ErrMissing) != bytes.Equal(
			file,
			wrong,
		) {
			t.Errorf("%d bytes after %d: %v", len(file), len(wrong), err)
		}
		settle(t, tables, proof) // once more, as after a crash
	}
}

// TestProveFails checks that the unproven table stays if Prove is stopped, or if another table is missing.
func TestProveFails(t *testing.T) {
	tables := tabletest.Built(t, "KQvK")
	alike := tabletest.Alike(t, tabletest.ImageOf(t, tables, "KQvK")).File()
	remove(t, tables, "KQvK")
	if _, err := take(t.Context(), tables, alike, exchange.Options{Unproven: true}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	options := exchange.Options{Observe: func(exchange.Progress) { cancel() }}
	if _, err := exchange.Prove(ctx, tables, class(t, "KQvK"), options); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if _, err := exchange.Prove(t.Context(), tables, class(t, "KRvK"), exchange.Options{}); !errors.Is(
		err,
		store.ErrMissing,
	) {
		t.Errorf("of a missing table: %v", err)
	}
	if _, err := tables.Open(t.Context(), "KQvKunproven"); err != nil {
		t.Error(err)
	}
}

// unknown returns tables in a metric without known bytes.
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

// TestUnknown checks that all positions must agree with their moves if no bytes are known.
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
	if _, err := take(t.Context(), tables, file, exchange.Options{}); !errors.As(err, &needs) ||
		!slices.Equal(needs.Needed, []material.Class{class(t, "KRvK")}) {
		t.Errorf("beside a damaged KRvK: %v", err)
	}
	remove(t, tables, "KRvK")
	remove(t, tables, "KBvK")
	want := []material.Class{class(t, "KRvK"), class(t, "KBvK")}
	if _, err := take(t.Context(), tables, file, exchange.Options{}); !errors.As(err, &needs) ||
		!slices.Equal(needs.Needed, want) {
		t.Errorf("without KRvK and KBvK: %v", err)
	}
	if got := fileOf(t, tables, "KPvK"); !bytes.Equal(got, file) {
		t.Errorf("%d bytes other than the %d that were here", len(got), len(file))
	}
}

// changed returns a store with a KQvK in which up to count drawn positions are stored as lost.
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

// renamed returns a file of KQvK with the name of another class in its header.
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

// TestStopped checks that an import that is stopped in either step leaves nothing in the store.
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
