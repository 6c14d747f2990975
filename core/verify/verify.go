// Package verify checks finished tables against the rules of chess. The value of every entry must follow from its legal
// moves.
//
// Terminal positions have no moves. With them, one ply of lookahead for every entry proves a table right. A wrong value
// would need a wrong child, that one a shallower wrong child, and so on. The chain would end with a mate or, if the
// metric counts from it, a capture or a pawn move.
//
// The package recomputes entries in two ways:
//
//   - It recomputes every entry by [lookahead.Lookahead], 64 positions at a time, frame by frame. A lookahead has its
//     own code for moves inside the slice, but shares exits, geometry and checks with the solver.
//   - It recomputes a random sample, or all entries, by [board.Position], one position and one move at a time
//     ([library.Moves]). This code is slow and simple on purpose. It shares only the layout and the tables with the
//     solver, so that no error can hide in shared code.
//
// The package also counts the statistics again.
package verify

import (
	"context"
	"fmt"
	"runtime"
	"strconv"

	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
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
	Moves  value.Value // the value that follows from the legal moves
}

// Message returns a message with the position and both values.
func (e *MismatchError) Message() words.Message {
	return words.New("core.mismatch", "class", e.Class, "fen", strconv.Quote(e.FEN),
		"stored", e.Metric.Format(e.Stored), "moves", e.Metric.Format(e.Moves))
}

// Error names the position.
func (e *MismatchError) Error() string { return e.Message().String() }

// Unwrap returns [store.ErrCorrupt].
func (e *MismatchError) Unwrap() error { return store.ErrCorrupt }

// Options are the options of a verification. The zero value is usable.
type Options struct {
	// One in Every entries, chosen at random, is also recomputed alone, by [library.Moves]. 1 stands for all, 0 for
	// [DefaultEvery]. In tables that are too large ([library.IsLarge]) the share is a thousand times smaller, and the
	// other entries are not recomputed. With Scratch, tables with castling rights are never too large.
	Every int

	// Scratch, if not nil, opens files outside of memory. Each thread that verifies a large table with castling rights
	// brings a part of the table without rights there, about a gigabyte.
	Scratch func() (scratch.File, error)

	// Sample, if not 0, is the number of entries to recompute alone, chosen at random, legal or not. Other entries are
	// not recomputed.
	Sample int64

	// Seed determines the random choice.
	Seed uint32

	// Threads is the number of parts of the table that are verified at once. 0 stands for GOMAXPROCS.
	Threads int

	// Observe, if not nil, is called from time to time with the number of entries passed, legal or not. Only one
	// thread calls it at a time.
	Observe func(entries int64)

	// Preparing, if not nil, is called from time to time while faces are made from the tables that promotions lead to.
	// done is the number of finished tables.
	Preparing func(done, tables int)
}

// MostThreads is the largest number of threads. A larger one is probably a typing error.
const MostThreads = 1 << 12

// DefaultEvery is the number of entries for each one that is recomputed alone.
const DefaultEvery = 1000

// open opens the table of a class. It returns the options with their defaults.
func open(
	ctx context.Context, lib *library.Library, class material.Class, options Options,
) (*library.Table, Options, error) {
	options = options.withDefaults()
	if options.Threads > MostThreads {
		return nil, options, fmt.Errorf("%d threads: at most %d are possible", options.Threads, MostThreads)
	}
	t, err := lib.Open(ctx, class)
	return t, options, err
}

func (o Options) withDefaults() Options {
	if o.Every <= 0 {
		o.Every = DefaultEvery
	}
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	return o
}

// A Result counts the verified entries.
type Result struct {
	Entries int64 // legal positions recomputed
	Alone   int64 // those of them that were also recomputed alone
	Sampled bool  // only a sample was recomputed: the options set it, or the table is too large for more
}

// Table recomputes every legal entry of a class from its children. If the options set a sample, or the class is too
// large ([Options.Every]), it recomputes a sample. It returns the first contradiction: a [*MismatchError], or another
// error that matches [store.ErrCorrupt]. The number of threads does not change the first one.
//
// The library also reads the tables that the class depends on. Callers that verify several classes share one library,
// so that its cache saves reads. If the library has a store of faces, Table first makes the missing faces
// there. To read the values after promotions from the tables each time takes longer. The entries that are recomputed
// alone use the tables, not the faces.
func Table(ctx context.Context, lib *library.Library, class material.Class, options Options) (*Result, error) {
	t, options, err := open(ctx, lib, class, options)
	if err != nil {
		return nil, err
	}
	unpacks := library.IsLarge(class) && class.Rights() != 0 && options.Scratch != nil
	if library.IsLarge(class) && !unpacks || options.Sample > 0 {
		return newSampling(ctx, lib, t, options).run()
	}
	// A damaged table fails when the verification reads it.
	if err := lib.MakeFacesOf(ctx, 1, options.Preparing, class); err != nil {
		return nil, err
	}
	v := newVerification(ctx, lib, t, options)
	if unpacks {
		v.newWorker = func() worker { return newUnpackingWorker(v) }
	}
	if err := v.all(t); err != nil {
		return nil, err
	}
	return &v.total.result, nil
}

// all does all jobs, and compares the statistics.
func (v *verification) all(t *library.Table) error {
	if v.run(); v.err != nil {
		return v.err
	}
	if !t.Header.Statistics.Equal(&v.total.tally.Statistics) {
		return &store.Error{
			Table: t.Layout.Class.String(),
			Err:   fmt.Errorf("%w: its statistics are not those of its entries", store.ErrCorrupt),
		}
	}
	return nil
}
