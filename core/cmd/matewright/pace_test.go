package main

import (
	"math"
	"testing"
	"time"
)

// TestSpeedBy checks the speed by a fake clock, also with waits for other programs. A slow machine does fewer pieces.
func TestSpeedBy(t *testing.T) {
	const piece = time.Duration(pieceSeconds * 1e9)
	for name, test := range map[string]struct {
		took func(n int) time.Duration // of piece n
		want float64
		done int
	}{
		"reference": {func(int) time.Duration { return piece }, 1, pieces},
		"faster":    {func(int) time.Duration { return piece / 4 }, 4, pieces},
		"interrupts": {func(n int) time.Duration { return piece + piece*10*time.Duration(n%5/4) },
			math.Pow(1.0/3, slowdownPower), 350},
		"slow": {func(int) time.Duration { return 100 * piece }, 0.01, 11},
	} {
		now, done := time.Duration(0), 0
		do := func() {
			now += test.took(done)
			done++
		}
		got := speedBy(do, func() time.Duration { return now })
		if math.Abs(got-test.want) > 0.01*test.want || done != test.done {
			t.Errorf("%s: speed %g after %d pieces, want %g after %d", name, got, done, test.want, test.done)
		}
	}
}

// TestSpeedOf checks that a measurement of this machine is a number and ends, with any number of threads.
func TestSpeedOf(t *testing.T) {
	for _, threads := range []int{1, 3} {
		if speed := speedOf(threads); !(speed > 0) || math.IsInf(speed, 0) {
			t.Errorf("%d threads: speed %g", threads, speed)
		}
	}
}
