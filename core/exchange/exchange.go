// Package exchange takes tables from files that come from anywhere into a store.
//
// A file is read three times as closely as it is trusted. Its frame and header must
// make sense ([library.Examine]); every byte of it is held to a checksum on its way
// into the store; and the SHA-256 of what was written to the one that the table of its
// class is known to have ([known.Check]). Where that matches, every value is right, whatever
// else there is in the store.
//
// Where it is not known, all positions are held to their moves before the table counts, which takes the tables that
// these lead to. Where it is known and differs, the file was altered or is of another program. It is refused; who wants
// it all the same can have it at once, if there is no table of its class, as an unproven one: that never counts where
// another one comes, nothing is built on it, and whatever rests on it is marked. [Prove] tells whether it is right, and
// then the known bytes take its place. Whatever fails leaves the store as it was.
package exchange

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
	"github.com/matewright/matewright/core/words"
)

// A Result says what was imported, and what speaks for it besides its checksums.
type Result struct {
	Class    material.Class
	Bytes    int64 // in the store
	Proven   bool  // its bytes are those that are known to be right
	Checked  int64 // otherwise, the positions that were held to their moves: all
	Sampled  bool  // but for those of an unproven table that is too large
	Unproven bool  // it was taken in as such; unless it is sampled, [Prove] can tell whether it is right
}

// A NeedsError is for a table whose positions can't be held to their moves, because tables that these
// lead to are missing or damaged.
type NeedsError struct{ Needed []material.Class }

// Said returns the tables as a message.
func (e *NeedsError) Said() words.Message {
	return words.Of("core.import.needs", "needed", words.List(e.Needed))
}

// Error names the tables.
func (e *NeedsError) Error() string { return e.Said().String() }

// A LargeError is for a table whose bytes nobody knows, and that is too large for all of its positions to be held to
// their moves: a sample misses a few wrong ones.
type LargeError struct{ Class material.Class }

// Said returns the class as a message.
func (e *LargeError) Said() words.Message { return words.Of("core.import.large", "class", e.Class) }

// Error names the class.
func (e *LargeError) Error() string { return e.Said().String() }

// A RefusedError is why a file is not imported: the file, not the store, is at fault.
type RefusedError struct{ Err error }

// Error returns the reason.
func (e *RefusedError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *RefusedError) Unwrap() error { return e.Err }

// A Step is one of the two parts of the work.
type Step string

const (
	Reading  Step = "reading"
	Checking Step = "checking"
)

// Progress says how far a step is.
type Progress struct {
	Class    material.Class
	Step     Step
	Done, Of int64 // bytes while reading, entries while checking
}

// Options say how to import. The zero value is usable.
type Options struct {
	Metric   *value.Metric  // that tables in the store have; nil for any
	Unproven bool           // take in tables whose bytes are not those that are known, as unproven ones, where there are no others
	Sampled  bool           // and those that are too large to be proven, if a sample of their positions agrees with their moves
	Threads  int            // that check at once; 0 for as many as Go may run in parallel
	Observe  func(Progress) // if not nil, called regularly, by one thread at a time
}

// checkBytes is what is remembered of the tables that are read to check one.
const checkBytes = 64 << 20

// Import takes the table in a file of so many bytes into a store, in place of one of the same class. A file that is
// refused has a [*RefusedError], which matches [store.ErrForeign], [store.ErrVersion], [known.ErrOther], [NeedsError],
// [LargeError], [verify.MismatchError] or otherwise [store.ErrCorrupt]; other errors are those of reading it, or of the
// store.
func Import(ctx context.Context, tables store.Store, file io.ReaderAt, size int64, options Options) (*Result, error) {
	r, err := takeIn(ctx, tables, file, size, options)
	if errors.Is(err, store.ErrCorrupt) || errors.Is(err, known.ErrOther) || errors.As(err, new(*NeedsError)) ||
		errors.As(err, new(*LargeError)) {
		return nil, &RefusedError{err}
	}
	return r, err
}

func takeIn(ctx context.Context, tables store.Store, file io.ReaderAt, size int64, options Options) (*Result, error) {
	if options.Observe == nil {
		options.Observe = func(Progress) {}
	}
	n, err := library.Examine(format.ParamsOf(tables), file, size)
	if err != nil {
		return nil, err
	}
	if m := options.Metric; m != nil && n.Header.Metric != m {
		return nil, &RefusedError{words.Error("core.import.metric", "has", n.Header.Metric.Name(), "wanted", m.Name())}
	}
	t := taking{store: tables, incoming: n, options: options, result: Result{Class: n.Header.Class, Bytes: n.Bytes()}}
	err = t.take(ctx, t.prove)
	sampled := options.Sampled && errors.As(err, new(*LargeError))
	if sampled || options.Unproven && errors.Is(err, known.ErrOther) {
		present, listErr := findPresent(ctx, tables)
		if listErr != nil {
			return nil, listErr
		}
		if present[t.result.Class] { // which counts, and this would not
			return nil, err
		}
		accept := func(context.Context, known.Sum) error { return nil }
		if sampled {
			accept = t.check
		}
		n.Unproven()
		t.result.Proven, t.result.Unproven = false, true
		err = t.take(ctx, accept)
	}
	if err != nil {
		return nil, err
	}
	return &t.result, nil
}

// taking takes a table in.
type taking struct {
	store    store.Store
	incoming *library.Incoming
	options  Options
	result   Result
}

// take writes the table to the store, if it is accepted given its sum.
func (t *taking) take(ctx context.Context, accept func(context.Context, known.Sum) error) error {
	read := func(bytes int64) { t.observe(Reading, bytes, t.result.Bytes) }
	return t.incoming.Into(ctx, t.store, read, func(sum [sha256.Size]byte) error { return accept(ctx, sum) })
}

// prove accepts the known bytes. Where they are not known, all positions must be right.
func (t *taking) prove(ctx context.Context, sum known.Sum) error {
	metric, name := t.incoming.Header.Metric, t.result.Class.String()
	if _, t.result.Proven = known.HalfOf(metric, name); t.result.Proven {
		return known.Check(metric, name, sum)
	}
	if library.IsLarge(t.result.Class) {
		return &LargeError{t.result.Class}
	}
	return t.check(ctx, sum)
}

// check accepts a table in which all positions agree with their moves, or a sample of a large one.
func (t *taking) check(ctx context.Context, _ known.Sum) error {
	class := t.result.Class
	absent, err := findAbsent(ctx, t.store, class)
	if err != nil {
		return err
	}
	if len(absent) > 0 {
		return &NeedsError{absent}
	}
	lib := library.New(t.incoming.Within(t.store), checkBytes)
	defer lib.Close()
	all := slice.NewLayout(class).Positions()
	r, err := verify.Table(ctx, lib, class, verify.Options{
		Threads: t.options.Threads,
		Observe: func(entries int64) { t.observe(Checking, entries, all) },
	})
	if err == nil {
		t.result.Checked, t.result.Sampled = r.Entries, r.Sampled
	}
	return ofOthers(err, class)
}

// ofOthers makes an error of a table that others lead to a [*NeedsError]: one that is damaged here, or goes meanwhile,
// says nothing about theirs.
func ofOthers(err error, class material.Class) error {
	if other, ok := otherOf(err, class); ok {
		return &NeedsError{[]material.Class{other}}
	}
	return err
}

// otherOf returns the class of a table, other than that of a class, that an error says is damaged or missing.
func otherOf(err error, class material.Class) (other material.Class, ok bool) {
	var named *store.Error
	if !errors.As(err, &named) || !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrMissing) {
		return other, false
	}
	other, err = material.Parse(named.Table)
	return other, err == nil && other != class
}

// findAbsent finds the tables that a class leads to and that are absent from a store.
func findAbsent(ctx context.Context, tables store.Store, class material.Class) (absent []material.Class, err error) {
	present, err := findPresent(ctx, tables)
	if err != nil {
		return nil, err
	}
	for _, needed := range material.Closure(class) {
		if needed != class && !present[needed] {
			absent = append(absent, needed)
		}
	}
	return absent, nil
}

// findPresent finds the tables in a store that are complete, and no unproven ones, as far as their headers tell.
func findPresent(ctx context.Context, tables store.Store) (map[material.Class]bool, error) {
	there, err := catalog.List(ctx, tables)
	if err != nil {
		return nil, err
	}
	present := map[material.Class]bool{}
	for _, e := range there.Tables {
		if h, err := format.ParamsOf(tables).DecodeEntry(e); err == nil {
			present[h.Class] = true
		}
	}
	return present, nil
}

func (t *taking) observe(step Step, done, of int64) {
	t.options.Observe(Progress{t.result.Class, step, done, of})
}
