// Package serve answers over HTTP with lichess's tablebase API, for programs that use it.
//
// serve.go has the requests and their answers. limits.go has the limits of one client, and of all clients together.
// server.go has the server around them, and its shutdown. docs/reference/serve.md describes the API.
package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// A Prober answers, as [probe.Prober] does.
type Prober interface {
	ProbeAt(ctx context.Context, p board.Position, clock int) (*probe.Result, error)
	LineAt(ctx context.Context, p board.Position, clock int) (*probe.Line, error)
	Renew() error
}

// Settings are the settings of a handler. A limit of zero means no limit.
type Settings struct {
	Prober Prober // for positions
	Lines  Prober // for main lines; if its tables are missing, Prober answers
	Log    *slog.Logger

	Endings *shelf.Shelf // for positions without tables, or nil

	AtOnce  int           // requests that are answered at the same time; further ones are refused
	Rate    float64       // requests a second of a client in the long run, and bursts of [burstSeconds] of them
	Timeout time.Duration // of an answer
}

// A Handler answers HTTP requests.
type Handler struct {
	Settings
	mux     http.ServeMux
	slots   chan struct{} // one for each request that is being answered; nil for any number
	clients *clients      // nil if they have no rate limit
	renewal renewal

	counted *metrics.Set
	running atomic.Int64
	probes  atomic.Int64 // see monitor
}

// New returns a handler.
func New(s Settings) *Handler {
	h := &Handler{Settings: s, counted: metrics.NewSet()}
	if s.AtOnce > 0 {
		h.slots = make(chan struct{}, s.AtOnce)
	}
	if s.Rate > 0 {
		h.clients = newClients(s.Rate)
	}
	h.mux.Handle("GET /standard", h.question(1, h.standard))
	h.mux.Handle("GET /standard/mainline", h.question(lineCost, h.mainline))
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
		a.Header().Set("Access-Control-Allow-Methods", "GET")
		a.Header().Set("Access-Control-Allow-Headers", "*, Authorization")
		a.Header().Set("Access-Control-Max-Age", "86400")
		a.WriteHeader(http.StatusNoContent)
	case r.ContentLength != 0:
		http.Error(a, words.New("command.serve.body").String(), http.StatusRequestEntityTooLarge)
	default:
		h.mux.ServeHTTP(a, r)
	}
	took := time.Since(start)
	path := strings.TrimPrefix(r.Pattern, "GET ") // "" for all unknown paths
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

// question handles a request about a FEN with a function whose answer is written as JSON.
func (h *Handler) question(cost int, ask func(ctx context.Context, asked *question) (any, error)) http.Handler {
	return h.limited(cost, func(w http.ResponseWriter, r *http.Request) {
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil || !query.Has("fen") {
			http.Error(w, words.New("command.serve.fen").String(), http.StatusBadRequest)
			return
		}
		asked := &question{fen: query.Get("fen"), dtc: lichess.AuxiliaryDTC}
		if query.Has("dtc") {
			var known bool
			if asked.dtc, known = lichess.ParseDTC(query.Get("dtc")); !known {
				http.Error(w, words.New("command.serve.dtc").String(), http.StatusBadRequest)
				return
			}
		}
		read := board.ReadFEN
		switch query.Get("strict") {
		case "true":
			read = board.ReadFENStrictly
		case "", "false":
		default:
			http.Error(w, words.New("command.serve.strict").String(), http.StatusBadRequest)
			return
		}
		if asked.Reading, err = read(asked.fen); err != nil {
			refuse(w, err)
			return
		}
		warn(w, asked.Warnings)
		ctx := r.Context()
		if h.Timeout > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, h.Timeout)
			defer cancel()
		}
		answer, err := h.again(func() (any, error) { return ask(ctx, asked) })
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

// A question is the position of a request.
type question struct {
	fen string // as it was sent
	dtc lichess.DTC
	board.Reading
}

// warn writes warnings as the header Warning of RFC 7234, one for all of them. It has ASCII only: other characters,
// which can come from the FEN, are percent-encoded.
func warn(w http.ResponseWriter, warnings []board.Warning) {
	if len(warnings) == 0 {
		return
	}
	words := make([]string, len(warnings))
	for i, each := range warnings {
		words[i] = each.Words
	}
	var text strings.Builder
	for _, c := range []byte(strings.Join(words, "; ")) {
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
	h.probes.Add(1)
	r, err := h.Prober.ProbeAt(ctx, asked.Position, asked.Counters.Clock)
	if probe.Lacks(err) && h.Endings != nil {
		known, failed := h.Endings.Answer(ctx, &asked.Position)
		if known != nil {
			failed = h.Endings.Measure(ctx, &asked.Position, known)
			return lichess.NewKnown(asked.fen, &asked.Reading, known), failed
		}
		err = cmp.Or(failed, err)
	}
	if err != nil {
		return nil, err
	}
	answer := lichess.NewAnswer(asked.fen, r)
	answer.Choose(asked.dtc)
	answer.Warnings = asked.Warnings
	return answer, nil
}

func (h *Handler) mainline(ctx context.Context, asked *question) (any, error) {
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

// refuse writes words about an error to the client, and the whole error to the log.
func refuse(w http.ResponseWriter, err error) {
	if a, ok := w.(*answering); ok {
		a.err = err
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		busy(w, words.New("command.serve.slow"))
		return
	}
	p := problem.From(err)
	switch p.Code {
	case problem.FEN:
		http.Error(w, p.Words(), http.StatusBadRequest)
	case problem.Men, problem.Missing:
		http.Error(w, p.Words(), http.StatusNotFound)
	case problem.Damaged:
		http.Error(w, p.Words(), http.StatusInternalServerError)
	default: // words may have names of files
		http.Error(w, words.New("command.serve.unreadable").String(), http.StatusInternalServerError)
	}
}

// again is [service.AgainIf] with a limit: other requests wait while the handler looks for new tables. It also looks
// now and then before an answer, because missing tables of another metric are not an error.
func (h *Handler) again(ask func() (any, error)) (any, error) {
	if h.renewal.due(time.Minute) {
		h.renew(nil)
	}
	isStale := func(err error) bool { return service.IsStale(err) && h.renewal.due(time.Second) }
	return service.AgainIf(isStale, h.renew, ask)
}

// renew looks for new tables.
func (h *Handler) renew(error) error {
	err := errors.Join(h.Prober.Renew(), h.Lines.Renew())
	if err != nil {
		h.Log.Warn("looking for new tables", slog.String("error", err.Error()))
	}
	return err
}

// A renewal decides when to look for new tables. It does not look on each request for a missing table, as other
// requests wait meanwhile.
type renewal struct {
	mu   sync.Mutex
	last time.Time
}

// due reports whether the last look is at least a given time ago, and if so, records a new one.
func (r *renewal) due(after time.Duration) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Since(r.last) < after {
		return false
	}
	r.last = time.Now()
	return true
}
