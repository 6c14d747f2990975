package search

import (
	"context"
	"testing"
	"time"
)

// TestRestBeside checks that a longer search leaves more time to the build beside it.
func TestRestBeside(t *testing.T) {
	for _, test := range []struct {
		men        int
		age, rests time.Duration
	}{
		{5, time.Second, 0},
		{5, 3 * time.Second, time.Second},
		{5, time.Minute, 7 * time.Second},
		{8, time.Minute, 7 * time.Second},
		{4, time.Second, 7 * time.Second},
	} {
		if d := restBeside(test.men, test.age, time.Second); d != test.rests {
			t.Errorf("with %d men after %v it rests for %v, not %v", test.men, test.age, d, test.rests)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	begun := time.Now()
	RestBeside(ctx, 4, begun, time.Hour)
	if time.Since(begun) > time.Minute {
		t.Error("it rests on after its end")
	}
}
