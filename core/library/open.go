package library

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// ownBudget is what a table remembers that is in no one's library.
const ownBudget = 4 << 20

// Open opens the table of a class. Errors are of type [*store.Error] and match
// [store.ErrMissing] or [store.ErrCorrupt], among others. Where the table has only one side
// to move, the other one is found with the help of the tables in the store that
// captures and promotions lead to.
func Open(ctx context.Context, tables store.Store, class material.Class) (*Table, error) {
	return New(tables, ownBudget).Open(ctx, class)
}

// open opens the table of a class, or if need be and that is allowed an unproven one, or what there is
// of its units and of some lone slices.
func open(
	ctx context.Context,
	tables store.Store,
	class material.Class,
	lone []slice.Number,
	unproven bool,
) (*Table, error) {
	blob, err := catalog.Open(ctx, tables, class)
	doubtful := false
	if errors.Is(err, store.ErrMissing) && unproven {
		var other error
		if blob, other = tables.Open(ctx, format.UnprovenName(class)); !errors.Is(other, store.ErrMissing) {
			doubtful, err = true, other
		}
	}
	if errors.Is(err, store.ErrMissing) {
		return openPartial(ctx, tables, class, lone, err)
	}
	if err != nil {
		return nil, err
	}
	header, layout, err := format.ParamsOf(tables).DecodeNamed(class.String(), blob.Header(), blob.Size())
	if err != nil {
		blob.Close()
		return nil, err
	}
	t := newTable(header, layout, blob)
	t.Unproven = doubtful
	return t, nil
}

// openPartial opens what there is of a table of which units are missing, or returns the error that says so.
func openPartial(
	ctx context.Context,
	tables store.Store,
	class material.Class,
	lone []slice.Number,
	missing error,
) (*Table, error) {
	l := format.LayoutIn(tables, class)
	if format.Units(l) == 1 {
		return nil, missing
	}
	t, err := openFinished(ctx, tables, l, lone)
	if err != nil {
		return nil, err
	}
	if t.Header.Sides == 0 { // there is none
		return nil, errors.Join(missing, t.blob.Close())
	}
	return t, nil
}

// openFinished opens what there is of a table of several units.
func openFinished(ctx context.Context, tables store.Store, l *slice.Layout, lone []slice.Number) (*Table, error) {
	finished, err := catalog.OpenFinished(ctx, tables, l, lone)
	if err != nil {
		return nil, err
	}
	t := newTable(finished.Header, l, finished.Blob)
	t.finished = finished
	return t, nil
}

// Close gives back what the store holds open. Nothing may be read afterwards.
func (t *Table) Close() error {
	t.library.leave(t)
	return t.blob.Close()
}

var errNoStore = errors.New("a library without a store has no tables")

// Open returns the table of a class, which stays open until it is closed or
// the library is. Errors are those of the function [Open].
func (lib *Library) Open(ctx context.Context, class material.Class) (*Table, error) {
	lib.opening.Lock()
	defer lib.opening.Unlock()
	t, err := lib.open(ctx, class)
	if err == nil && t.finished != nil {
		return nil, store.Named(class.String(), store.ErrMissing)
	}
	return t, err
}

func (lib *Library) open(ctx context.Context, class material.Class) (*Table, error) {
	if t := lib.tables[class]; t != nil {
		return t, nil // each frame that is read comes here
	}
	tables, err := lib.openAll(ctx, []material.Class{class})
	if err != nil {
		return nil, err
	}
	return tables[0], nil
}

// OpenAll is [Library.Open] for some classes at once; also for those of which units are missing, in
// which reading a slice may return an error that matches [store.ErrMissing]. Of several errors it
// returns the first.
func (lib *Library) OpenAll(ctx context.Context, classes []material.Class) ([]*Table, error) {
	lib.opening.Lock()
	defer lib.opening.Unlock()
	return lib.openAll(ctx, classes)
}

func (lib *Library) openAll(ctx context.Context, classes []material.Class) ([]*Table, error) {
	if lib.store == nil {
		return nil, errNoStore
	}
	if err := lib.findLone(ctx, classes); err != nil {
		return nil, err
	}
	tables := make([]*Table, len(classes))
	errs := make([]error, len(classes))
	var all sync.WaitGroup
	for i, class := range classes {
		if tables[i] = lib.tables[class]; tables[i] == nil {
			all.Go(func() { tables[i], errs[i] = lib.openNew(ctx, class) })
		}
	}
	all.Wait()
	for i, class := range classes {
		if t := tables[i]; t != nil && t.library == nil {
			t.library = lib
			lib.tables[class] = t
		}
	}
	for i, err := range errs {
		if err != nil {
			return nil, store.Named(classes[i].String(), err)
		}
	}
	return tables, nil
}

// openNew opens a table that is not open yet.
func (lib *Library) openNew(ctx context.Context, class material.Class) (*Table, error) {
	t, err := open(ctx, lib.store, class, lib.lone[class], lib.unproven)
	if err == nil && lib.metric != nil && t.Header.Metric != lib.metric {
		return nil, errors.Join(
			fmt.Errorf(
				"%w: it is one of %s among those of %s",
				store.ErrCorrupt,
				t.Header.Metric.Name(),
				lib.metric.Name(),
			),
			t.blob.Close(),
		)
	}
	return t, err
}

// findLone lists the lone slices of all classes, if one of those is not open yet that may have some.
func (lib *Library) findLone(ctx context.Context, classes []material.Class) (err error) {
	mayHave := func(class material.Class) bool {
		return lib.tables[class] == nil && class.Pawns() > 1 && format.StoresLone(format.LayoutIn(lib.store, class))
	}
	if lib.lone == nil && slices.ContainsFunc(classes, mayHave) {
		lib.lone, err = catalog.ListLone(ctx, lib.store)
	}
	return err
}

// Missing returns those of the classes that the store has nothing of. It lists the store once: to open each of the 230
// tables that six men can need takes IndexedDB seconds.
func (lib *Library) Missing(ctx context.Context, classes []material.Class) ([]material.Class, error) {
	entries, err := lib.store.List(ctx)
	if err != nil {
		return nil, err
	}
	stored := map[string]bool{}
	for _, e := range entries {
		if class, _, ok := format.ParseUnitName(e.Name); ok {
			stored[class.String()] = true
		} else if class, _, ok := format.ParseLoneName(e.Name); ok {
			stored[class.String()] = true
		}
		stored[e.Name] = true
	}
	return slices.DeleteFunc(slices.Clone(classes), func(c material.Class) bool {
		return stored[c.String()] || lib.unproven && stored[format.UnprovenName(c)]
	}), nil
}

// Begin makes the finished slices of a class readable while it is being built,
// in place of a table that the store may have of it.
func (lib *Library) Begin(u Unfinished) {
	lib.opening.Lock()
	defer lib.opening.Unlock()
	lib.building[u.Layout().Class] = &building{Unfinished: u}
}

// End forgets a class that was being built: from now on it is in the store, or
// it isn't. It may be called again.
func (lib *Library) End(u Unfinished) error {
	lib.opening.Lock()
	b, old := lib.building[u.Layout().Class], lib.tables[u.Layout().Class]
	delete(lib.building, u.Layout().Class)
	lib.lone = nil
	lib.opening.Unlock()
	lib.forget(b)
	lib.faces.forget(u.Layout().Class)
	err := b.close()
	if old != nil {
		err = errors.Join(err, old.Close())
	}
	return err
}

// Close closes all tables and forgets their parts. The library can still be
// used: it opens them again.
func (lib *Library) Close() error {
	lib.opening.Lock()
	tables := lib.tables
	lib.tables, lib.lone = map[material.Class]*Table{}, nil
	lib.opening.Unlock()
	err := lib.closeFaces()
	for _, t := range tables {
		err = errors.Join(err, t.Close())
	}
	return err
}

// Renew closes the tables of which units were missing: there may be more of them now.
func (lib *Library) Renew() (err error) {
	lib.opening.Lock()
	lib.lone = nil
	var partial []*Table
	for _, t := range lib.tables {
		if t.finished != nil {
			partial = append(partial, t)
		}
	}
	lib.opening.Unlock()
	for _, t := range partial {
		err = errors.Join(err, t.Close())
	}
	return err
}

// leave drops a table that is being closed.
func (lib *Library) leave(t *Table) {
	lib.opening.Lock()
	if lib.tables[t.Layout.Class] == t {
		delete(lib.tables, t.Layout.Class)
	}
	lib.opening.Unlock()
	lib.forget(t)
}

// close gives back what reading the table has opened. Nobody may be reading.
func (b *building) close() error {
	if b == nil || b.table == nil {
		return nil
	}
	return b.table.Close()
}
