package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/serve"
	"github.com/matewright/matewright/core/value"
)

// listening runs a handler on a port of this computer. After a call of stop, ended has the result of Run.
func listening(t *testing.T, h *serve.Handler) (address string, stop context.CancelFunc, ended chan error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended = make(chan error, 1)
	go func() { ended <- h.Run(ctx, l) }()
	return l.Addr().String(), stop, ended
}

// TestStop checks that a stopped server takes no new requests, and answers those that it has.
func TestStop(t *testing.T) {
	f, started, resume := blocked()
	address, stop, ended := listening(t, handler(t, serve.Settings{Prober: f, Timeout: time.Minute}))
	codes := make(chan int, 1)
	go func() {
		r, err := http.Get("http://" + address + "/standard?fen=" + url.QueryEscape(promotes))
		if err != nil {
			t.Error(err)
			codes <- 0
			return
		}
		r.Body.Close()
		codes <- r.StatusCode
	}()
	<-started
	stop()
	for start := time.Now(); ; time.Sleep(time.Millisecond) {
		c, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		c.Close()
		if time.Since(start) > 10*time.Second {
			t.Fatal("the server still takes requests")
		}
	}
	select {
	case err := <-ended:
		t.Errorf("it did not wait: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(resume)
	if code := <-codes; code != http.StatusOK {
		t.Errorf("who had asked got %d", code)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestRequests checks a server with requests that HTTP's clients would not send.
func TestRequests(t *testing.T) {
	address, stop, ended := listening(t, handler(t, serve.Settings{}))
	for _, test := range []struct {
		request string
		code    int
	}{
		{"GET /standard?fen=" + strings.ReplaceAll(promotes, " ", "_") + " HTTP/1.1\r\nHost: x\r\n\r\n", 200},
		{"GET /standard?fen=" + strings.ReplaceAll(promotes, " ", "_") + " HTTP/1.0\r\n\r\n", 200},
		{"GET /standard?fen=" + promotes + " HTTP/1.1\r\nHost: x\r\n\r\n", 400},
		{"GET /standard?fen=" + strings.Repeat("8", 20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 431},
		{"GET /standard HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("8", 20_000) + "\r\n\r\n", 431},
		{"nonsense\r\n\r\n", 400},
		{"GET /standard HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n", 413},
		{"GET /standard HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 413},
		{"CONNECT example.com:80 HTTP/1.1\r\nHost: example.com:80\r\n\r\n", 404},
		{"GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n", 404},
	} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		c.SetDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.WriteString(c, test.request); err != nil {
			t.Fatal(err)
		}
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || r.StatusCode != test.code {
			t.Errorf("%.60q: %v %v, want %d", test.request, r, err, test.code)
		}
		c.Close()
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestMany checks that each of many simultaneous requests gets its own answer.
func TestMany(t *testing.T) {
	h := handler(t, serve.Settings{})
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 50 {
				fen := fmt.Sprintf("8/3P4/8/8/8/8/8/k1K5 w - - %d %d", (i*k)%100, k)
				var a lichess.Answer
				got := get(h, "/standard?fen="+url.QueryEscape(fen))
				if err := json.Unmarshal(got.Body.Bytes(), &a); err != nil || a.FEN != fen ||
					a.Category != value.WinCategory ||
					*a.DTM != 5 {
					t.Errorf("%s: %d %s", fen, got.Code, got.Body)
				}
				get(h, "/metrics")
			}
		})
	}
	all.Wait()
}
