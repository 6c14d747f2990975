package serve_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/matewright/matewright/core/serve"
)

// TestRate checks that only clients above the rate have to wait.
func TestRate(t *testing.T) {
	h := handler(t, serve.Settings{Rate: 20}) // and 40 at once
	from := func(client, path string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path+"?fen="+url.QueryEscape(promotes), nil)
		r.RemoteAddr = client
		return do(h, r)
	}
	limit := func(client, path string) (answered int) {
		t.Helper()
		for range 100 {
			got := from(client, path)
			if got.Code == http.StatusOK {
				answered++
				continue
			}
			if wait, err := strconv.Atoi(got.Header().Get("Retry-After")); got.Code != http.StatusTooManyRequests ||
				err != nil ||
				wait < 1 ||
				wait > 2 {
				t.Fatalf("%d %v %s", got.Code, got.Header(), got.Body)
			}
			return answered
		}
		t.Fatalf("%s may ask as often as it likes", client)
		return 0
	}
	for _, test := range []struct {
		client, path string
		least, most  int
	}{
		{"192.0.2.1:1000", "/standard", 40, 60},
		{"192.0.2.1:2000", "/standard", 0, 5}, // another port of the same
		{"[::ffff:192.0.2.1]:1000", "/standard", 0, 5},
		{"192.0.2.2:1000", "/standard/mainline", 2, 3},
		{"[2001:db8::1]:1000", "/standard", 40, 60},
		{"[2001:db8::2]:1000", "/standard", 0, 5}, // of the same network
		{"[2001:db8:0:1::1]:1000", "/standard", 40, 60},
	} {
		if n := limit(test.client, test.path); n < test.least || n > test.most {
			t.Errorf("%s asks %d times, want %d to %d", test.client, n, test.least, test.most)
		}
	}
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
