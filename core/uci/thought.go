package uci

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A thought is the work between a "go" and its "bestmove".
type thought struct {
	*tools
	goal  *goal
	game  *game
	ctx   context.Context // ends with stop, or when the time is over
	began time.Time

	cancel func()
	hit    func() // lets the time begin: after waiting for tables, or after pondering
	prober *probe.Prober
	by     *value.Metric // that the prober orders moves by, or nil for its own choice

	lookUntil time.Time // if the time is limited: the rest is for a proof

	released  chan struct{} // closed by hit
	answering chan struct{} // closed before the answer is written
	done      chan struct{} // and after it

	candidates       []*candidate // best first
	exact            bool         // they are from tables
	filtered         bool         // tables have only their outcomes
	nodes, tableHits int64
	depth, plies     int
	reported         time.Time
	doubt            string // the last one written
}

func (t *thought) best() *candidate { return t.candidates[0] }

func (t *thought) sort() {
	slices.SortStableFunc(t.candidates, func(a, b *candidate) int {
		if t.exact {
			return cmp.Or(cmp.Compare(b.low, a.low), cmp.Compare(a.rank, b.rank), cmp.Compare(b.estimate, a.estimate))
		}
		return cmp.Or(cmp.Compare(b.worth(), a.worth()), cmp.Compare(b.low, a.low), cmp.Compare(b.estimate, a.estimate))
	})
}

// shown returns the candidates that users see.
func (t *thought) shown() []*candidate { return t.candidates[:min(t.lines, len(t.candidates))] }

// clock returns the clock if it counts.
func (t *thought) clock(c board.Counters) int {
	if !t.rule {
		return 0
	}
	return c.Clock
}

// isStale reports whether an error may come from a table that was replaced since it was opened. A thought looks for new
// tables first, so a [probe.MissingError] is final.
func isStale(err error) bool {
	var missing *probe.MissingError
	return errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrMissing) && !errors.As(err, &missing)
}
