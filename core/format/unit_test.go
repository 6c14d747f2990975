package format_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/store"
)

// TestFindUnits: those are found that are whole and have their right name.
func TestFindUnits(t *testing.T) {
	l, tables := tabletest.ThreeUnits(t)
	first := tabletest.ImageOf(t, tables, "KPvKunit1")
	first.Put(t, tables, "KPvKunit3") // under a wrong name
	for _, stray := range []string{"KPvKunit0", "KPvKunit4", "KPvKunit01", "KRvKPunit1", "Kunit1", "unit1", "KPvKunit"} {
		first.Put(t, tables, stray)
	}
	entries, err := tables.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := format.FindUnits(l, entries); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("found %v", got)
	}
	if err := format.ClearUnits(t.Context(), tables); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"KPvKunit3", "KPvKunit4", "KRvKPunit1"} {
		if slices.Contains(tabletest.Names(t, tables), name) {
			t.Errorf("%s is still there", name)
		}
	}
	if class, unit, ok := format.ParseUnitName(format.UnitName(l.Class, 12)); class != l.Class || unit != 12 || !ok {
		t.Errorf("%v, %d, %v", class, unit, ok)
	}
	for _, name := range []string{"KPvK", "kpvkunit1", "KvKPunit1", "KPvKunit-1", "KPvKunit1x"} {
		if _, _, ok := format.ParseUnitName(name); ok {
			t.Errorf("%s is a unit", name)
		}
	}
}

// FuzzDecodeUnit: a header of a unit is refused, or the only way to write it.
func FuzzDecodeUnit(f *testing.F) {
	l := tabletest.Layout(f, "KPvK")
	tabletest.SmallGroups(f, l, 3)
	tables := tabletest.WithNeeded(f, l)
	if err := tabletest.BuildUnit(f.Context(), tables, l, 1); err != nil {
		f.Fatal(err)
	}
	im := tabletest.ImageOf(f, tables, "KPvKunit1")
	f.Add(im.Header[:len(im.Header)-4])
	f.Fuzz(func(t *testing.T, unsealed []byte) {
		header := tabletest.Seal(unsealed)
		again, err := format.RecodeUnit(l, 1, header, int64(len(im.Data)))
		if err == nil && !bytes.Equal(again, header) {
			t.Errorf("%x is read as %x", header, again)
		}
		if err != nil && !errors.Is(err, store.ErrCorrupt) {
			t.Error(err)
		}
	})
}
