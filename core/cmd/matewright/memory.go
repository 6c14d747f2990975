package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"time"
)

// A memoryWatch finds the peak memory of the process since [watchMemory]. On Linux it is the resident memory. On other
// systems it is the memory that Go holds of the system, sampled every ten milliseconds.
type memoryWatch struct {
	resident bool
	stop     chan struct{}
	stopped  sync.WaitGroup
	most     int64
}

// watchMemory gives unused memory back to the system and begins to watch. Only one watch at a time may be under way.
func watchMemory() *memoryWatch {
	debug.FreeOSMemory()
	w := &memoryWatch{stop: make(chan struct{})}
	if resetPeakResident() == nil {
		w.resident = true
	} else {
		w.stopped.Go(w.sample)
	}
	return w
}

// peak ends the watch and returns the most bytes that were held.
func (w *memoryWatch) peak() int64 {
	close(w.stop)
	w.stopped.Wait()
	if w.resident {
		if n, err := peakResident(); err == nil {
			return n
		}
	}
	return max(w.most, heldOfSystem())
}

func (w *memoryWatch) sample() {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-tick.C:
			w.most = max(w.most, heldOfSystem())
		}
	}
}

// heldOfSystem returns the memory that Go has of the system now.
func heldOfSystem() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// resetPeakResident makes Linux forget the process's peak so far; see proc(5).
func resetPeakResident() error {
	return os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// peakResident returns the process's peak resident memory, on Linux.
func peakResident() (int64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int64
	if _, err := fmt.Sscanf(line, "%d kB", &kilobytes); err != nil {
		return 0, err
	}
	return kilobytes << 10, nil
}
