package format_test

import (
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// TestFaceNames: names are taken apart again, and nothing else is a face's.
func TestFaceNames(t *testing.T) {
	for _, class := range material.UpTo(4) {
		for _, f := range tabletest.FacesOf(slice.NewLayout(class)) {
			for _, unit := range []int{0, 1, 12} {
				name := format.FaceName(f, unit)
				if got, n, ok := format.ParseFaceName(name); !ok || got != f || n != unit {
					t.Errorf("%s is %v, %d, %v", name, got, n, ok)
				}
			}
		}
	}
	for _, name := range []string{"", "KQvK", "KQvKface", "KQvKfacewK", "KQvKfacexQ", "kqvkfacewQ", "KvKQfacewQ", "KQvKunit0facewQ", "facewQ"} {
		if f, _, ok := format.ParseFaceName(name); ok {
			t.Errorf("%q is the face %v", name, f)
		}
	}
}
