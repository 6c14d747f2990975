package serve

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/words"
)

// choices are the parameters of a request.
type choices struct {
	dtc  lichess.DTC
	read func(fen string) (board.Reading, error)
}

// choose reads the parameters of a request. Errors are words for the client.
func (h *Handler) choose(query url.Values) (*choices, error) {
	how := &choices{dtc: lichess.AuxiliaryDTC, read: board.ReadFENAsLichess}
	if query.Has("dtc") {
		var known bool
		if how.dtc, known = lichess.ParseDTC(query.Get("dtc")); !known {
			return nil, words.Error("command.serve.dtc")
		}
	}
	strict, err := truth(query, "strict", h.Strict)
	if err != nil {
		return nil, err
	}
	if strict {
		how.read = board.ReadFENStrictly
	}
	chess960, err := truth(query, "chess960", false)
	if err != nil {
		return nil, err
	}
	if read := how.read; chess960 {
		how.read = func(fen string) (board.Reading, error) { return read(board.FromXFEN(fen)) }
	}
	return how, nil
}

// truth reads a parameter that is true or false, or absent.
func truth(query url.Values, name string, absent bool) (bool, error) {
	switch query.Get(name) {
	case "":
		return absent, nil
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, words.Error("command.serve.truth", "name", name)
}

// A question is a position of a request, and then its answer or its error.
type question struct {
	fen string // as it was sent
	dtc lichess.DTC
	board.Reading

	answer any
	err    error
}

// question returns the question with a FEN. It has an error if the FEN is not usable.
func (c *choices) question(fen string) *question {
	q := &question{fen: fen, dtc: c.dtc}
	q.Reading, q.err = c.read(fen)
	return q
}

// inTime returns a context that ends with the time for an answer.
func (h *Handler) inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if h.Timeout > 0 {
		return context.WithTimeout(ctx, h.Timeout)
	}
	return context.WithCancel(ctx)
}

// answerAll answers questions without an error, together. Each has an answer or an error then.
func (h *Handler) answerAll(ctx context.Context, list []*question) {
	h.probes.Add(int64(len(list)))
	_, _ = again(h, func() (struct{}, error) {
		var open []*question
		for _, q := range list {
			if q.answer == nil && (q.err == nil || service.IsStale(q.err)) {
				open = append(open, q)
			}
		}
		h.probe(ctx, open)
		for _, q := range open {
			if service.IsStale(q.err) {
				return struct{}{}, q.err
			}
		}
		return struct{}{}, nil
	})
}

// probe answers questions from tables, or else from endings.
func (h *Handler) probe(ctx context.Context, list []*question) {
	positions := make([]probe.Question, len(list))
	for i, q := range list {
		positions[i] = probe.Question{Position: q.Position, Clock: q.Counters.Clock}
	}
	for i, a := range h.Prober.ProbeAll(ctx, positions) {
		q := list[i]
		if q.err = a.Err; q.err == nil {
			answer := lichess.NewAnswer(q.fen, a.Result)
			answer.Choose(q.dtc)
			answer.Warnings = q.Warnings
			q.answer = answer
		} else if probe.Lacks(q.err) && h.Endings != nil {
			h.askEndings(ctx, q)
		}
	}
}

// askEndings answers a question from stored endings, or leaves its error as it is.
func (h *Handler) askEndings(ctx context.Context, q *question) {
	known, err := h.Endings.Answer(ctx, &q.Position)
	if known == nil {
		q.err = cmp.Or(err, q.err)
		return
	}
	if q.err = h.Endings.Measure(ctx, &q.Position, known); q.err == nil {
		q.answer = lichess.NewKnown(q.fen, &q.Reading, known)
	}
}

// A refusal is the public part of an error.
type refusal struct {
	status  int
	code    problem.Code
	message words.Message
}

// slow is the code of an answer that took too long.
const slow problem.Code = "slow"

// refusalOf returns the refusal for an error. It has no names of files.
func refusalOf(err error) refusal {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return refusal{http.StatusServiceUnavailable, slow, words.New("command.serve.slow")}
	}
	p := problem.From(err)
	switch p.Code {
	case problem.FEN:
		return refusal{http.StatusBadRequest, p.Code, p.Message}
	case problem.Men, problem.Missing:
		return refusal{http.StatusNotFound, p.Code, p.Message}
	case problem.Damaged:
		return refusal{http.StatusInternalServerError, p.Code, p.Message}
	}
	return refusal{http.StatusInternalServerError, problem.Internal, words.New("command.serve.unreadable")}
}

// refuse writes words about an error to the client, and the whole error to the log.
func refuse(w http.ResponseWriter, err error) {
	note(w, err)
	r := refusalOf(err)
	if r.status == http.StatusServiceUnavailable {
		busy(w, r.message)
		return
	}
	http.Error(w, r.message.String(), r.status)
}

// note adds an error to the line of the request in the log.
func note(w http.ResponseWriter, err error) {
	if a, ok := w.(*answering); ok {
		a.err = err
	}
}

// again is [service.AgainIf] with a limit: other requests wait while the handler looks for new tables. It also looks
// now and then before an answer, because missing tables of another metric are not an error.
func again[T any](h *Handler, ask func() (T, error)) (T, error) {
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
