// Package verify holds a finished table to the rules of chess: the value of
// every entry must be what its legal moves say.
//
// Together with the terminal positions, which have no moves, one ply of
// lookahead for every entry proves a table right: a wrong value would need a wrong
// child, that one a shallower wrong child, and so on to a mate or, where the metric
// counts from it, a capture or a pawn move.
//
// It is done in two ways:
//
//   - every entry by [lookahead.Lookahead], 64 positions at a time, frame by frame.
//     It has its moves inside the slice for itself, but shares exits, geometry
//     and checks with the solver;
//   - so that no error can hide in what is shared, a random sample, or all, by
//     [board.Position], one position and one move at a time ([library.Moves]): slow
//     and obvious on purpose. That shares nothing with the solver but the layout
//     and the tables.
//
// The statistics are counted again too.
package verify

import (
	"context"
	"fmt"
	"runtime"
	"strconv"

	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A MismatchError is an entry that contradicts its moves. It matches
// [store.ErrCorrupt].
type MismatchError struct {
	Class  material.Class
	Metric *value.Metric
	FEN    string
	Stored value.Value
	Moves  value.Value // what the legal moves say
}

// Said returns the position and both values as a message.
func (e *MismatchError) Said() words.Message {
	return words.Of("core.mismatch", "class", e.Class, "fen", strconv.Quote(e.FEN),
		"stored", e.Metric.Format(e.Stored), "moves", e.Metric.Format(e.Moves))
}

// Error names the position.
func (e *MismatchError) Error() string { return e.Said().String() }

// Unwrap returns [store.ErrCorrupt].
func (e *MismatchError) Unwrap() error { return store.ErrCorrupt }

// Options say how to verify. The zero value is usable.
type Options struct {
	// Every: one in so many entries, chosen at random, is recomputed by itself
	// too. 1 stands for all, 0 for [DefaultEvery]. With more than five men it is one in
	// a thousand times as many, and the others are not recomputed.
	Every int

	// Sample, if not 0, is how many entries, chosen at random, legal or not, are recomputed by themselves, and no
	// others.
	Sample int64

	// Seed is what the choice depends on, and nothing else.
	Seed uint32

	// Threads is how many parts of the table are verified at once. 0 stands for
	// as many as Go may run in parallel.
	Threads int

	// Observe, if not nil, is called now and then with the number of entries
	// passed, legal or not; by one thread at a time.
	Observe func(entries int64)

	// Preparing, if not nil, is called now and then while what promotions lead to is taken from tables, so many of them
	// being done.
	Preparing func(done, tables int)
}

// MostThreads is how many there can be. Beyond it, somebody mistyped.
const MostThreads = 1 << 12

// DefaultEvery is how many entries there are for each that is recomputed by
// itself.
const DefaultEvery = 1000

func (o Options) withDefaults() Options {
	if o.Every <= 0 {
		o.Every = DefaultEvery
	}
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	return o
}

// A Result counts what was verified.
type Result struct {
	Entries int64 // legal positions recomputed
	Alone   int64 // those of them that were recomputed by themselves too
	Sampled bool  // these are all: no more were asked for, or the table is too large for more
}

// Table recomputes every legal entry of a class from its children, or a sample where that is asked for, or with more
// than five men. The first contradiction is returned: a [*MismatchError], or another error that matches
// [store.ErrCorrupt]. Which one is first does not depend on the threads.
//
// The library also reads the tables that the class depends on: who verifies several classes shares one, which then
// reads less the more it can remember. If it has a store of faces, what promotions lead to is brought there first, as
// far as it is not there: to find it in the tables again and again takes longer. The entries that are recomputed by
// themselves are read from the tables all the same.
func Table(ctx context.Context, lib *library.Library, class material.Class, options Options) (*Result, error) {
	options = options.withDefaults()
	if options.Threads > MostThreads {
		return nil, fmt.Errorf("%d threads are asked for: there can be up to %d", options.Threads, MostThreads)
	}
	t, err := lib.Open(ctx, class)
	if err != nil {
		return nil, err
	}
	if library.IsLarge(class) || options.Sample > 0 {
		return newSampling(ctx, lib, t, options).run()
	}
	if err := makeFaces(ctx, lib, class, options); err != nil {
		return nil, err
	}
	v := newVerification(ctx, lib, t, options)
	if v.run(); v.err != nil {
		return nil, v.err
	}
	if !t.Header.Statistics.Equal(&v.tally.Statistics) {
		return nil, &store.Error{
			Table: class.String(),
			Err:   fmt.Errorf("%w: its statistics are not those of its entries", store.ErrCorrupt),
		}
	}
	return &v.result, nil
}

// makeFaces makes the faces that looking ahead in a class reads, also those that it takes to look ahead in the tables
// that are read. Whatever fails with them, they can be done without: what is wrong with a table comes up when that is
// read.
func makeFaces(ctx context.Context, lib *library.Library, class material.Class, options Options) error {
	if making, err := lib.MakingFaces(ctx, class.Faces(), library.Unpacking{Faces: library.UnpackedFrame}, nil); err == nil {
		tables := making.Tables()
		making.Make(func() *library.Source { return lib.Source(ctx) }, func() error {
			if options.Preparing != nil {
				options.Preparing(tables-making.Tables(), tables)
			}
			return ctx.Err()
		})
	}
	return ctx.Err()
}
