package serve

import (
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/matewright/matewright/core/words"
	"golang.org/x/time/rate"
)

const (
	burstSeconds = 2     // a burst may have the requests of two seconds
	lineCost     = 20    // the cost of a main line in probes
	mostClients  = 10000 // that are remembered
)

// limited handles a request if its client is within its rate, and if not too many requests are being answered.
func (h *Handler) limited(cost int, handle http.HandlerFunc) http.Handler {
	return h.admitted(cost, func(w http.ResponseWriter, r *http.Request) {
		if leave, free := h.enter(w); free {
			defer leave()
			handle(w, r)
		}
	})
}

// admitted handles a request if its client is within its rate.
func (h *Handler) admitted(cost int, handle http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.clients != nil {
			if wait := h.clients.wait(r.RemoteAddr, cost, time.Now()); wait > 0 {
				w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
				http.Error(w, words.New("command.rateLimit").String(), http.StatusTooManyRequests)
				return
			}
		}
		handle(w, r)
	})
}

// enter reports whether the handler is free to answer a request, until leave is called. If not, it refuses the request.
func (h *Handler) enter(w http.ResponseWriter) (leave func(), free bool) {
	if h.slots == nil {
		return func() {}, true
	}
	select {
	case h.slots <- struct{}{}:
		return func() { <-h.slots }, true
	default:
		busy(w, words.New("command.serve.busy"))
		return nil, false
	}
}

// busy refuses a request that may succeed on a retry.
func busy(w http.ResponseWriter, why words.Message) {
	w.Header().Set("Retry-After", "1")
	http.Error(w, why.String(), http.StatusServiceUnavailable)
}

// clients has the rates of the clients.
type clients struct {
	limit rate.Limit
	burst int

	mu    sync.Mutex
	of    map[netip.Prefix]*rate.Limiter
	swept time.Time
}

func newClients(perSecond float64) *clients {
	burst := max(lineCost, int(math.Ceil(burstSeconds*perSecond)))
	return &clients{limit: rate.Limit(perSecond), burst: burst, of: map[netip.Prefix]*rate.Limiter{}}
}

// wait returns 0 if a client may now send a request of some cost, and otherwise how long it has to wait.
func (c *clients) wait(addr string, cost int, now time.Time) time.Duration {
	limiter := c.limiter(clientOf(addr), now)
	if limiter == nil {
		return time.Second
	}
	r := limiter.ReserveN(now, cost)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// charge adds to the cost of a request that was admitted. Later requests of the client wait until all is paid, however
// much it is.
func (c *clients) charge(addr string, cost int, now time.Time) {
	limiter := c.limiter(clientOf(addr), now)
	if limiter == nil {
		return
	}
	for ; cost > 0; cost -= c.burst { // the most that a limiter takes at once
		limiter.ReserveN(now, min(cost, c.burst))
	}
}

// limiter returns the limiter of a client, or nil if too many clients are remembered.
func (c *clients) limiter(client netip.Prefix, now time.Time) *rate.Limiter {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.of[client]
	if l == nil {
		if len(c.of) >= mostClients && now.Sub(c.swept) >= time.Second {
			c.swept = now
			for client, l := range c.of {
				if l.TokensAt(now) >= float64(c.burst) {
					delete(c.of, client) // the client's whole burst is available again
				}
			}
		}
		if len(c.of) >= mostClients {
			return nil
		}
		l = rate.NewLimiter(c.limit, c.burst)
		c.of[client] = l
	}
	return l
}

// clientOf returns the client of an address with a port: a host or, for version 6 with many addresses each, a network.
func clientOf(addr string) netip.Prefix {
	at, _ := netip.ParseAddrPort(addr)
	host, bits := at.Addr().Unmap(), 64
	if !host.Is6() {
		bits = 32
	}
	client, _ := host.WithZone("").Prefix(bits)
	return client
}
