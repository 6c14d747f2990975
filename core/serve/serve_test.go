package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/serve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

var quiet = slog.New(slog.DiscardHandler)

func logTo(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

var shared struct {
	sync.Once
	prober, lines *probe.Prober
}

// probers returns probers of KPvK and the classes that it depends on.
func probers(t testing.TB) (prober, lines *probe.Prober) {
	shared.Do(func() {
		mates, zeroings := tabletest.Built(t, "KPvK"), tabletest.BuiltBy(t, value.DTZ50, "KPvK")
		shared.prober = probe.New(mates).AddMetric(value.DTZ50, zeroings)
		shared.lines = probe.By(value.DTZ50, zeroings).AddMetric(value.DTM, mates)
	})
	return shared.prober, shared.lines
}

// handler returns a handler with some settings. It fills in those that all tests need.
func handler(t testing.TB, s serve.Settings) *serve.Handler {
	prober, lines := probers(t)
	if s.Prober == nil {
		s.Prober = prober
	}
	if s.Lines == nil {
		s.Lines = lines
	}
	if s.Log == nil {
		s.Log = quiet
	}
	return serve.New(s)
}

func get(h http.Handler, target string) *httptest.ResponseRecorder {
	return do(h, httptest.NewRequest("GET", target, nil))
}

// do returns the answer to a request. It panics if that is not as the API is described.
func do(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if err := conforms(r, body, w); err != nil {
		panic(err)
	}
	return w
}

const (
	promotes = "8/3P4/8/8/8/8/8/k1K5 w - - 0 1"
	rook     = "8/8/8/8/8/2k5/8/K6R w - - 74 90" // a ply too late to mate
	missing  = "8/8/8/8/2r5/8/2k5/K6Q w - - 0 1"
)

// TestAnswers checks answers against those of a prober, for several spellings of a FEN.
func TestAnswers(t *testing.T) {
	h := handler(t, serve.Settings{})
	prober, lines := probers(t)
	for _, fen := range []string{
		promotes, "8/3P4/8/8/8/8/8/k1K5 b", rook, "8/8/8/8/8/2k5/8/K6R w - - 73 90",
		"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/2k5/8/K7 w - - 0 1",
	} {
		clock := tabletest.Reading(t, fen).Counters.Clock
		r, err := prober.ProbeAt(t.Context(), tabletest.Position(t, fen), clock)
		if err != nil {
			t.Fatal(err)
		}
		line, err := lines.LineAt(t.Context(), tabletest.Position(t, fen), clock)
		if err != nil {
			t.Fatal(err)
		}
		for _, written := range []string{url.QueryEscape(fen), url.PathEscape(fen), strings.ReplaceAll(fen, " ", "_")} {
			asked, err := url.QueryUnescape(written)
			if err != nil {
				t.Fatal(err)
			}
			wantJSON(t, get(h, "/standard?fen="+written), lichess.NewAnswer(asked, r))
			for _, dtc := range []string{"never", "auxiliary", "always"} {
				wantJSON(t, get(h, "/standard?dtc="+dtc+"&fen="+written), lichess.NewAnswer(asked, r))
			}
			wantJSON(t, get(h, "/standard/mainline?fen="+written), lichess.NewMainline(asked, line, clock))
		}
	}
	request := httptest.NewRequest("HEAD", "/standard?fen="+url.QueryEscape(promotes), nil)
	if head := do(h, request); head.Code != http.StatusOK {
		t.Errorf("HEAD gets %d", head.Code)
	}
}

func wantJSON(t *testing.T, got *httptest.ResponseRecorder, want any) {
	t.Helper()
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if got.Code != http.StatusOK || got.Body.String() != string(text)+"\n" ||
		got.Header().Get("Content-Type") != "application/json" ||
		got.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%d %s, %v; want %s", got.Code, got.Body, got.Header(), text)
	}
}

// TestWithoutZeroing checks that with tables of DTM only, a main line follows these, and has no DTZ.
func TestWithoutZeroing(t *testing.T) {
	mates := tabletest.Built(t, "KQvK")
	h := handler(t, serve.Settings{Prober: probe.New(mates), Lines: probe.By(value.DTZ50, store.NewMemStore())})
	var m lichess.Mainline
	if err := json.Unmarshal(get(h, "/standard/mainline?fen=k7/8/1K6/8/8/8/8/6Q1_w").Body.Bytes(), &m); err != nil {
		t.Fatal(err)
	}
	if m.DTZ != nil || len(m.Steps) != 1 || m.Steps[0].SAN != "Qg8#" || m.Steps[0].DTZ != nil || *m.Winner != "w" {
		t.Errorf("it is %+v", m)
	}
}

// TestRepaired checks that a FEN with faults is answered with warnings, in the answer and in a header. A strict request
// refuses it.
func TestRepaired(t *testing.T) {
	h := handler(t, serve.Settings{})
	for fen, want := range map[string]string{
		promotes: "",
		"8/3P4/8/8/8/8/8/k1K5 w KQkq - 0 1": `299 - "the castling rights KQkq need a king and a rook at home; ` +
			`they were dropped"`,
		"8/3P4/8/8/8/8/8/k1K5 w KK - 0 1": `299 - "the castling rights \"KK\" have a letter twice; it counts once; ` +
			`the castling right K needs a king on e1 and a rook on h1; it was dropped"`,
		"8/3P4/8/8/8/8/8/k1K5 w B - 0 1": `299 - "` + strings.ReplaceAll(words.New("core.repair",
			"fault", words.New("core.fen.fileNotAtHome", "letter", "B"), "repair", words.New("core.repair.dropped")).
			String(), `"`, `\"`) + `"`,
		"8/3P4/8/8/8/8/8/k1K5 w – – 0 1": `299 - "\"%E2%80%93\" is written for \"-\"; it was read as a dash"`,
		"8/3P4/8/8/8/8/8/k1K5":           `299 - "the side to move is missing; White is assumed"`,
		"8/3P4/8/8/8/8/8/k1K5 w - c6 0 1": `299 - "the en-passant square c6 is impossible: ` +
			`no pawn has jumped over it; it was dropped"`,
		"8/3P4/8/8/8/8/8/k1K5 w - - 0 20000": `299 - "the move number is 20000, but the largest allowed is 9999; ` +
			`9999 is assumed"`,
		"8/3P4/8/8/8/8/8/k1K5 w - - 20000 300": `299 - "the halfmove clock is 20000, ` +
			`but the largest allowed is 9999; ` +
			`9999 is assumed"`,
	} {
		for _, path := range []string{"/standard", "/standard/mainline"} {
			target := path + "?fen=" + url.QueryEscape(fen)
			got := get(h, target)
			if warning := strings.Join(got.Header().Values("Warning"), "|"); got.Code != 200 || warning != want ||
				strings.Contains(got.Body.String(), `"warnings"`) != (want != "") {
				t.Errorf("%s: %d, %s, %s", target, got.Code, warning, got.Body)
			}
			if got.Header().Get("Access-Control-Expose-Headers") != "Retry-After, Warning" {
				t.Errorf("%s: %v", target, got.Header())
			}
			code := http.StatusOK
			if want != "" {
				code = http.StatusBadRequest
			}
			if strict := get(h, target+"&strict=true"); strict.Code != code {
				t.Errorf("%s: read strictly: %d, %s", target, strict.Code, strict.Body)
			}
		}
	}
	if got := get(h, "/standard?strict=perhaps&fen="+url.QueryEscape(promotes)); got.Code != http.StatusBadRequest ||
		!strings.Contains(got.Body.String(), "strict is true or false") {
		t.Errorf("%d, %s", got.Code, got.Body)
	}
}

// TestRefusals checks that a refused request gets the right status, words, and no answer.
func TestRefusals(t *testing.T) {
	h := handler(t, serve.Settings{})
	fen := func(fen string) string { return "/standard?fen=" + url.QueryEscape(fen) }
	for _, test := range []struct {
		target, words string
		code          int
	}{
		{"/standard", "fen is missing", 400},
		{"/standard?fen=", "not usable", 400},
		{"/standard?fen=%zz", "fen is missing", 400},
		{"/standard?fen=nonsense", "not usable", 400},
		{fen(promotes) + "&dtc=sometimes", "dtc is never, auxiliary or always", 400},
		{fen(promotes) + "&dtc=", "dtc is never, auxiliary or always", 400},
		{
			"/standard/mainline?fen=" + url.QueryEscape(promotes) + "&dtc=Always",
			"dtc is never, auxiliary or always", 400,
		},
		{fen(strings.Repeat("8/", 200)), "not usable", 400},
		{fen("8/8/8/8/8/8/8/KQk5 w"), "not usable", 400}, // the side not to move is in check
		{fen("8/8/8/8/8/8/8/KR5k w Q - 0 1"), "not usable", 400},
		{"/standard/mainline?fen=nonsense", "not usable", 400},
		{fen(missing), "KQvKR needs 6 tables, and 1 of them are missing: KQvKR|the table of KQvKR is missing", 404},
		{"/standard/mainline?fen=" + url.QueryEscape(missing), "KQvKR", 404},
		{fen("8/8/8/8/2r5/QQQQQQQQ/QQk5/KQQQQQQQ w - - 0 1"), "tables go up to", 404},
		{fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "tables go up to", 404},
		{"/", "not found", 404},
		{"/atomic?fen=" + url.QueryEscape(promotes), "not found", 404},
		{"/standard/", "not found", 404},
		{"/../standard?fen=" + url.QueryEscape(promotes), "Moved|Redirect", 0},
	} {
		got := get(h, test.target)
		if got.Code != test.code && test.code != 0 || !regexp.MustCompile(test.words).MatchString(got.Body.String()) ||
			strings.Contains(got.Body.String(), "category") ||
			test.code != 0 && !strings.HasPrefix(got.Header().Get("Content-Type"), "text/plain") ||
			got.Header().Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %d %s, %v", test.target, got.Code, got.Body, got.Header())
		}
	}
	for _, method := range []string{"PUT", "DELETE", "PATCH"} {
		if got := do(h, httptest.NewRequest(method, fen(promotes), nil)); got.Code != http.StatusMethodNotAllowed ||
			got.Header().Get("Allow") != "GET, HEAD, POST" {
			t.Errorf("%s: %d, %v", method, got.Code, got.Header())
		}
	}
	request := httptest.NewRequest("GET", fen(promotes), strings.NewReader("body"))
	if got := do(h, request); got.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("with a body: %d", got.Code)
	}
}

// TestPreflight checks that a page may send headers of its own, and may read the headers that it needs.
func TestPreflight(t *testing.T) {
	h := handler(t, serve.Settings{})
	r := httptest.NewRequest("OPTIONS", "/standard", nil)
	r.Header.Set("Origin", "https://example.com")
	r.Header.Set("Access-Control-Request-Method", "GET")
	r.Header.Set("Access-Control-Request-Headers", "x-requested-with,authorization")
	got := do(h, r)
	for name, value := range map[string]string{
		"Access-Control-Allow-Origin":  "*",
		"Access-Control-Allow-Methods": "GET, POST",
		"Access-Control-Allow-Headers": "*, Authorization",
		"Access-Control-Max-Age":       "86400",
	} {
		if got.Code != http.StatusNoContent || got.Header().Get(name) != value {
			t.Errorf("OPTIONS: %d, %s is %q, want %q", got.Code, name, got.Header().Get(name), value)
		}
	}
	if shown := get(h, "/standard").Header().Get("Access-Control-Expose-Headers"); shown != "Retry-After, Warning" {
		t.Errorf("pages may read %q", shown)
	}
}

// TestMonitor checks that the monitor has the same line as lila-tablebase.
func TestMonitor(t *testing.T) {
	h := handler(t, serve.Settings{})
	for range 3 {
		get(h, "/standard?fen="+url.QueryEscape(promotes))
	}
	got := get(h, "/monitor")
	if got.Code != http.StatusOK || got.Body.String() != "tablebase cache=0u,cache_miss=3u" ||
		got.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("%d %q, %v", got.Code, got.Body, got.Header())
	}
}

// TestDTC checks that depths to conversion are left out if other tables have the distance, unless
// the request wants them.
func TestDTC(t *testing.T) {
	prober := probe.New(tabletest.Built(t, "KQvK")).AddMetric(value.DTC, tabletest.BuiltBy(t, value.DTC, "KQvK"))
	defer prober.Close()
	h := handler(t, serve.Settings{Prober: prober})
	for query, has := range map[string]bool{
		"": false, "&dtc=never": false, "&dtc=auxiliary": false, "&dtc=always": true,
	} {
		var a lichess.Answer
		if err := json.Unmarshal(get(h, "/standard?fen=k7/8/1K6/8/8/8/8/6Q1_w"+query).Body.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		if *a.DTM != 1 || (a.DTC != nil) != has || (a.Moves[0].DTC != nil) != has {
			t.Errorf("%q: %+v", query, a.Verdict)
		}
	}
}

// A fake is a prober with the answers of a function.
type fake struct {
	answer  func(ctx context.Context) error // nil for that of a bare king
	renewed int
}

func (f *fake) ProbeAll(ctx context.Context, questions []probe.Question) []probe.Answer {
	answers := make([]probe.Answer, len(questions))
	for i, q := range questions {
		answers[i] = probe.Answer{Result: drawn(q.Position), Err: f.answer(ctx)}
	}
	return answers
}

func (f *fake) LineAt(ctx context.Context, p board.Position, _ int) (*probe.Line, error) {
	return &probe.Line{Start: drawn(p)}, f.answer(ctx)
}

func drawn(p board.Position) *probe.Result {
	return &probe.Result{Verdict: probe.Verdict{Category: value.DrawCategory}, Position: p, By: value.Default()}
}

func (f *fake) Renew() error { f.renewed++; return nil }

// TestTrouble checks that the client gets the public part of an error, and that the log has the whole.
func TestTrouble(t *testing.T) {
	class, err := material.Parse("KQvK")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		err   error
		code  int
		words string
	}{
		{
			&store.Error{Table: "KQvK", Err: fmt.Errorf("%w: tile 7", store.ErrCorrupt)}, 500,
			words.New("core.problem.damaged", "class", "KQvK").String() + "\n",
		},
		{errors.New("open /srv/secret/KQvK.mwt: permission denied"), 500, "the tables can't be read\n"},
		{context.DeadlineExceeded, 503, "that took too long\n"},
		{&probe.MissingError{Class: class, Missing: []material.Class{class}}, 404, "the table of KQvK is missing\n"},
	} {
		var log bytes.Buffer
		f := &fake{answer: func(context.Context) error { return test.err }}
		h := handler(t, serve.Settings{Prober: f, Lines: f, Log: slog.New(slog.NewJSONHandler(&log, nil))})
		for _, path := range []string{"/standard", "/standard/mainline"} {
			log.Reset()
			got := get(h, path+"?fen="+url.QueryEscape(promotes))
			var line struct {
				Level, Path, Query, Client, Error string
				Status                            int
			}
			if err := json.Unmarshal(log.Bytes(), &line); err != nil {
				t.Fatalf("%s: %v", &log, err)
			}
			if got.Code != test.code || got.Body.String() != test.words || line.Error != test.err.Error() ||
				line.Status != test.code ||
				line.Path != path ||
				line.Client == "" ||
				(line.Level == "ERROR") != (test.code >= 500) {
				t.Errorf("%v: %d %s %+v", test.err, got.Code, got.Body, line)
			}
		}
	}
}

// TestLog checks that each request is one line, for any query.
func TestLog(t *testing.T) {
	var log bytes.Buffer
	h := handler(t, serve.Settings{Log: logTo(&log)})
	for i, query := range []string{
		"fen=%0alevel=ERROR", "fen=\nlevel=ERROR", "fen=" + strings.Repeat("a", 100_000), "fen=\x00\x1b[31m", `fen="`,
	} {
		r := httptest.NewRequest("GET", "/standard", nil)
		r.URL.RawQuery = query
		if got := do(h, r); got.Code != http.StatusBadRequest {
			t.Errorf("%.20q: %d", query, got.Code)
		}
		if lines := strings.Count(log.String(), "\n"); lines != i+1 || log.Len() > 1500*lines ||
			strings.ContainsAny(log.String(), "\x00\x1b") {
			t.Errorf("after %.20q there are %d lines: %s", query, lines, &log)
		}
	}
}

// TestRenewal checks that the handler finds tables that were built meanwhile. It looks for missing ones at most once a
// second, and for others now and then.
func TestRenewal(t *testing.T) {
	target := "/standard?fen=" + url.QueryEscape(promotes)
	f := new(fake)
	f.answer = func(context.Context) error { return nil }
	unasked := handler(t, serve.Settings{Prober: f, Lines: f})
	for range 3 {
		if got := get(unasked, target); got.Code != http.StatusOK ||
			f.renewed != 2 { // by the prober and by that of lines
			t.Errorf("%d %s, looked for %d times", got.Code, got.Body, f.renewed)
		}
	}
	f.renewed = 0
	f.answer = func(context.Context) error {
		if f.renewed == 0 {
			return store.ErrMissing
		}
		return nil
	}
	h := handler(t, serve.Settings{Prober: f, Lines: f})
	if got := get(h, target); got.Code != http.StatusOK || f.renewed != 2 {
		t.Errorf("%d %s, looked for %d times", got.Code, got.Body, f.renewed)
	}
	time.Sleep(time.Second)
	f.renewed = 0
	if got := get(h, target); got.Code != http.StatusOK || f.renewed != 2 {
		t.Errorf("a second later: %d %s, looked for %d times", got.Code, got.Body, f.renewed)
	}
	f.renewed = 0
	for range 10 {
		if got := get(h, target); got.Code != http.StatusNotFound || f.renewed != 0 {
			t.Fatalf("%d, looked for %d times", got.Code, f.renewed)
		}
	}
}

// TestMetrics checks that requests are counted by path and status.
func TestMetrics(t *testing.T) {
	h := handler(t, serve.Settings{})
	for range 3 {
		get(h, "/standard?fen="+url.QueryEscape(promotes))
	}
	get(h, "/standard?fen="+url.QueryEscape(missing))
	get(h, "/standard/mainline?fen="+url.QueryEscape(promotes))
	for i := range 100 {
		get(h, "/made-up-"+strconv.Itoa(i))
	}
	got := get(h, "/metrics")
	text := got.Body.String()
	for _, line := range []string{
		`matewright_requests_total{path="/standard",code="200"} 3`,
		`matewright_requests_total{path="/standard",code="404"} 1`,
		`matewright_requests_total{path="/standard/mainline",code="200"} 1`,
		`matewright_requests_total{path="",code="404"} 100`,
		`matewright_request_seconds_count{path="/standard"} 4`,
		`matewright_request_seconds_bucket{path="/standard",le="+Inf"} 4`,
		`matewright_requests_running 1`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("there is no %s in %s", line, text)
		}
	}
	format := regexp.MustCompile(
		`^(#.*|[a-zA-Z_:][a-zA-Z0-9_:]*(\{([a-zA-Z_][a-zA-Z0-9_]*="(\\.|[^"\\])*",? ?)*\})? [-+0-9.eE]+|` +
			`[^ ]+ (\+Inf|NaN))$`,
	)
	for line := range strings.Lines(text) {
		if !format.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("%q", line)
		}
	}
	if !strings.HasPrefix(got.Header().Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Errorf("%v", got.Header())
	}
}
