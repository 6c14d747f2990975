//go:build js && wasm

package main

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/value"
)

// A findRequest describes the positions of a class to find.
type findRequest struct {
	Class    string         `json:"class"`
	Also     []string       `json:"also,omitempty"`     // more classes, which are searched after it
	Side     board.Side     `json:"side"`               // to move
	Both     bool           `json:"both,omitempty"`     // either side to move; each mutual zugzwang is found once
	Kind     find.Kind      `json:"kind"`               // a property beside the value
	Outcome  value.Category `json:"outcome,omitempty"`  // for the side to move: a win, a draw or a loss, by the rules
	MinPlies int            `json:"minPlies,omitempty"` // of a win or a loss; without bounds, draws too
	MaxPlies int            `json:"maxPlies,omitempty"`
	From     int64          `json:"from,omitempty"`   // the next entry of an earlier search
	Until    int64          `json:"until,omitempty"`  // the first entry of another one
	Limit    int            `json:"limit,omitempty"`  // the most positions to find, by default 1
	Men      string         `json:"men,omitempty"`    // places of men: "white pawn on h7, rook on the d-file"
	Row      int            `json:"row,omitempty"`    // the number of single moves in a row
	Themes   string         `json:"themes,omitempty"` // of the single move: "sacrifice, quiet"
	Stream   bool           `json:"stream,omitempty"` // all positions, mostly in reports: there may be millions
	Varied   bool           `json:"varied,omitempty"` // far from each other
	Seed     int64          `json:"seed,omitempty"`   // which of these
	Random   bool           `json:"random,omitempty"` // one of them at random, quickly: not all are equally likely
	Size     bool           `json:"size,omitempty"`   // only about how many there are
}

// query returns the query for the core.
func (q *findRequest) query() (find.Query, error) {
	query := find.Query{Both: q.Both, Kind: q.Kind, Values: find.Everything(), Row: q.Row}
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
	var err error
	if query.Themes, err = find.ParseThemes(q.Themes); err != nil {
		return query, err
	}
	query.Men, err = find.ParseMen(q.Men)
	return query, err
}

type findingShape struct {
	Found   []find.Record `json:"found"`
	Next    int64         `json:"next"`    // the entry that a search resumes from
	Entries int64         `json:"entries"` // the number of all entries
	Total   *int64        `json:"total"`   // null if not known before

	// Left is about how many seconds the search still takes, if that is known.
	Left *float64 `json:"left,omitempty"`

	// Count is the number of positions found. With Stream, Found has only those since the last report.
	Count int64 `json:"count,omitempty"`

	// Size is about how many positions are to be found from the first entry of the request on, if only that is wanted.
	Size *sizeShape `json:"size,omitempty"`
}

// A sizeShape has bounds that hold most of the time. If they are the same, they are exact.
type sizeShape struct {
	Low  int64 `json:"low"`
	High int64 `json:"high"`
}

// A size takes up to countingTime to count positions, and then up to samplingTime for samples of others.
const (
	countingTime = 4 * time.Second
	samplingTime = 2 * time.Second
)

func newFinding(s *find.Several) *findingShape {
	f := &findingShape{Found: []find.Record{}, Entries: s.Entries()}
	if n, known := s.Total(); known {
		f.Total = &n
	}
	return f
}

// open returns a search of all classes of the request.
func (q *findRequest) open(ctx context.Context, lib *library.Library, query find.Query) (*find.Several, error) {
	classes, err := find.Classes(append([]string{q.Class}, q.Also...))
	if err != nil {
		return nil, err
	}
	list := make([]*find.Search, len(classes))
	for i, class := range classes {
		query.Class = class
		if list[i], err = find.New(ctx, lib, query); err != nil {
			return nil, err
		}
	}
	return find.Join(list...), nil
}

// findBytes bounds the memory of a search for tables.
const findBytes = 128 << 20

// find looks for positions, and reports the new ones now and then.
func (e *engine) find(ctx context.Context, request findRequest, report func(findingShape)) (*findingShape, error) {
	query, err := request.query()
	if err != nil {
		return nil, err
	}
	lib := library.New(e.store, findBytes)
	defer lib.Close()
	search, err := request.open(ctx, lib, query)
	if err != nil {
		return nil, err
	}
	record := func(f *find.Found) find.Record {
		r := f.Record(query.Kind)
		if len(request.Also) > 0 {
			r.Class = f.Class().String()
		}
		return r
	}
	all := newFinding(search)
	if request.Random {
		f, ok, err := search.Random(rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
		if ok {
			all.Found = append(all.Found, record(&f))
		}
		return all, err
	}
	if request.Size {
		all.Size, err = sizeOf(search, request.From)
		return all, err
	}
	since, last := newFinding(search), time.Now()
	breathe := breathing()
	timer := findTimer{start: last, from: request.From, until: cmp.Or(request.Until, search.Entries())}
	timer.open = func() (*find.Several, error) { return request.open(ctx, lib, query) }
	observe := func(next int64) {
		breathe()
		if since.Next = next; time.Since(last) >= progressInterval {
			if !request.Varied {
				since.Left = timer.left(next)
			}
			report(*since)
			since.Found, last = []find.Record{}, time.Now()
		}
	}
	search.Observe, search.Until = observe, request.Until
	found := func(f find.Found) bool {
		r := record(&f)
		since.Found = append(since.Found, r)
		all.Count++
		if !request.Stream {
			all.Found = append(all.Found, r)
		}
		observe(f.Next)
		return all.Count < int64(request.Limit)
	}
	if request.Varied {
		all.Next, err = search.Varied(uint64(request.Seed), request.From, found)
	} else {
		all.Next, err = search.Each(request.From, found)
	}
	if request.Stream {
		all.Found = since.Found
	}
	return all, err
}

// sizeOf returns about how many positions a search finds from an entry on.
func sizeOf(search *find.Several, from int64) (*sizeShape, error) {
	breathe := breathing()
	search.Observe = func(int64) { breathe() }
	start := time.Now()
	within := func(limit time.Duration) func() bool {
		return func() bool { return time.Since(start) < limit }
	}
	size, err := search.Size(from, within(countingTime), within(countingTime+samplingTime))
	return &sizeShape{size.Low, size.High}, err
}
