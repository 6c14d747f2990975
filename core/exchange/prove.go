package exchange

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"

	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
)

// ErrWrong reports that the values of an unproven table are wrong: packed again, they yield other bytes than the known
// ones.
var ErrWrong = errors.New("its values are not those of its class")

// A Proof is the result of [Prove], which changes nothing in the store. [Proof.Settle] applies it.
type Proof struct {
	Class material.Class
	Wrong error // a [*RefusedError], or nil if it is right

	header []byte      // of the table that was checked
	packed store.Store // with the known bytes
}

// Prove finds out whether the unproven table of a class is right. It packs the values again, not compact. The bytes of
// such a table depend only on its values, so that only right values have the known SHA-256. This takes less time than a
// check of all positions against their moves, and proves more. Its result also has the known bytes of the table.
//
// If a side to move is not stored, Prove requires the tables that this one leads to. If some are missing, it returns a
// [*NeedsError]. If one is damaged, it returns an error that names it and matches [store.ErrCorrupt]. Other errors come
// from reading, or from a class without a known sum.
func Prove(ctx context.Context, tables store.Store, class material.Class, options Options) (*Proof, error) {
	name := class.String()
	blob, err := tables.Open(ctx, format.UnprovenName(class))
	if err != nil {
		return nil, err
	}
	defer blob.Close()
	p := &Proof{
		Class:  class,
		header: bytes.Clone(blob.Header()),
		packed: format.With(store.NewMemStore(), format.ParamsOf(tables)),
	}
	err = p.repack(ctx, library.Within(tables, name, blob), options)
	if other, ok := otherOf(err, class); ok {
		if errors.Is(err, store.ErrMissing) {
			err = &NeedsError{[]material.Class{other}}
		}
		return p, err
	}
	if errors.Is(err, store.ErrCorrupt) || errors.Is(err, known.ErrOther) {
		p.Wrong, err = &RefusedError{store.Named(name, fmt.Errorf("%w: %w", ErrWrong, err))}, nil
	}
	return p, err
}

// repack packs the values of a table, and compares the sums with the known ones.
func (p *Proof) repack(ctx context.Context, tables store.Store, options Options) (err error) {
	lib := library.New(tables, checkBytes)
	defer lib.Close()
	t, err := lib.Open(ctx, p.Class)
	if err != nil {
		return err
	}
	metric := t.Header.Metric
	if _, isKnown := known.HalfOf(metric, p.Class.String()); !isKnown {
		return &LargeError{p.Class}
	}
	accept := func(name string, sum [sha256.Size]byte) error { return known.Check(metric, name, sum) }
	if err := repack(ctx, tables, t, p.packed, accept, options); err != nil {
		return err
	}
	packed, err := catalog.Open(ctx, p.packed, p.Class)
	if err != nil {
		return err
	}
	defer packed.Close()
	sum, err := store.Sum(ctx, packed) // the sums of units are not known for all metrics
	if err != nil {
		return err
	}
	return known.Check(metric, p.Class.String(), sum)
}

// Compact writes a copy of a table that takes fewer bytes to a store, in one piece. See [format.Params] for compact
// tables. A table that is compact is copied as it is. If a side to move is not stored, the store of the table must have
// those that the class leads to. If some are missing, Compact returns a [*NeedsError].
func Compact(
	ctx context.Context, tables store.Store, t *library.Table, to store.Store, options Options,
) (bytes int64, err error) {
	sum, _, err := t.Prove(ctx)
	if err != nil {
		return 0, err
	}
	metric, name := t.Header.Metric, t.Layout.Class.String()
	if known.IsCompact(metric, name, sum) {
		return t.Bytes(), t.Export(ctx, to)
	}
	params := format.ParamsOf(tables)
	params.Compact, params.SumModels = true, true
	packed := format.With(store.NewMemStore(), params)
	if err := repack(ctx, tables, t, packed, nil, options); err != nil {
		return 0, err
	}
	small, err := library.Open(ctx, packed, t.Layout.Class)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, small.Close()) }()
	if sum, _, err = small.Prove(ctx); err == nil {
		err = known.Check(metric, name, sum) // memory fails, and programs have bugs
	}
	if err != nil {
		return 0, err
	}
	return small.Bytes(), small.Export(ctx, to)
}

// repack packs the values of a table again. A function accepts each piece by its SHA-256, unless it is nil.
func repack(
	ctx context.Context,
	tables store.Store,
	t *library.Table,
	into store.Store,
	accept func(name string, sum [sha256.Size]byte) error,
	options Options,
) (err error) {
	l := t.Layout
	if t.Header.Sides != format.BothSides {
		absent, err := findAbsent(ctx, tables, l.Class)
		if err != nil {
			return err
		}
		if len(absent) > 0 {
			return &NeedsError{absent}
		}
	}
	units := make([]int, format.Units(l))
	for i := range units {
		units[i] = i + 1
	}
	encoder, err := encode.NewEncoder(ctx, into, l, t.Header.Metric, format.UnitPieces(l, units...))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, encoder.Close()) }()
	encoder.KeepNone()
	encoder.Threads = cmp.Or(options.Threads, runtime.GOMAXPROCS(0))
	encoder.Accept = accept
	for number := range l.Slices() {
		observe := func(done float64) error {
			if options.Observe != nil {
				options.Observe(
					Progress{
						l.Class,
						Checking,
						int64(number)*permille + int64(done*permille),
						int64(l.Slices()) * permille,
					},
				)
			}
			return ctx.Err()
		}
		values, err := t.Slice(ctx, number, func(done float64) error { return observe(done / 2) })
		if err != nil {
			return err
		}
		encoder.Observe = func(done float64) error { return observe((1 + done) / 2) }
		if err := encoder.AddSlice(number, values); err != nil {
			return err
		}
	}
	return nil
}

const permille = 1000

// Settle replaces a right unproven table by the known bytes, and removes a wrong one.
func (p *Proof) Settle(ctx context.Context, tables store.Store) error {
	if p.Wrong == nil {
		if err := p.put(ctx, tables); err != nil {
			return err
		}
	}
	name := format.UnprovenName(p.Class)
	blob, err := tables.Open(ctx, name)
	if errors.Is(err, store.ErrMissing) {
		return nil
	}
	if err != nil {
		return err
	}
	same := bytes.Equal(blob.Header(), p.header)
	if err := blob.Close(); err != nil || p.Wrong != nil && !same { // another table, which Prove did not check
		return err
	}
	return tables.Remove(ctx, name)
}

// put copies the packed pieces to a store.
func (p *Proof) put(ctx context.Context, tables store.Store) error {
	pieces, err := p.packed.List(ctx)
	if err != nil {
		return err
	}
	for _, e := range pieces {
		if err := copyBlob(ctx, p.packed, tables, e.Name); err != nil {
			return store.Named(e.Name, err)
		}
	}
	if len(pieces) == 1 {
		return nil
	}
	catalog.RemoveLone(ctx, tables, p.Class)
	return catalog.RemoveWhole(ctx, tables, p.Class)
}

func copyBlob(ctx context.Context, from, to store.Store, name string) (err error) {
	blob, err := from.Open(ctx, name)
	if err != nil {
		return err
	}
	defer blob.Close()
	data := make([]byte, blob.Size())
	if err := blob.ReadAt(ctx, data, 0); err != nil {
		return err
	}
	w, err := to.Create(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Abort()) }()
	if err := store.WriteAll(w, name, data); err != nil {
		return err
	}
	return w.Commit(blob.Header())
}
