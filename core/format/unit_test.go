package format_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/store"
)

// TestUnitNames checks that ParseUnitName parses the names of units, and refuses others.
func TestUnitNames(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	if got := format.UnitName(l, 1); got != "KPvK" {
		t.Errorf("the only unit is %s", got)
	}
	tabletest.SmallGroups(t, l, 3)
	if class, unit, ok := format.ParseUnitName(format.UnitName(l, 12)); class != l.Class || unit != 12 || !ok {
		t.Errorf("%v, %d, %v", class, unit, ok)
	}
	for _, name := range []string{"KPvK", "kpvkunit1", "KvKPunit1", "KPvKunit-1", "KPvKunit1x", "KPvKunit01"} {
		if _, _, ok := format.ParseUnitName(name); ok {
			t.Errorf("%s is a unit", name)
		}
	}
}

// FuzzDecodeUnit checks that each header of a unit is refused, or is the only encoding of its fields.
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
