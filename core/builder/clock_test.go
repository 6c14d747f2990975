package builder_test

import (
	"testing"
	"time"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/store"
)

// TestClock builds a table of one slice by a clock that advances by an hour at each look.
func TestClock(t *testing.T) {
	var now time.Duration
	var result builder.Result
	tables := store.NewMemStore()
	err := builder.Build(t.Context(), tables, plan(t, tables, "KQvK"), builder.Options{
		Threads: 1,
		Clock: func() time.Duration {
			now += time.Hour
			return now
		},
		Built: func(r builder.Result) { result = r },
	})
	if err != nil || result.Solving != time.Hour || result.Encoding != time.Hour || result.Reading >= time.Hour {
		t.Errorf("%v, %+v", err, result)
	}
}
