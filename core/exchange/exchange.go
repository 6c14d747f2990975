// Package exchange imports tables from untrusted files into a store.
//
// An import checks a file in three ways. The frame and the header must be valid ([library.Examine]). Every byte must
// match a checksum while it is written to the store. The SHA-256 of the written bytes must be the known one of the
// class ([known.Check]). If it matches, every value is right, and the rest of the store does not matter.
//
// If no SHA-256 of the class is known, the import checks all positions against their moves. That requires the tables
// that the moves lead to. If the known SHA-256 differs, the file was altered or is from another program, and the import
// refuses it. If the store has no other table of the class, the caller can import the file as an unproven table. A
// proven table of the class takes precedence over an unproven one. Builds never use unproven tables, and results from
// them are marked. [Prove] checks whether such a table is right, and [Proof.Settle] replaces a right one by the known
// bytes. An import that fails leaves the store unchanged.
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

// A Result describes the imported table, and how it was checked beyond its checksums.
type Result struct {
	Class    material.Class
	Bytes    int64 // in the store
	Proven   bool  // the SHA-256 is the known one
	Checked  int64 // otherwise, the positions that were checked against their moves: all, or a sample
	Sampled  bool  // only a sample was checked, as the table is unproven and too large
	Unproven bool  // imported as an unproven table; [Prove] can check it, unless it is sampled
}

// A NeedsError reports that a table cannot be checked, as tables that its moves lead to are missing or damaged.
type NeedsError struct{ Needed []material.Class }

// Message returns a message with the tables.
func (e *NeedsError) Message() words.Message {
	return words.New("core.import.needs", "needed", words.List(e.Needed))
}

// Error names the tables.
func (e *NeedsError) Error() string { return e.Message().String() }

// A LargeError reports that a table without a known SHA-256 is too large for a check of all positions against their
// moves. A sample can miss a few wrong positions.
type LargeError struct{ Class material.Class }

// Message returns a message with the class.
func (e *LargeError) Message() words.Message { return words.New("core.import.large", "class", e.Class) }

// Error names the class.
func (e *LargeError) Error() string { return e.Message().String() }

// A RefusedError is the reason why a file is not imported. The fault is in the file, not in the store.
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

// Progress is the progress of a step.
type Progress struct {
	Class    material.Class
	Step     Step
	Done, Of int64 // bytes while reading, entries while checking
}

// Options are the options of an import. The zero value is usable.
type Options struct {
	Metric *value.Metric // of the tables in the store; nil for any

	// Unproven imports tables with other bytes than the known ones as unproven tables, unless the store has one of the
	// class.
	Unproven bool

	// Sampled imports tables that are too large to be proven as unproven ones, if a sample of their positions agrees
	// with their moves.
	Sampled bool

	Threads int            // that check at once; 0 for GOMAXPROCS
	Observe func(Progress) // if not nil, called regularly, by one thread at a time
}

// checkBytes is the size of the cache for the tables that a check reads.
const checkBytes = 64 << 20

// Import imports the table in a file of the given size into a store. It replaces a table of the same class. For a
// refused file it returns a [*RefusedError]. This matches [store.ErrForeign], [store.ErrVersion], [known.ErrOther],
// [NeedsError], [LargeError], [verify.MismatchError] or otherwise [store.ErrCorrupt]. Other errors come from reading
// the file, or from the store.
func Import(ctx context.Context, tables store.Store, file io.ReaderAt, size int64, options Options) (*Result, error) {
	r, err := importFile(ctx, tables, file, size, options)
	if errors.Is(err, store.ErrCorrupt) || errors.Is(err, known.ErrOther) || errors.As(err, new(*NeedsError)) ||
		errors.As(err, new(*LargeError)) {
		return nil, &RefusedError{err}
	}
	return r, err
}

func importFile(
	ctx context.Context, tables store.Store, file io.ReaderAt, size int64, options Options,
) (*Result, error) {
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
	t := importing{
		store:    tables,
		incoming: n,
		options:  options,
		result:   Result{Class: n.Header.Class, Bytes: n.Bytes()},
	}
	err = t.take(ctx, t.prove)
	if errors.Is(err, errCompact) {
		n.InOnePiece()
		err = t.take(ctx, t.prove)
	}
	sampled := options.Sampled && errors.As(err, new(*LargeError))
	if sampled || options.Unproven && errors.Is(err, known.ErrOther) {
		present, listErr := findPresent(ctx, tables)
		if listErr != nil {
			return nil, listErr
		}
		if present[t.result.Class] { // that table takes precedence
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

// importing imports a table.
type importing struct {
	store    store.Store
	incoming *library.Incoming
	options  Options
	result   Result
}

// errCompact refuses a compact table of several units, as it has to be written in one piece.
var errCompact = errors.New("the table is compact")

// take writes the table to the store, if it is accepted given its sum.
func (t *importing) take(ctx context.Context, accept func(context.Context, known.Sum) error) error {
	read := func(bytes int64) { t.observe(Reading, bytes, t.result.Bytes) }
	return t.incoming.Into(ctx, t.store, read, func(sum [sha256.Size]byte) error { return accept(ctx, sum) })
}

// prove accepts a table with the known SHA-256. If none is known, all positions must be right.
func (t *importing) prove(ctx context.Context, sum known.Sum) error {
	metric, name := t.incoming.Header.Metric, t.result.Class.String()
	if t.incoming.Units() > 1 && known.IsCompact(metric, name, sum) {
		return errCompact
	}
	if _, t.result.Proven = known.HalfOf(metric, name); t.result.Proven {
		return known.Check(metric, name, sum)
	}
	if library.IsLarge(t.result.Class) {
		return &LargeError{t.result.Class}
	}
	return t.check(ctx, sum)
}

// check accepts a table in which all positions agree with their moves, or a sample of a large one.
func (t *importing) check(ctx context.Context, _ known.Sum) error {
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

// ofOthers replaces an error of another table in the store by a [*NeedsError]. If that table is damaged or disappears,
// the imported table may still be right.
func ofOthers(err error, class material.Class) error {
	if other, ok := otherOf(err, class); ok {
		return &NeedsError{[]material.Class{other}}
	}
	return err
}

// otherOf returns the class of the damaged or missing table of an error, if it is another class than the given one.
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

// findPresent finds the classes in a store with a complete, proven table and a valid header.
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

func (t *importing) observe(step Step, done, of int64) {
	t.options.Observe(Progress{t.result.Class, step, done, of})
}
