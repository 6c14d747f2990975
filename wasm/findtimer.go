//go:build js && wasm

package main

import (
	"time"

	"github.com/matewright/matewright/core/find"
)

// findTimer estimates how long a search still takes. It measures parts of the tables that the search reaches later.
type findTimer struct {
	start time.Time
	from  int64                         // the entry at which the search began
	until int64                         // and the one at which it ends
	open  func() (*find.Several, error) // the search once more, for measurements

	pace     *find.Pace
	measured time.Duration // by the measurements
	failed   bool
}

const (
	// timedAfter is the time without an estimate: most searches end before.
	timedAfter = time.Second

	// timedShare bounds the time for measurements: one in 8 seconds.
	timedShare = 8
)

// left returns the seconds from an entry to the end of the search, or nil if they are not known.
func (t *findTimer) left(next int64) *float64 {
	taken := time.Since(t.start)
	if taken < timedAfter || t.failed {
		return nil
	}
	if t.pace == nil {
		search, err := t.open()
		if t.failed = err != nil; t.failed {
			return nil
		}
		t.pace = find.NewPace(search)
	}
	for !t.pace.IsDone() && t.measured < taken/timedShare {
		start := time.Now()
		if t.failed = t.pace.Sample() != nil; t.failed {
			return nil // the search itself reports the error
		}
		t.measured += time.Since(start)
	}
	left, known := t.pace.Left(t.from, next, t.until, (time.Since(t.start) - t.measured).Seconds())
	if !known {
		return nil
	}
	return &left
}
