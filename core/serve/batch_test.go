package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matewright/matewright/core/internal/endingtest"
	"github.com/matewright/matewright/core/serve"
	"github.com/matewright/matewright/core/words"
)

func post(h http.Handler, target, kind, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", target, strings.NewReader(body))
	r.Header.Set("Content-Type", kind)
	return do(h, r)
}

// array returns FENs as a JSON array.
func array(t testing.TB, fens ...string) string {
	t.Helper()
	text, err := json.Marshal(fens)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestBatch checks that each position of a list gets the answer of a request of its own, or an error at its place. It
// tries all types of bodies and answers.
func TestBatch(t *testing.T) {
	h := handler(t, serve.Settings{})
	fens := []string{
		promotes, missing, "nonsense", "", rook, "8/3P4/8/8/8/8/8/k1K5 b", promotes,
		strings.Repeat("é", 150), "8/8/8/8/8/2k5/8/K7_w_-_-_0_1", "8/3P4/8/8/8/8/8/k1K5 w KQkq c6 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	}
	for _, choice := range []string{"", "?dtc=always", "?strict=true", "?strict=false&dtc=never"} {
		target := "/standard" + choice
		got := post(h, target, "application/json; charset=utf-8", array(t, fens...))
		var list []json.RawMessage
		if err := json.Unmarshal(got.Body.Bytes(), &list); err != nil || got.Code != http.StatusOK ||
			len(list) != len(fens) || got.Header().Get("Content-Type") != "application/json" {
			t.Fatalf("%s: %d %v %s, %v", target, got.Code, err, got.Body, got.Header())
		}
		for i, fen := range fens {
			join := "?"
			if choice != "" {
				join = choice + "&"
			}
			wantSame(t, list[i], fen, get(h, "/standard"+join+"fen="+url.QueryEscape(fen)))
		}
		for kind, body := range map[string]string{
			"text/plain":                strings.Join(fens, "\n"),
			"text/plain; charset=utf-8": strings.Join(fens, "\r\n") + "\r\n\r\n",
			"":                          strings.Join(fens, "\n") + "\n",
		} {
			if other := post(h, target, kind, body); other.Code != http.StatusOK ||
				other.Body.String() != got.Body.String() {
				t.Errorf("%s: as %q: %d %s, want %s", target, kind, other.Code, other.Body, got.Body)
			}
		}
		r := httptest.NewRequest("POST", target, strings.NewReader(array(t, fens...)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "text/html, application/x-ndjson")
		lines := do(h, r)
		var want strings.Builder
		for _, each := range list {
			fmt.Fprintf(&want, "%s\n", each)
		}
		if lines.Body.String() != want.String() || lines.Header().Get("Content-Type") != "application/x-ndjson" {
			t.Errorf("%s: lines are %s, want %s; %v", target, lines.Body, &want, lines.Header())
		}
	}
}

// wantSame checks the answer of a list against that of a request with the same FEN.
func wantSame(t *testing.T, got json.RawMessage, fen string, single *httptest.ResponseRecorder) {
	t.Helper()
	if single.Code == http.StatusOK {
		if string(got)+"\n" != single.Body.String() {
			t.Errorf("%q: %s, alone %s", fen, got, single.Body)
		}
		return
	}
	var f serve.Failure
	if err := json.Unmarshal(got, &f); err != nil || f.Status != single.Code || f.Code == "" ||
		f.Error+"\n" != single.Body.String() || !strings.HasPrefix(fen, f.FEN) {
		t.Errorf("%q: %s (%v), alone %d %s", fen, got, err, single.Code, single.Body)
	}
}

// TestBatchWarning checks that the header has the number of repaired FENs, and is missing without repairs.
func TestBatchWarning(t *testing.T) {
	h := handler(t, serve.Settings{})
	repaired := words.New("command.serve.repaired", "count", 1, "all", 2).String()
	for other, want := range map[string]string{
		promotes: "", "8/3P4/8/8/8/8/8/k1K5 w K - 0 1": `299 - "` + repaired + `"`,
	} {
		if got := post(h, "/standard", "", promotes+"\n"+other); got.Header().Get("Warning") != want {
			t.Errorf("%s: %v, want %q", other, got.Header(), want)
		}
	}
}

// TestBatchRefusals checks the limits of a list and its form.
func TestBatchRefusals(t *testing.T) {
	h := handler(t, serve.Settings{Prober: &fake{answer: func(context.Context) error { return nil }}})
	spaces := func(n int) string { return strings.Repeat(" ", n) }
	many := func(n int) string { return strings.Repeat(promotes+"\n", n) }
	for _, test := range []struct {
		target, kind, body string
		code               int
		key                string
		pairs              []any
	}{
		{"/standard", "text/plain", many(1000), 200, "", nil},
		{"/standard", "text/plain", many(1001), 413, "command.serve.positions", []any{"count", 1001, "most", 1000}},
		{"/standard", "text/plain", spaces(256 << 10), 400, "command.serve.none", nil},
		{"/standard", "text/plain", spaces(256<<10 + 1), 413, "command.serve.bytes", []any{"most", 256 << 10}},
		{"/standard", "application/json", "[]", 400, "command.serve.none", nil},
		{"/standard", "application/json", "null", 400, "command.serve.none", nil},
		{"/standard", "application/json", `["` + promotes + `"`, 400, "command.serve.array", nil},
		{"/standard", "application/json", `["` + promotes + `", 7]`, 400, "command.serve.array", nil},
		{"/standard", "application/json", `[null]`, 400, "command.serve.array", nil},
		{"/standard", "application/json", `"` + promotes + `"`, 400, "command.serve.array", nil},
		{"/standard", "application/json", strings.Repeat("[", 200_000), 400, "command.serve.array", nil},
		{
			"/standard", "application/x-www-form-urlencoded", promotes, 415,
			"command.serve.type", []any{"text", "text/plain", "json", "application/json"},
		},
		{"/standard?dtc=sometimes", "", promotes, 400, "command.serve.dtc", nil},
		{"/standard?strict=1", "", promotes, 400, "command.serve.truth", []any{"name", "strict"}},
		{"/standard?chess960=1", "", promotes, 400, "command.serve.truth", []any{"name", "chess960"}},
		{"/standard?fen=8", "", promotes, 400, "command.serve.fenInBody", nil},
	} {
		got := post(h, test.target, test.kind, test.body)
		want := ""
		if test.key != "" {
			want = words.New(test.key, test.pairs...).String() + "\n"
		}
		if got.Code != test.code || want != "" && got.Body.String() != want {
			t.Errorf("%s, %q, %.40q: %d %.200s, want %d %s", test.target, test.kind, test.body, got.Code, got.Body,
				test.code, want)
		}
	}
	r := httptest.NewRequest("POST", "/standard", strings.NewReader(promotes))
	r.Header.Set("Content-Encoding", "gzip")
	if got := do(h, r); got.Code != http.StatusUnsupportedMediaType {
		t.Errorf("compressed: %d %s", got.Code, got.Body)
	}
	for _, path := range []string{"/standard/mainline", "/metrics"} {
		if got := post(h, path, "", promotes); got.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
}

// TestBatchRate checks that a list is answered if its client has not used up its rate. Then the client waits as long as
// its positions cost.
func TestBatchRate(t *testing.T) {
	h := handler(t, serve.Settings{Rate: 10, Prober: &fake{answer: func(context.Context) error { return nil }}})
	list := strings.Repeat(promotes+"\n", 400) // that cost 200, and the burst is 20
	if got := post(h, "/standard", "", list); got.Code != http.StatusOK {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	for _, again := range []*httptest.ResponseRecorder{
		post(h, "/standard", "", promotes), get(h, "/standard?fen="+url.QueryEscape(promotes)),
	} {
		var wait int
		_, err := fmt.Sscan(again.Header().Get("Retry-After"), &wait)
		if again.Code != http.StatusTooManyRequests || err != nil || wait < 15 || wait > 20 {
			t.Errorf("%d %v %s", again.Code, again.Header(), again.Body)
		}
	}
}

// TestBatchTimeout checks that positions that are not answered in time get an error at their place. A client that goes
// ends the work on its list.
func TestBatchTimeout(t *testing.T) {
	asked := 0
	f := &fake{answer: func(ctx context.Context) error {
		if asked++; asked <= 256 {
			return nil
		}
		<-ctx.Done()
		return ctx.Err()
	}}
	h := handler(t, serve.Settings{Prober: f, Timeout: 50 * time.Millisecond})
	var list []serve.Failure
	got := post(h, "/standard", "", strings.Repeat(promotes+"\n", 600))
	if err := json.Unmarshal(got.Body.Bytes(), &list); err != nil || len(list) != 600 {
		t.Fatalf("%v, %d %.300s", err, got.Code, got.Body)
	}
	for i, each := range list {
		if (each.Status == http.StatusServiceUnavailable) != (i >= 256) || (each.Error == "") != (i < 256) {
			t.Fatalf("%d: %+v", i, each)
		}
	}
	asked = 0
	ctx, cancel := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, "POST", "/standard", strings.NewReader(strings.Repeat(promotes+"\n", 600)))
	f.answer = func(ctx context.Context) error {
		if asked++; asked == 10 {
			cancel()
		}
		return ctx.Err()
	}
	if do(handler(t, serve.Settings{Prober: f}), r); asked > 256 {
		t.Errorf("%d positions were probed after all", asked)
	}
}

// TestBatchStreams checks that JSON lines arrive while later positions are being probed.
func TestBatchStreams(t *testing.T) {
	resume := make(chan struct{})
	asked := 0
	f := &fake{answer: func(ctx context.Context) error {
		if asked++; asked == 257 {
			<-resume
		}
		return nil
	}}
	address, stop, ended := listening(t, handler(t, serve.Settings{Prober: f}))
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	body := strings.NewReader(strings.Repeat(promotes+"\n", 300))
	r, err := http.NewRequest("POST", "http://"+address+"/standard", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/x-ndjson")
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	lines := bufio.NewReader(got.Body)
	for i := range 300 {
		if i == 256 {
			close(resume)
		}
		if line, err := lines.ReadString('\n'); err != nil || !json.Valid([]byte(line)) {
			t.Fatalf("line %d: %q, %v", i, line, err)
		}
	}
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 {
		t.Errorf("and then %q, %v", rest, err)
	}
}

// TestBatchTrouble checks that one damaged table does not spoil the other answers, and is in the log.
func TestBatchTrouble(t *testing.T) {
	asked := 0
	f := &fake{answer: func(context.Context) error {
		if asked++; asked == 2 {
			return errors.New("open /srv/secret: permission denied")
		}
		return nil
	}}
	var log strings.Builder
	h := handler(t, serve.Settings{Prober: f, Log: logTo(&log)})
	var list []serve.Failure
	got := post(h, "/standard", "", strings.Repeat(promotes+"\n", 3))
	if err := json.Unmarshal(got.Body.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	codes := []int{}
	for _, each := range list {
		codes = append(codes, each.Status)
	}
	if !slices.Equal(codes, []int{0, 500, 0}) || strings.Contains(got.Body.String(), "secret") ||
		!strings.Contains(log.String(), "secret") {
		t.Errorf("%s, log %s", got.Body, &log)
	}
}

// TestBatchEndings checks that positions without tables are answered from endings, as alone.
func TestBatchEndings(t *testing.T) {
	h := handler(t, serve.Settings{Endings: endingtest.Shelf(t, endingtest.Locked)})
	got := post(h, "/standard", "", promotes+"\n"+endingtest.Locked)
	var list []json.RawMessage
	if err := json.Unmarshal(got.Body.Bytes(), &list); err != nil || len(list) != 2 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	wantSame(t, list[1], endingtest.Locked, get(h, "/standard?fen="+url.QueryEscape(endingtest.Locked)))
}

// TestStrictly checks that a strict server repairs FENs only for requests that want it.
func TestStrictly(t *testing.T) {
	h := handler(t, serve.Settings{Strict: true})
	const faulty = "8/3P4/8/8/8/8/8/k1K5 w K - 0 1"
	for choice, code := range map[string]int{"": 400, "&strict=true": 400, "&strict=false": 200} {
		if got := get(h, "/standard?fen="+url.QueryEscape(faulty)+choice); got.Code != code {
			t.Errorf("%q: %d %s", choice, got.Code, got.Body)
		}
	}
}

// TestBatchTurns checks that one group at once is probed for each processor, and that all get their turn.
func TestBatchTurns(t *testing.T) {
	var now, most atomic.Int64
	f := &fake{answer: func(context.Context) error {
		n := now.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(time.Millisecond)
		now.Add(-1)
		return nil
	}}
	h := handler(t, serve.Settings{Prober: f})
	var all sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		all.Go(func() {
			if got := post(h, "/standard", "", strings.Repeat(promotes+"\n", 5)); got.Code != http.StatusOK {
				t.Errorf("%d %s", got.Code, got.Body)
			}
		})
	}
	all.Wait()
	if n := int(most.Load()); n > runtime.GOMAXPROCS(0) {
		t.Errorf("%d groups at once", n)
	}
}
