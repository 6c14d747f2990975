package ending

import (
	"sync"
	"time"
)

// A reporter reports progress, one report at a time. Several goroutines may use it.
type reporter struct {
	mu     sync.Mutex
	report func() // or nil
	last   time.Time
}

// reportInterval is the time after a report when it is repeated. Solving or following a slice with two pieces takes
// seconds.
const reportInterval = 250 * time.Millisecond

// begin sets the function that reports, which may be nil.
func (t *reporter) begin(report func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report, t.last = report, time.Now()
}

// update changes the progress and reports it.
func (t *reporter) update(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	t.again()
}

// remind repeats the report if the last one is some time ago.
func (t *reporter) remind() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if time.Since(t.last) >= reportInterval {
		t.again()
	}
}

// again reports. The caller has the lock.
func (t *reporter) again() {
	if t.report != nil {
		t.report()
	}
	t.last = time.Now()
}
