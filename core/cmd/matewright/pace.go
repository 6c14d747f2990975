package main

import (
	"math"
	"sync"
	"time"
)

// Estimates are the seconds of a server of 2026. Commands that print them first measure how fast this machine is now.
const (
	// pieceSeconds is the time of a piece of work on that server: the least of 300, 2026-11-30.
	pieceSeconds = 0.96e-3

	// pieces is the least number of pieces that each thread does, unless the time is over. It is long enough for
	// other programs to take their turns.
	pieces = 60

	// A machine is busy if the pieces take this many times as long as the quickest. Its speed varies, and is measured
	// for longer.
	busySlowdown  = 1.4
	mostMeasuring = time.Second

	// A slowdown by other programs counts by this power. A short measurement makes it too large, as it may begin in a
	// break. 2026-11-30: npm run estimates -- --native, at a load of 20 on two cores.
	slowdownPower = 0.85
)

// speedOf returns how many times as fast as on the server some threads are now, each of them on average.
func speedOf(threads int) float64 {
	speeds := make([]float64, threads)
	var group sync.WaitGroup
	for i := range speeds {
		group.Go(func() {
			list := make([]uint64, pieceWords)
			doPiece(list)
			start := time.Now()
			speeds[i] = speedBy(func() { doPiece(list) }, func() time.Duration { return time.Since(start) })
		})
	}
	group.Wait()
	sum := 0.0
	for _, speed := range speeds {
		sum += speed
	}
	return sum / float64(threads)
}

// speedBy returns the speed of a thread that does pieces of work, by a clock that it starts at 0.
func speedBy(do func(), clock func() time.Duration) float64 {
	done, took, least := 0.0, 0.0, math.Inf(1) // seconds
	for took < mostMeasuring.Seconds() && (done < pieces || took > busySlowdown*done*least) {
		do()
		now := clock().Seconds()
		done, least, took = done+1, min(least, now-took), now
	}
	return pieceSeconds / least * math.Pow(done*least/took, slowdownPower)
}

// pieceWords is the number of words of a piece, which the caches of a core hold.
const pieceWords = 1 << 13

// doPiece does a part of the work of [referenceLoop].
func doPiece(list []uint64) {
	seed := uint64(1)
	for i := range list {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		list[i] = seed
	}
	for i, from := range list {
		list[i] = from ^ filled(from&-from, ^from|list[(i+1)%len(list)])
	}
	shellSort(list)
}
