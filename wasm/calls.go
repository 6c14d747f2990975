//go:build js && wasm

package main

import (
	"cmp"
	"context"
	"strings"
	"syscall/js"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// calls is all that JavaScript can ask, by name: methods that take one request, may
// report on the way, and answer. To add one, write the method and put it here; border
// makes JavaScript's types of all this, and the worker finds it by its name.
var calls = map[string]call{
	"rules":     ask((*engine).rules),
	"probe":     ask((*engine).probe),
	"read":      ask((*engine).read),
	"line":      ask((*engine).line),
	"pass":      ask((*engine).pass),
	"replay":    ask((*engine).replay),
	"prove":     watch((*engine).prove),
	"refresh":   do((*engine).refresh),
	"rest":      do((*engine).rest),
	"find":      watch((*engine).find),
	"classes":   ask((*engine).classes),
	"details":   ask((*engine).details),
	"sum":       ask((*engine).sum),
	"plan":      ask((*engine).plan),
	"prepare":   ask((*engine).prepare),
	"tidy":      do((*engine).tidy),
	"build":     watch((*engine).build),
	"remove":    do((*engine).remove),
	"file":      ask((*engine).file),
	"import":    watch((*engine).importFile),
	"importAny": watch((*engine).importAny),
	"judge":     watch((*engine).judge),
	"settle":    do((*engine).settle),
	"stop":      do((*engine).stop),
}

// A call is a method with its request as JavaScript passed it, and with the function to
// report to, if there is one.
type call func(e *engine, ctx context.Context, request, report js.Value) (any, error)

// ask makes a call of a method that answers.
func ask[Request, Answer any](method func(*engine, context.Context, Request) (Answer, error)) call {
	return watch(func(e *engine, ctx context.Context, asked Request, _ func(any)) (Answer, error) {
		return method(e, ctx, asked)
	})
}

// do makes a call of a method that only succeeds or fails.
func do[Request any](method func(*engine, context.Context, Request) error) call {
	return ask(func(e *engine, ctx context.Context, asked Request) (any, error) {
		return nil, method(e, ctx, asked)
	})
}

// watch makes a call of a method that reports on the way.
func watch[Request, Report, Answer any](method func(*engine, context.Context, Request, func(Report)) (Answer, error)) call {
	return func(e *engine, ctx context.Context, request, report js.Value) (any, error) {
		asked, err := fromJS[Request](request)
		if err != nil {
			return nil, err
		}
		return method(e, ctx, asked, func(r Report) {
			if report.Type() == js.TypeFunction {
				report.Invoke(toJS(r))
			}
		})
	}
}

type positionRequest struct {
	FEN string     `json:"fen"`
	By  metricName `json:"by,omitempty"` // says which moves are best, if its tables are there; if it is not said, the first one does
}

// parse returns the position with its counters, and the metric that it is asked by, if there is one.
func (q *positionRequest) parse() (r board.Reading, by *value.Metric, err error) {
	if q.By != "" {
		by, err = q.By.metric()
	}
	if err == nil {
		r, err = board.ReadFEN(q.FEN)
	}
	return r, by, err
}

type readRequest struct {
	Texts []string `json:"texts"` // each begins with the board of a FEN, and words or operations of EPD may follow
}

// A metricName names a metric for JavaScript.
type metricName string

const (
	dtm   metricName = "dtm"
	dtc   metricName = "dtc"
	dtz50 metricName = "dtz50"
)

func nameOf(m *value.Metric) metricName { return metricName(strings.ToLower(m.Name())) }

func (n metricName) metric() (*value.Metric, error) {
	return value.MetricNamed(strings.ToUpper(string(n)))
}

type replayRequest struct {
	FEN   string   `json:"fen"`
	Moves []string `json:"moves"`           // by their squares, or in SAN
	After []int    `json:"after,omitempty"` // the number of the move that each one follows, 0 for none; if it is not said, it is the one listed before
}

// before returns the number of the move that comes before the one at an index.
func (q *replayRequest) before(i int) int {
	if i < len(q.After) {
		return q.After[i]
	}
	return i
}

type proveRequest struct {
	FEN    string `json:"fen"`
	Memory memory `json:"memory"` // for what the search remembers

	Seconds seconds `json:"seconds"` // that it may take
	Beside  bool    `json:"beside"`  // a build, which has half of the time
}

type refreshRequest struct {
	Beside bool `json:"beside"` // a build, from now on or no more
}

// seconds is a time.
type seconds float64

// duration returns the time, and a minute for one that makes no sense.
func (s seconds) duration() time.Duration {
	if s > 0 && s <= 24*60*60 {
		return time.Duration(float64(s) * float64(time.Second))
	}
	return time.Minute
}

type classesRequest struct {
	Men int `json:"men"` // at most, of classes that the store has nothing of
}

type classRequest struct {
	Class string `json:"class"`
}

type planRequest struct {
	Wanted []string `json:"wanted"` // names of classes, or the FEN of a single position
	Memory memory   `json:"memory"` // for each table
}

type tidyRequest struct {
	Later []string `json:"later,omitempty"` // the classes that have still to be built, if they are known
}

type buildRequest struct {
	Class  string   `json:"class"`
	Unit   int      `json:"unit"`   // 0 for the whole class, -1 for its castling alone
	Slices []int    `json:"slices"` // if there are some, these alone
	Later  []string `json:"later"`  // the classes that are built after this one
	Memory memory   `json:"memory"`
	Method string   `json:"method,omitempty"` // to solve by; the fastest that fits, if it is not said

	Castling []string `json:"castling"` // classes with rights to castle that are built then, in an order to build them in
}

// memory is a number of bytes.
type memory int64

// bytes returns the number, and 1 GiB for one that makes no sense.
func (m memory) bytes() int64 {
	if m <= 0 || m >= 1<<40 {
		return 1 << 30
	}
	return int64(m)
}

// A findRequest says what positions of a class to find.
type findRequest struct {
	Class    string         `json:"class"`
	Side     board.Side     `json:"side"`               // to move
	Both     bool           `json:"both,omitempty"`     // either side may be to move, whatever side says; each mutual zugzwang is found once
	Kind     find.Kind      `json:"kind"`               // what else than their value they are
	Outcome  value.Category `json:"outcome,omitempty"`  // for the side to move: a win, a draw or a loss, by the rules
	MinPlies int            `json:"minPlies,omitempty"` // of a win or a loss; without bounds, draws too
	MaxPlies int            `json:"maxPlies,omitempty"`
	From     int64          `json:"from,omitempty"`   // where an earlier search ended
	Until    int64          `json:"until,omitempty"`  // where another one begins
	Limit    int            `json:"limit,omitempty"`  // the most positions to find, 1 if none is said
	Men      string         `json:"men,omitempty"`    // where men stand: "white pawn on h7, rook on the d-file"
	Row      int            `json:"row,omitempty"`    // so many single moves in a row
	Varied   bool           `json:"varied,omitempty"` // far from each other
	Seed     int64          `json:"seed,omitempty"`   // which of these
	Random   bool           `json:"random,omitempty"` // one of them at random, quickly: not all are as likely
}

// query returns what the core is asked.
func (q *findRequest) query() (find.Query, error) {
	class, err := material.Parse(q.Class)
	if err != nil {
		return find.Query{}, err
	}
	query := find.Query{Class: class, Both: q.Both, Kind: q.Kind, Values: find.Everything(), Row: q.Row}
	if q.Side == board.BlackSide {
		query.Side = board.Black
	}
	if q.MinPlies > 0 || q.MaxPlies > 0 {
		query.Values = find.Within(q.MinPlies, cmp.Or(q.MaxPlies, value.MaxRound))
	}
	for o := value.Loss; o <= value.Win; o++ {
		if o.Category() == q.Outcome {
			query.Values = query.Values.And(find.Ending(o))
		}
	}
	query.Men, err = find.ParseMen(q.Men)
	return query, err
}
