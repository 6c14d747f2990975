package builder

import (
	"testing"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestCollect checks that within a budget, a single slice has the solver's memory freed before it is encoded.
func TestCollect(t *testing.T) {
	tables := store.NewMemStore()
	class, err := material.Parse("KQvK")
	if err != nil {
		t.Fatal(err)
	}
	budget, err := Least(class, value.DTM, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		budget int64
		want   int
	}{{budget, 1}, {0, 0}} {
		job, err := PlanAgain(t.Context(), tables, class)
		if err != nil {
			t.Fatal(err)
		}
		collected := 0
		options := Options{Budget: test.budget, Threads: 1, Collect: func() { collected++ }}
		if err := Build(t.Context(), tables, job, options); err != nil {
			t.Fatal(err)
		}
		if collected != test.want {
			t.Errorf(
				"with a budget of %d bytes, memory is collected %d times, want %d",
				test.budget,
				collected,
				test.want,
			)
		}
	}
}
