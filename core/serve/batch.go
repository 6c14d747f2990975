package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/words"
)

// Limits of a request with many positions.
const (
	mostPositions = 1000
	mostBodyBytes = 256 << 10 // more than that many positions take
	together      = 256       // positions that are probed at once, in some MiB
	perCost       = 2         // positions of a batch that cost as much as a request
)

// Types of content.
const (
	typeJSON  = "application/json"
	typeLines = "application/x-ndjson"
	typeText  = "text/plain"
)

// batch answers a request with many positions: a FEN a line, or a JSON array of FENs. Each gets an answer or an error
// at its place.
//
// The client pays by the number of positions. It must be within its rate, but may owe the rest. The request takes its
// turn among others only when all of it has arrived.
func (h *Handler) batch(w http.ResponseWriter, r *http.Request) {
	list, refused := h.questions(w, r)
	if refused != nil {
		note(w, refused.err)
		http.Error(w, refused.message.String(), refused.status)
		return
	}
	leave, free := h.enter(w)
	if !free {
		return
	}
	defer leave()
	if h.clients != nil {
		h.clients.charge(r.RemoteAddr, (len(list)-1)/perCost, time.Now())
	}
	repaired := 0
	for _, q := range list {
		if len(q.Warnings) > 0 {
			repaired++
		}
	}
	if repaired > 0 {
		writeWarning(w, words.New("command.serve.repaired", "count", repaired, "all", len(list)).String())
	}
	ctx, cancel := h.inTime(r.Context())
	defer cancel()
	out := &listWriter{w: w, asLines: wantsLines(r.Header.Values("Accept"))}
	out.begin()
	var failed error // the first one that is not the client's
	for len(list) > 0 && out.err == nil && r.Context().Err() == nil {
		group := list[:min(together, len(list))]
		list = list[len(group):]
		h.answerGroup(ctx, group)
		for i, q := range group {
			out.add(q)
			if failed == nil && q.err != nil && refusalOf(q.err).status >= http.StatusInternalServerError {
				failed = q.err
			}
			group[i] = nil // so that long lists take no more memory than short ones
		}
		out.flush()
	}
	out.end()
	note(w, cmp.Or(out.err, r.Context().Err(), failed))
}

// answerGroup answers the questions of a group that have no error yet. There are as many groups at once as processors,
// and the groups of all batches take turns.
func (h *Handler) answerGroup(ctx context.Context, group []*question) {
	var open []*question
	for _, q := range group {
		if q.err == nil {
			open = append(open, q)
		}
	}
	select {
	case h.groups <- struct{}{}:
		func() {
			defer func() { <-h.groups }()
			h.answerAll(ctx, open)
		}()
	case <-ctx.Done():
	}
	for _, q := range open {
		if q.answer == nil && q.err == nil {
			q.err = ctx.Err()
		}
	}
}

// A bodyError is the reason why the body of a request is refused.
type bodyError struct {
	status  int
	message words.Message
	err     error // for the log
}

// questions reads the positions of a request.
func (h *Handler) questions(w http.ResponseWriter, r *http.Request) ([]*question, *bodyError) {
	bad := func(err error, key string, pairs ...any) *bodyError {
		return &bodyError{http.StatusBadRequest, words.New(key, pairs...), err}
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil || query.Has("fen") {
		return nil, bad(err, "command.serve.fenInBody")
	}
	how, err := h.choose(query)
	if err != nil {
		return nil, &bodyError{status: http.StatusBadRequest, message: *err.(*words.Message)}
	}
	parse := parserOf(r)
	if parse == nil {
		refused := bad(nil, "command.serve.type", "text", typeText, "json", typeJSON)
		refused.status = http.StatusUnsupportedMediaType
		return nil, refused
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBodyBytes))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		refused := bad(nil, "command.serve.bytes", "most", mostBodyBytes)
		refused.status = http.StatusRequestEntityTooLarge
		return nil, refused
	}
	if err != nil {
		return nil, bad(err, "command.serve.cut")
	}
	fens, err := parse(body)
	switch {
	case err != nil:
		return nil, bad(err, "command.serve.array")
	case len(fens) == 0:
		return nil, bad(nil, "command.serve.none")
	case len(fens) > mostPositions:
		refused := bad(nil, "command.serve.positions", "count", len(fens), "most", mostPositions)
		refused.status = http.StatusRequestEntityTooLarge
		return nil, refused
	}
	list := make([]*question, len(fens))
	for i, fen := range fens {
		list[i] = how.question(fen)
	}
	return list, nil
}

// parserOf returns the function that reads the FENs of a request's body by its type, or nil for an unknown type.
func parserOf(r *http.Request) func([]byte) ([]string, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	encoding := r.Header.Get("Content-Encoding")
	switch {
	case encoding != "" && encoding != "identity":
	case r.Header.Get("Content-Type") == "", err == nil && kind == typeText:
		return splitLines
	case err == nil && kind == typeJSON:
		return parseArray
	}
	return nil
}

// splitLines returns the lines of a text. Empty lines at its end do not count.
func splitLines(body []byte) ([]string, error) {
	const byteOrderMark = "\ufeff"
	text := strings.TrimRight(strings.TrimPrefix(string(body), byteOrderMark), "\r\n\t ")
	if text == "" {
		return nil, nil
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines, nil
}

var errNull = errors.New("null")

// parseArray returns the strings of a JSON array.
func parseArray(body []byte) ([]string, error) {
	var pointers []*string // nil for null, which a string would take for ""
	if err := json.Unmarshal(body, &pointers); err != nil {
		return nil, err
	}
	fens := make([]string, len(pointers))
	for i, p := range pointers {
		if p == nil {
			return nil, errNull
		}
		fens[i] = *p
	}
	return fens, nil
}

// wantsLines reports whether a client accepts JSON lines, by the headers Accept.
func wantsLines(accept []string) bool {
	for _, value := range accept {
		for part := range strings.SplitSeq(value, ",") {
			if kind, params, err := mime.ParseMediaType(part); err == nil && kind == typeLines && params["q"] != "0" {
				return true
			}
		}
	}
	return false
}

// A Failure is at the place of an answer in a list if there is an error instead.
type Failure struct {
	FEN    string       `json:"fen"` // as in the request, or its begin
	Error  string       `json:"error"`
	Code   problem.Code `json:"code"`
	Status int          `json:"status"` // that a request with this FEN alone gets
}

// shape returns the answer to a question, or the failure, for the client.
func (q *question) shape() any {
	if q.err == nil {
		return q.answer
	}
	r := refusalOf(q.err)
	const enough = 200 // bytes to recognize the FEN
	return &Failure{strings.ToValidUTF8(q.fen[:min(len(q.fen), enough)], ""), r.message.String(), r.code, r.status}
}

// A listWriter writes answers as a JSON array, or as JSON lines.
type listWriter struct {
	w       http.ResponseWriter
	asLines bool
	added   int
	buffer  bytes.Buffer
	err     error // of writing
}

func (l *listWriter) begin() {
	if kind := typeJSON; l.asLines {
		l.w.Header().Set("Content-Type", typeLines)
	} else {
		l.w.Header().Set("Content-Type", kind)
		l.buffer.WriteByte('[')
	}
	l.w.Header().Add("Vary", "Accept")
}

func (l *listWriter) add(q *question) {
	text, err := json.Marshal(q.shape())
	if err != nil {
		q.err = err
		text, _ = json.Marshal(q.shape())
	}
	if l.added++; l.added > 1 && !l.asLines {
		l.buffer.WriteString(",\n")
	}
	l.buffer.Write(text)
	if l.asLines {
		l.buffer.WriteByte('\n')
	}
}

// flush sends all that was added.
func (l *listWriter) flush() {
	if l.err == nil {
		_, l.err = l.w.Write(l.buffer.Bytes())
		l.buffer.Reset()
	}
	if l.err == nil && l.asLines {
		l.err = http.NewResponseController(l.w).Flush()
	}
}

func (l *listWriter) end() {
	if !l.asLines {
		l.buffer.WriteString("]\n")
		l.flush()
	}
}
