package serve_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matewright/matewright/core/serve"
)

// TestRate checks that only clients above the rate have to wait. Its clock stands still while requests are answered.
func TestRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{answer: func(context.Context) error { return nil }}
		h := handler(t, serve.Settings{Prober: f, Lines: f, Rate: 20}) // and 40 at once
		// Requests are sent until one is refused. The result is the number of those that were answered.
		ask := func(client, path string) (answered int) {
			t.Helper()
			r := httptest.NewRequest("GET", path+"?fen="+url.QueryEscape(promotes), nil)
			r.RemoteAddr = client
			for range 100 {
				got := do(h, r)
				if got.Code == http.StatusOK {
					answered++
					continue
				}
				if got.Code != http.StatusTooManyRequests || got.Header().Get("Retry-After") != "1" {
					t.Fatalf("%d %v %s", got.Code, got.Header(), got.Body)
				}
				return answered
			}
			t.Fatalf("%s may ask as often as it likes", client)
			return 0
		}
		for _, test := range []struct {
			client, path string
			want         int
			wait         time.Duration // before the requests
		}{
			{"192.0.2.1:1000", "/standard", 40, 0},
			{"192.0.2.1:2000", "/standard", 0, 0}, // another port of the same
			{"[::ffff:192.0.2.1]:1000", "/standard", 0, 0},
			{"192.0.2.2:1000", "/standard/mainline", 2, 0},
			{"[2001:db8::1]:1000", "/standard", 40, 0},
			{"[2001:db8::2]:1000", "/standard", 0, 0}, // of the same network
			{"[2001:db8:0:1::1]:1000", "/standard", 40, 0},
			{"192.0.2.1:1000", "/standard", 20, time.Second},
			{"192.0.2.1:1000", "/standard", 40, time.Minute}, // no more than a burst
		} {
			time.Sleep(test.wait)
			if n := ask(test.client, test.path); n != test.want {
				t.Errorf("%s asks %d times after %v, want %d", test.client, n, test.wait, test.want)
			}
		}
	})
}

// TestClients checks that any number of clients takes little memory, and that clients with few requests are forgotten.
func TestClients(t *testing.T) {
	serve.WantClients(t)
}

// blocked returns a prober that waits until resume is closed, or until the context ends.
func blocked() (f *fake, started chan struct{}, resume chan struct{}) {
	started, resume = make(chan struct{}, 100), make(chan struct{})
	return &fake{answer: func(ctx context.Context) error {
		started <- struct{}{}
		select {
		case <-resume:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}, started, resume
}

// TestAtOnce checks that AtOnce requests are answered at the same time, and further ones are refused.
func TestAtOnce(t *testing.T) {
	f, started, resume := blocked()
	h := handler(t, serve.Settings{Prober: f, AtOnce: 2})
	target := "/standard?fen=" + url.QueryEscape(promotes)
	codes := make(chan int, 2)
	for range 2 {
		go func() { codes <- get(h, target).Code }()
		<-started
	}
	if got := get(h, target); got.Code != http.StatusServiceUnavailable || got.Header().Get("Retry-After") != "1" {
		t.Errorf("a third one: %d %v", got.Code, got.Header())
	}
	close(resume)
	for range 2 {
		if code := <-codes; code != http.StatusOK {
			t.Errorf("one of two: %d", code)
		}
	}
	if got := get(h, target); got.Code != http.StatusOK {
		t.Errorf("afterwards: %d", got.Code)
	}
}

// TestTimeout checks that an answer that takes too long is refused.
func TestTimeout(t *testing.T) {
	f, _, _ := blocked()
	h := handler(t, serve.Settings{Prober: f, Timeout: time.Millisecond})
	if got := get(h, "/standard?fen="+url.QueryEscape(promotes)); got.Code != http.StatusServiceUnavailable {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}
