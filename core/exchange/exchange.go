// Package exchange takes tables from files that come from anywhere into a store.
//
// A file is read three times as closely as it is trusted. Its frame and header must
// make sense ([library.Examine]); every byte of it is held to a checksum on its way
// into the store; and before the table counts there, its values are held to the
// moves of its positions, if the tables that they lead to are in the store:
//
//   - up to four men every position. Then the table is right, if those are;
//   - with five men a sample, because all would take minutes in a browser. That
//     finds a table that is wrong, but not one with a few wrong values among millions.
//
// Where those tables are absent, only the checksums speak for it, and the result
// says so; then it does not take the place of one that is here. Whatever fails leaves
// the store as it was. What the header counts is not held to the values with five men.
package exchange

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/verify"
)

// A Result says what was imported, and what speaks for it besides its checksums.
type Result struct {
	Class    material.Class
	Bytes    int64            // in the store
	Checked  int64            // positions held to their moves
	All      bool             // these are all there are
	Unusable []material.Class // if none was checked: the tables that it takes which are absent or damaged
}

// ErrUnproven is for a table that nothing but its checksums speaks for, where one of its
// class is here that it would replace.
var ErrUnproven = errors.New("a table of this class is here, and this one can't be held to its moves without the tables that these lead to")

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
	Done, Of int64 // bytes while reading, entries or positions while checking
}

// Options say how to import. The zero value is usable.
type Options struct {
	Threads int            // that check at once; 0 for as many as Go may run in parallel
	Observe func(Progress) // if not nil, called regularly, by one thread at a time
}

// mostMenAll is the number of men up to which every position is checked. Tests
// change it.
var mostMenAll = 4

const (
	// sampled is the number of positions that are checked otherwise.
	sampled = 200

	// checkBytes is what is remembered of the tables that are read to check one.
	checkBytes = 64 << 20
)

// Import takes the table in a file of so many bytes into a store, in place of one of
// the same class. A file that is refused has a [*RefusedError], which matches
// [store.ErrForeign], [store.ErrVersion], [ErrUnproven], [verify.MismatchError] or otherwise
// [store.ErrCorrupt]; other errors are those of reading it, or of the store.
func Import(ctx context.Context, tables store.Store, file io.ReaderAt, size int64, options Options) (*Result, error) {
	r, err := takeIn(ctx, tables, file, size, options)
	if errors.Is(err, store.ErrCorrupt) || errors.Is(err, ErrUnproven) {
		return nil, &RefusedError{err}
	}
	return r, err
}

func takeIn(ctx context.Context, tables store.Store, file io.ReaderAt, size int64, options Options) (*Result, error) {
	if options.Observe == nil {
		options.Observe = func(Progress) {}
	}
	n, err := library.Examine(file, size)
	if err != nil {
		return nil, err
	}
	c := checking{store: tables, incoming: n, options: options, result: Result{Class: n.Header.Class, Bytes: n.Bytes()}}
	read := func(bytes int64) { options.Observe(Progress{c.result.Class, Reading, bytes, c.result.Bytes}) }
	if err := n.Into(ctx, tables, read, func() error { return c.check(ctx) }); err != nil {
		return nil, err
	}
	return &c.result, nil
}

// checking holds a table to its moves.
type checking struct {
	store    store.Store
	incoming *library.Incoming
	options  Options
	result   Result
	replaces bool // there is a table of its class that can be read
}

// check checks as much as can be.
func (c *checking) check(ctx context.Context) error {
	class := c.result.Class
	if err := c.findAbsent(ctx); err != nil {
		return err
	}
	if len(c.result.Unusable) > 0 {
		return c.unproven()
	}
	lib := library.New(c.incoming.Within(c.store), checkBytes)
	defer lib.Close()
	var err error
	if class.Men() <= mostMenAll {
		err = c.checkAll(ctx, lib)
	} else {
		err = c.checkSome(ctx, lib)
	}
	// A table that is damaged here, or goes meanwhile, says nothing about the new one.
	var named *store.Error
	if errors.As(err, &named) && named.Table != class.String() && (errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrMissing)) {
		other, parseErr := material.Parse(named.Table)
		c.result.Checked, c.result.All, c.result.Unusable = 0, false, []material.Class{other}
		return errors.Join(parseErr, c.unproven())
	}
	return err
}

func (c *checking) unproven() error {
	if c.replaces {
		return ErrUnproven
	}
	return nil
}

// findAbsent finds the tables that are needed and absent.
func (c *checking) findAbsent(ctx context.Context) error {
	entries, _, err := format.ListTables(ctx, c.store)
	if err != nil {
		return err
	}
	present := map[material.Class]bool{}
	for _, e := range entries {
		if h, err := format.DecodeEntry(e); err == nil {
			present[h.Class] = true
		}
	}
	c.replaces = present[c.result.Class]
	present[c.result.Class] = true
	for _, class := range material.Closure(c.result.Class) {
		if !present[class] {
			c.result.Unusable = append(c.result.Unusable, class)
		}
	}
	return nil
}

func (c *checking) checkAll(ctx context.Context, lib *library.Library) error {
	all := slice.NewLayout(c.result.Class).Positions()
	r, err := verify.Table(ctx, lib, c.result.Class, verify.Options{
		Threads: c.options.Threads,
		Observe: func(entries int64) { c.observe(entries, all) },
	})
	if err != nil {
		return err
	}
	c.result.Checked, c.result.All = r.Entries, true
	return nil
}

func (c *checking) checkSome(ctx context.Context, lib *library.Library) error {
	c.result.Checked = sampled
	return verify.Sample(ctx, lib, c.result.Class, sampled, rand.Uint64(), func(done int) {
		c.observe(int64(done), sampled)
	})
}

func (c *checking) observe(done, of int64) {
	c.options.Observe(Progress{c.result.Class, Checking, done, of})
}
