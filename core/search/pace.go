package search

import (
	"context"
	"time"
)

// A search beside a build takes all its time at first, as most outcomes are proven early. Then it takes half of the
// time. In the end it takes an eighth, as the new tables prove most of the late outcomes. With up to four men it always
// takes an eighth, as the tables are built so soon.
const (
	headStart = 2 * time.Second
	halfTime  = 10 * time.Second
	fewMen    = 4
)

// RestBeside makes a search beside a build rest. The rest depends on the number of men, the start of the search and the
// time that it has worked since its last rest. RestBeside returns at once when the context ends.
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
