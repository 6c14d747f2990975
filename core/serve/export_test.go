package serve

import (
	"net/netip"
	"testing"
	"time"
)

// WantClients checks that the memory of clients stays within its bounds.
func WantClients(t *testing.T) {
	c := newClients(100)
	now := time.Now()
	addr := func(i int) string {
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 1000).String()
	}
	for i := range 2 * mostClients {
		if wait := c.wait(addr(i), 1, now); (wait > 0) != (i >= mostClients) {
			t.Fatalf("client %d waits %v", i, wait)
		}
	}
	if wait := c.wait(addr(0), 1, now); wait > 0 {
		t.Errorf("one that is known waits %v", wait)
	}
	now = now.Add(time.Minute)
	if wait := c.wait(addr(3*mostClients), 1, now); wait > 0 || len(c.of) != 1 {
		t.Errorf("a minute later one waits %v among %d", wait, len(c.of))
	}
}
