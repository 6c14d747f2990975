package catalog

import (
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestSingleUnit checks that an entry with the name of a unit makes no table of a class with a single unit. That unit
// has the table's name.
func TestSingleUnit(t *testing.T) {
	class, err := material.Parse("KQvK")
	if err != nil {
		t.Fatal(err)
	}
	l := slice.NewLayout(class)
	h := format.UnitHeader{
		Header: format.Header{
			Class:    class,
			Metric:   value.DTM,
			Sides:    format.BothSides,
			Sections: make([]format.SectionRef, 2),
		},
		End: l.Slices(),
	}
	header := h.Encode(l)
	entry := store.Entry{Name: "KQvKunit1", Header: header, Size: int64(len(header))}
	if whole, ok := joinEntries(slice.NewLayout(class), []store.Entry{entry}); ok {
		t.Errorf("%s makes a table: %+v", entry.Name, whole)
	}
}
