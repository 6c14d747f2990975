package verify

import (
	"context"
	"math/rand/v2"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// A Rule recomputes the entries of a table of another kind than those of metrics, slice by slice. Package verify has
// the rest: the walk, the choice of entries that are recomputed alone, the counts and the statistics.
type Rule interface {
	// Slice compares the entries of the next slice with those that follow from their moves, and counts their values. It
	// returns the number of legal positions.
	Slice(number slice.Number, tally *stats.Tally) (entries int64, err error)

	// Alone compares a position with its legal moves. It may choose more at random, such as a clock.
	Alone(p *board.Position, chosen *rand.Rand) error

	// End compares the counts that only this kind has.
	End() error
}

// TableBy is [Table] for a table whose entries follow from their moves by another rule. One thread walks over the
// slices, as the rule has threads of its own.
func TableBy(
	ctx context.Context, lib *library.Library, class material.Class, options Options,
	newRule func(t *library.Table, threads int) (Rule, error),
) (*Result, error) {
	t, options, err := open(ctx, lib, class, options)
	if err != nil {
		return nil, err
	}
	rule, err := newRule(t, options.Threads)
	if err != nil {
		return nil, err
	}
	options.Threads = 1
	v := newVerification(ctx, lib, t, options)
	v.jobs = int(t.Layout.Slices())
	v.newWorker = func() worker { return &ruled{verification: v, rule: rule} }
	if err := v.all(t); err != nil {
		return nil, err
	}
	if err := rule.End(); err != nil {
		return nil, err
	}
	return &v.total.result, nil
}

// ruled is a worker that verifies by a rule.
type ruled struct {
	*verification
	rule Rule
	counts
}

// do verifies a slice.
func (w *ruled) do(number int) error {
	entries, err := w.rule.Slice(slice.Number(number), &w.tally)
	if err != nil {
		return err
	}
	w.result.Entries += entries
	first := slice.Place{Slice: slice.Number(number)}
	for _, first.Side = range board.Colors {
		for frame := range w.layout.Frames().Len() {
			first.Entry = w.layout.FirstEntry(frame)
			err := w.choose(first, func(_ slice.Place, p *board.Position, chosen *rand.Rand) error {
				w.result.Alone++
				return w.rule.Alone(p, chosen)
			})
			if err != nil {
				return err
			}
		}
	}
	w.pass(2 * int64(w.layout.Entries()))
	return nil
}

func (w *ruled) counted() *counts { return &w.counts }
