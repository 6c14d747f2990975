// Package serve answers over HTTP with lichess's tablebase API, for programs that use it.
//
// serve.go has the requests and their answers, and batch.go those with many positions. asking.go has the questions and
// refusals of both. limits.go has the limits of one client, and of all clients together. server.go has the server
// around them, and its shutdown. docs/reference/serve.md describes the API, and openapi.json is for programs.
package serve

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// A Prober answers, as [probe.Prober] does.
type Prober interface {
	ProbeAll(ctx context.Context, questions []probe.Question) []probe.Answer
	LineAt(ctx context.Context, p board.Position, clock int) (*probe.Line, error)
	Renew() error
}

// Settings are the settings of a handler. A limit of zero means no limit.
type Settings struct {
	Prober Prober // for positions
	Lines  Prober // for main lines; if its tables are missing, Prober answers
	Log    *slog.Logger

	Endings *shelf.Shelf // for positions without tables, or nil
	Strict  bool         // refuses FENs with faults, unless a request wants them repaired

	AtOnce  int           // requests that are answered at the same time; further ones are refused
	Rate    float64       // requests a second of a client in the long run, and bursts of [burstSeconds] of them
	Timeout time.Duration // of an answer
}

// A Handler answers HTTP requests.
type Handler struct {
	Settings
	mux     http.ServeMux
	slots   chan struct{} // one for each request that is being answered; nil for any number
	groups  chan struct{} // one for each group of a batch that is being probed
	clients *clients      // nil if they have no rate limit
	renewal renewal

	counted *metrics.Set
	running atomic.Int64
	probes  atomic.Int64 // see monitor
}

// New returns a handler.
func New(s Settings) *Handler {
	h := &Handler{Settings: s, counted: metrics.NewSet(), groups: make(chan struct{}, runtime.GOMAXPROCS(0))}
	if s.AtOnce > 0 {
		h.slots = make(chan struct{}, s.AtOnce)
	}
	if s.Rate > 0 {
		h.clients = newClients(s.Rate)
	}
	h.mux.Handle("GET /standard", h.question(1, h.standard))
	h.mux.Handle("POST /standard", h.admitted(1, h.batch))
	h.mux.Handle("GET /standard/mainline", h.question(lineCost, h.mainline))
	h.mux.Handle("GET /openapi.json", h.limited(1, h.describe))
	h.mux.Handle("GET /metrics", h.limited(1, h.metrics))
	h.mux.Handle("GET /monitor", h.limited(1, h.monitor))
	h.counted.NewGauge("matewright_requests_running", func() float64 { return float64(h.running.Load()) })
	return h
}

// ServeHTTP answers a request, counts it and writes a line to the log. Any page may send requests: tables are public.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	h.running.Add(1)
	defer h.running.Add(-1)
	a := &answering{ResponseWriter: w}
	a.Header().Set("Access-Control-Allow-Origin", "*")
	a.Header().Set("Access-Control-Expose-Headers", "Retry-After, Warning")
	a.Header().Set("X-Content-Type-Options", "nosniff")
	switch {
	case r.Method == http.MethodOptions:
		a.Header().Set("Access-Control-Allow-Methods", strings.Join([]string{http.MethodGet, http.MethodPost}, ", "))
		a.Header().Set("Access-Control-Allow-Headers", "*, Authorization")
		a.Header().Set("Access-Control-Max-Age", "86400")
		a.WriteHeader(http.StatusNoContent)
	case r.ContentLength != 0 && r.Method != http.MethodPost:
		http.Error(a, words.New("command.serve.body").String(), http.StatusRequestEntityTooLarge)
	default:
		h.mux.ServeHTTP(a, r)
	}
	took := time.Since(start)
	path := strings.TrimPrefix(r.Pattern, "GET ") // "" for all unknown paths, and with the method for others than GET
	labels := `{path=` + strconv.Quote(path) + `,code="` + strconv.Itoa(a.status) + `"}`
	h.counted.GetOrCreateCounter(`matewright_requests_total` + labels).Inc()
	h.counted.GetOrCreatePrometheusHistogram(`matewright_request_seconds{path=` + strconv.Quote(path) + `}`).
		Update(took.Seconds())
	level := slog.LevelInfo
	if a.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	attributes := []slog.Attr{
		slog.String("method", r.Method), slog.String("path", clip(r.URL.Path)),
		slog.String("query", clip(r.URL.RawQuery)), slog.String("client", r.RemoteAddr),
		slog.Int("status", a.status), slog.Int("bytes", a.bytes), slog.Duration("took", took),
	}
	if a.err != nil {
		attributes = append(attributes, slog.String("error", a.err.Error()))
	}
	h.Log.LogAttrs(r.Context(), level, "request", attributes...)
}

// clip shortens text of clients for the log.
func clip(text string) string { return text[:min(len(text), 300)] }

// answering is a response with the data of its log line.
type answering struct {
	http.ResponseWriter
	status, bytes int
	err           error // of a failed request, for the log
}

func (a *answering) WriteHeader(status int) {
	a.status = cmp.Or(a.status, status)
	a.ResponseWriter.WriteHeader(status)
}

func (a *answering) Write(p []byte) (int, error) {
	a.status = cmp.Or(a.status, http.StatusOK)
	n, err := a.ResponseWriter.Write(p)
	a.bytes += n
	return n, err
}

// Unwrap is for [http.ResponseController].
func (a *answering) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// question handles a request about a FEN with a function whose answer is written as JSON.
func (h *Handler) question(cost int, ask func(ctx context.Context, asked *question) (any, error)) http.Handler {
	return h.limited(cost, func(w http.ResponseWriter, r *http.Request) {
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil || !query.Has("fen") {
			http.Error(w, words.New("command.serve.fen").String(), http.StatusBadRequest)
			return
		}
		how, err := h.choose(query)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		asked := how.question(query.Get("fen"))
		if asked.err != nil {
			refuse(w, asked.err)
			return
		}
		warn(w, asked.Warnings)
		ctx, cancel := h.inTime(r.Context())
		defer cancel()
		answer, err := ask(ctx, asked)
		if err != nil {
			refuse(w, err)
			return
		}
		text, err := json.Marshal(answer)
		if err != nil {
			refuse(w, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write(append(text, '\n'))
	})
}

// warn writes warnings as a header, one for all of them.
func warn(w http.ResponseWriter, warnings []board.Warning) {
	if len(warnings) == 0 {
		return
	}
	words := make([]string, len(warnings))
	for i, each := range warnings {
		words[i] = each.Words
	}
	writeWarning(w, strings.Join(words, "; "))
}

// writeWarning writes the header Warning of RFC 7234. It has ASCII only: other characters, which can come from a FEN,
// are percent-encoded.
func writeWarning(w http.ResponseWriter, words string) {
	var text strings.Builder
	for _, c := range []byte(words) {
		switch {
		case c == '"' || c == '\\':
			text.WriteByte('\\')
			text.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&text, "%%%02X", c)
		default:
			text.WriteByte(c)
		}
	}
	w.Header().Set("Warning", `299 - "`+text.String()+`"`)
}

func (h *Handler) standard(ctx context.Context, asked *question) (any, error) {
	h.answerAll(ctx, []*question{asked})
	return asked.answer, asked.err
}

func (h *Handler) mainline(ctx context.Context, asked *question) (any, error) {
	return again(h, func() (any, error) {
		clock := asked.Counters.Clock
		line, err := h.Lines.LineAt(ctx, asked.Position, clock)
		if errors.Is(err, store.ErrMissing) {
			line, err = h.Prober.LineAt(ctx, asked.Position, clock)
		}
		if err != nil {
			return nil, err
		}
		answer := lichess.NewMainline(asked.fen, line, clock)
		answer.Warnings = asked.Warnings
		return answer, nil
	})
}

//go:embed openapi.json
var openAPI []byte

// describe answers with the description of the API for programs.
func (h *Handler) describe(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(openAPI)
}

func (h *Handler) metrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	h.counted.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}

// monitor answers as lila-tablebase does: the number of cached answers, always 0
// here, and the number of other ones.
func (h *Handler) monitor(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "tablebase cache=0u,cache_miss=%du", h.probes.Load())
}
