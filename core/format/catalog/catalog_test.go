package catalog_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/store"
)

// TestFindUnits checks that FindUnits finds the whole units under their right names, and that Clear removes the others.
func TestFindUnits(t *testing.T) {
	l, tables := tabletest.ThreeUnits(t)
	first := tabletest.ImageOf(t, tables, "KPvKunit1")
	first.Put(t, tables, "KPvKunit3") // under a wrong name
	strays := []string{"KPvKunit4", "KRvKPunit1"}
	for _, stray := range append(strays, "KPvKunit0", "KPvKunit01", "Kunit1", "unit1", "KPvKunit") {
		first.Put(t, tables, stray)
	}
	entries, err := tables.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	bytes := func(name string) int64 {
		im := tabletest.ImageOf(t, tables, name)
		return int64(len(im.Data) + len(im.Header))
	}
	want := []catalog.FoundUnit{{Number: 1, Bytes: bytes("KPvKunit1")}, {Number: 2, Bytes: bytes("KPvKunit2")}}
	if got := catalog.FindUnits(l, entries); !slices.Equal(got, want) {
		t.Errorf("found %v", got)
	}
	if err := catalog.Clear(t.Context(), tables); err != nil {
		t.Error(err)
	}
	for _, name := range append(strays, "KPvKunit3") {
		if slices.Contains(tabletest.Names(t, tables), name) {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range []string{"KPvKunit1", "KPvKunit2"} {
		if !slices.Contains(tabletest.Names(t, tables), name) {
			t.Errorf("%s has gone", name)
		}
	}
}

// TestHas checks that only intact pieces under their own name count.
func TestHas(t *testing.T) {
	l, tables := tabletest.ThreeUnits(t)
	second := tabletest.ImageOf(t, tables, "KPvKunit2")
	second.Put(t, tables, "KPvKunit1") // another unit
	second.Header[len(second.Header)/2] ^= 1
	second.Put(t, tables, "KPvKunit2")
	for unit, want := range map[int]bool{1: false, 2: false, 3: true} {
		piece := format.UnitPiece(l, unit)
		if got, err := catalog.Has(t.Context(), tables, l, &piece); got != want || err != nil {
			t.Errorf("unit %d: %t, %v", unit, got, err)
		}
	}
	for _, name := range []string{"KQvK", "KRvK"} {
		whole := format.WholePiece(tabletest.Layout(t, name))
		if got, err := catalog.Has(t.Context(), tables, tabletest.Layout(t, name), &whole); !got || err != nil {
			t.Errorf("%s: %t, %v", name, got, err)
		}
		if err := tables.Remove(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		if got, err := catalog.Has(t.Context(), tables, tabletest.Layout(t, name), &whole); got || err != nil {
			t.Errorf("%s was removed: %t, %v", name, got, err)
		}
	}
}

// TestTables checks that a table of units reads like the same table in one piece, at all places.
func TestTables(t *testing.T) {
	l, tables := tabletest.ThreeUnits(t)
	tabletest.ImageOf(t, tables, "KPvKunit1").Put(t, tables, "KPvKunit9") // the table has no such unit
	whole := store.NewMemStore()
	if err := tabletest.Open(t, tables, l).Export(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	want := tabletest.ImageOf(t, whole, "KPvK")
	blob, err := catalog.Open(t.Context(), tables, l.Class)
	if err != nil {
		t.Fatal(err)
	}
	defer blob.Close()
	if !bytes.Equal(blob.Header(), want.Header) || blob.Size() != int64(len(want.Data)) {
		t.Fatalf("%d bytes of data, or another header, in place of %d", blob.Size(), len(want.Data))
	}
	for from := 0; from < len(want.Data); from += 1 + len(want.Data)/50 {
		for to := from; to <= len(want.Data); to += 1 + len(want.Data)/40 {
			got := make([]byte, to-from)
			if err := blob.ReadAt(t.Context(), got, int64(from)); err != nil || !bytes.Equal(got, want.Data[from:to]) {
				t.Fatalf("bytes %d to %d: %v, or others", from, to, err)
			}
		}
	}
	if err := blob.ReadAt(t.Context(), make([]byte, 2), blob.Size()-1); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("beyond the end: %v", err)
	}
	there, err := catalog.List(t.Context(), tables)
	if err != nil || len(there.Unfinished) > 0 {
		t.Fatalf("%v, %v", there, err)
	}
	list := there.Tables
	at := slices.IndexFunc(list, func(e store.Entry) bool { return e.Name == "KPvK" })
	if at < 0 || !bytes.Equal(list[at].Header, want.Header) || list[at].Size != int64(len(want.Data)+len(want.Header)) {
		t.Errorf("%d of the list is the table", at)
	}
	if !slices.IsSortedFunc(list, func(a, b store.Entry) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) }) {
		t.Error("the list is not sorted")
	}
}

// TestTableIncomplete checks that a table without one of its units is missing, and that its finished units are not.
func TestTableIncomplete(t *testing.T) {
	l, tables := tabletest.ThreeUnits(t)
	if err := tables.Remove(t.Context(), "KPvKunit2"); err != nil {
		t.Fatal(err)
	}
	var named *store.Error
	if _, err := catalog.Open(t.Context(), tables, l.Class); !errors.Is(err, store.ErrMissing) ||
		!errors.As(err, &named) ||
		named.Table != "KPvK" {
		t.Errorf("opened: %v", err)
	}
	there, err := catalog.List(t.Context(), tables)
	if err != nil || len(there.Unfinished) != 1 || len(there.Unfinished[l.Class]) != 2 ||
		slices.ContainsFunc(there.Tables, func(e store.Entry) bool { return e.Name == "KPvK" }) {
		t.Errorf("%v, %v", there, err)
	}
	finished, err := catalog.OpenFinished(t.Context(), tables, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer finished.Blob.Close()
	for unit := range 3 {
		first, end := format.UnitSlices(l, unit+1)
		for number := first; number < end; number++ {
			if finished.HasSlice(number) != (unit != 1) {
				t.Errorf("slice %d of unit %d: %v", number, unit+1, unit == 1)
			}
		}
	}
	if err := catalog.Remove(t.Context(), tables, l.Class); err != nil {
		t.Error(err)
	}
	if err := catalog.Remove(t.Context(), tables, l.Class); !errors.Is(err, store.ErrMissing) {
		t.Errorf("removed again: %v", err)
	}
}

// TestUnitsBesideTable checks that units beside a table in one piece stay, unless the table has the known bytes. Here
// it cannot have them, as its groups are small.
func TestUnitsBesideTable(t *testing.T) {
	l, tables := tabletest.ThreeUnits(t)
	if err := tabletest.Open(t, tables, l).Export(t.Context(), tables); err != nil {
		t.Fatal(err)
	}
	if err := catalog.Clear(t.Context(), tables); err != nil {
		t.Error(err)
	}
	if names := tabletest.Names(t, tables); !slices.Contains(names, "KPvK") || !slices.Contains(names, "KPvKunit1") {
		t.Errorf("there are %v", names)
	}
	if err := catalog.Remove(t.Context(), tables, l.Class); err != nil {
		t.Error(err)
	}
	if _, err := library.Open(t.Context(), tables, l.Class); !errors.Is(err, store.ErrMissing) {
		t.Errorf("it was removed: %v", err)
	}
}
