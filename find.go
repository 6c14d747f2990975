package matewright

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A Kind is a property of the positions to find, in addition to their values.
type Kind string

// The kinds. The zero value stands for any position. "cyclic-zugzwang" stands for drawn mutual zugzwangs that return:
// see docs/guide/searching.md.
const (
	Zugzwang Kind = "zugzwang"  // mutual: with either side to move, that side would rather not be
	OnlyMove Kind = "only-move" // won, and a single legal move keeps the win
	OnlyDraw Kind = "only-draw" // drawn, and a single legal move keeps the draw
)

const cyclic = Kind(find.Cyclic)

// A Query selects positions of a class. A position has to fulfil all conditions.
type Query struct {
	Class string
	Kind  Kind

	// MinPlies and MaxPlies select wins and losses by their plies, as [Options.Metric] counts them. If both are 0,
	// draws are selected too. If MaxPlies is 0, plies are not limited.
	MinPlies, MaxPlies int

	// Men has the squares of men, such as "Ph7, rd" or "white pawn on h7, rook on the d-file". A symmetric position
	// is found as well. "" stands for any squares.
	Men string

	// Side to move: "w" stands for the first side of the class, "b" for the second one, "" for either.
	Side string

	// InARow is the least number of only moves in a row along best play, for [OnlyMove] and [OnlyDraw]. 0 stands
	// for 1.
	InARow int

	// Themes has properties of the single move of [OnlyMove] and [OnlyDraw], such as "sacrifice, quiet": sacrifice,
	// corner, underpromotion, quiet, capture, check and castling. See docs/guide/searching.md.
	Themes string
}

// Found is a position that fulfils a query. Positions that are symmetric to each other are found once.
type Found struct {
	FEN      string   `json:"fen"`
	Category Category `json:"category"` // by [Options.Metric]
	Plies    int      `json:"plies"`    // signed, as that metric counts them; 0 for a draw and for checkmate

	// Passed is the category with the other side to move, for that side, and PassedPlies its plies. Only a
	// zugzwang has them.
	Passed      Category `json:"passed,omitempty"`
	PassedPlies int      `json:"passed_plies,omitempty"`

	// UCI and SAN name the single move of [OnlyMove] and [OnlyDraw].
	UCI string `json:"uci,omitempty"`
	SAN string `json:"san,omitempty"`

	Unproven []string `json:"unproven,omitempty"` // as in [Answer]

	// Syzygy is true if Syzygy files have the values. If Rounded or PassedRounded is true, they may have rounded the
	// plies, and the true number may be one more.
	Syzygy        bool `json:"syzygy,omitempty"`
	Rounded       bool `json:"rounded,omitempty"`
	PassedRounded bool `json:"passed_rounded,omitempty"`
}

// Find returns the positions of a class that fulfil a query, in the order of its table. The sequence ends after the
// first error, which has no position. If the table is missing and [Options.Metric] is [DTZ50], it searches the Syzygy
// files of [Options.Syzygy]: up to five men, without moves in a row. Errors match [ErrClass], [ErrMissing],
// [ErrDamaged] or [ErrUsage].
func (t *Tables) Find(ctx context.Context, q Query) iter.Seq2[*Found, error] {
	return func(yield func(*Found, error) bool) {
		more := true
		err := t.find(ctx, q, func(f *Found) bool {
			more = yield(f, nil)
			return more
		})
		if err != nil && more {
			yield(nil, err)
		}
	}
}

func (t *Tables) find(ctx context.Context, q Query, found func(*Found) bool) error {
	if err := t.kind.Supports(kind.Search); err != nil {
		return usage("%v", err)
	}
	query, err := q.parse()
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	lib := library.New(t.home.Tables(t.kind), t.memory()/2).ForMetric(t.kind.Metric()).Unproven()
	defer lib.Close()
	search, err := find.New(ctx, lib, query)
	if errors.Is(err, store.ErrMissing) && t.syzygy != nil && t.kind.Metric() == value.ByFiftyMoves() {
		search, err = find.NewInFiles(ctx, t.syzygy, query)
	}
	if err != nil {
		return invalid(err)
	}
	_, err = search.Each(0, func(f find.Found) bool { return found(newFound(&f, query.Kind, search)) })
	return coded(err)
}

// invalid is [coded] for an error of a query: it is invalid if the error is not one of its tables.
func invalid(err error) error {
	err = coded(err)
	if errors.As(err, new(*Error)) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &Error{Code: ErrUsage, Words: err.Error(), err: err}
}

// parse reads a query.
func (q *Query) parse() (query find.Query, err error) {
	query = find.Query{Both: q.Side == "", Kind: find.Kind(q.Kind), Values: find.Everything(), Row: q.InARow}
	if query.Class, err = material.Parse(q.Class); err != nil {
		return query, coded(err)
	}
	if query.Men, err = find.ParseMen(q.Men); err != nil {
		return query, coded(err)
	}
	if query.Themes, err = find.ParseThemes(q.Themes); err != nil {
		return query, usage("%v", err)
	}
	switch q.Side {
	case "", "w":
	case "b":
		query.Side = board.Black
	default:
		return query, usage("invalid side: %q (w, b or none)", q.Side)
	}
	if !slices.Contains([]Kind{"", Zugzwang, cyclic, OnlyMove, OnlyDraw}, q.Kind) {
		return query, usage("invalid kind: %q", q.Kind)
	}
	if q.MinPlies != 0 || q.MaxPlies != 0 {
		most := q.MaxPlies
		if most == 0 {
			most = math.MaxInt
		}
		if q.MinPlies < 0 || most < q.MinPlies {
			return query, usage("invalid range of plies: %d to %d", q.MinPlies, q.MaxPlies)
		}
		query.Values = find.Within(q.MinPlies, most)
	}
	return query, nil
}

func newFound(f *find.Found, kind find.Kind, search *find.Search) *Found {
	r := &Found{FEN: f.Position.FEN(), Unproven: names(search.Unproven()), Syzygy: search.InFiles()}
	r.Rounded, r.PassedRounded = f.Rounded, f.PassedRounded
	r.Category, r.Plies = judged(f.Metric, f.Value)
	switch kind {
	case find.Zugzwang, find.Cyclic:
		r.Passed, r.PassedPlies = judged(f.Metric, f.Passed)
	case find.OnlyMove, find.OnlyDraw:
		r.UCI, r.SAN = f.Move.String(), f.Position.SAN(f.Move, f.Position.LegalMoves(nil))
	}
	return r
}

// judged returns the category of a value and its signed plies.
func judged(metric *value.Metric, v value.Value) (Category, int) {
	return Category(metric.Category(v)), metric.Plies(v) * int(v.Outcome())
}
