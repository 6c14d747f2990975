package search

import (
	"context"
	"time"
)

// A search beside a build takes all the time that it can get at first, since most outcomes are proven by then; then
// every other moment; and at last, since what is proven so late is mostly proven by the tables that the build makes, one moment in eight.
// Tables of four men are there so soon that it is never more.
const (
	headStart = 2 * time.Second
	halfTime  = 10 * time.Second
	fewMen    = 4
)

// RestBeside has a search beside a build rest as long as it should: a search for a position with so many men, which began so long ago and
// has worked for some time since its last rest. It returns at once when the context ends.
func RestBeside(ctx context.Context, men int, begun time.Time, worked time.Duration) {
	if d := restBeside(men, time.Since(begun), worked); d > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(d):
		}
	}
}

func restBeside(men int, age, worked time.Duration) time.Duration {
	switch {
	case men <= fewMen || age > halfTime:
		return 7 * worked
	case age > headStart:
		return worked
	}
	return 0
}
