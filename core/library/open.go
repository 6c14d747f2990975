package library

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// ownBudget is the size of the cache of a table that the function [Open] opened.
const ownBudget = 4 << 20

// Open opens the table of a class. Errors are of type [*store.Error] and match [store.ErrMissing] or
// [store.ErrCorrupt], among others. If the table has only one side to move, the other one is computed. That requires
// the tables that captures and promotions lead to, in the same store.
func Open(ctx context.Context, tables store.Store, class material.Class) (*Table, error) {
	return New(tables, ownBudget).Open(ctx, class)
}

// open opens the table of a class. If it is missing and unproven is set, open tries the unproven table. If that is
// missing, too, open opens the available units and lone slices.
func open(
	ctx context.Context, tables store.Store, class material.Class, lone []slice.Number, unproven bool,
) (*Table, error) {
	blob, err := catalog.Open(ctx, tables, class)
	isUnproven := false
	if errors.Is(err, store.ErrMissing) && unproven {
		var other error
		if blob, other = tables.Open(ctx, format.UnprovenName(class)); !errors.Is(other, store.ErrMissing) {
			isUnproven, err = true, other
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
	t.Unproven = isUnproven
	return t, nil
}

// openPartial opens the available units and lone slices of a table. If none are stored, it returns the given error.
func openPartial(
	ctx context.Context, tables store.Store, class material.Class, lone []slice.Number, missing error,
) (*Table, error) {
	l := format.LayoutIn(tables, class)
	if format.Units(l) == 1 {
		return nil, missing
	}
	t, err := openFinished(ctx, tables, l, lone)
	if err != nil {
		return nil, err
	}
	if t.Header.Sides == 0 { // no unit or slice is stored
		return nil, errors.Join(missing, t.blob.Close())
	}
	return t, nil
}

// openFinished opens the available units and lone slices of a table of several units.
func openFinished(ctx context.Context, tables store.Store, l *slice.Layout, lone []slice.Number) (*Table, error) {
	finished, err := catalog.OpenFinished(ctx, tables, l, lone)
	if err != nil {
		return nil, err
	}
	t := newTable(finished.Header, l, finished.Blob)
	t.finished = finished
	return t, nil
}

// TableOf returns the table with some bytes and a decoded header, which need not be in the store of the library.
func (lib *Library) TableOf(header *format.Header, layout *slice.Layout, blob store.Blob) *Table {
	t := newTable(header, layout, blob)
	t.library = lib
	return t
}

// Close closes the files of the table. No goroutine may read it afterwards.
func (t *Table) Close() error {
	t.library.leave(t)
	return t.blob.Close()
}

var errNoStore = errors.New("a library without a store has no tables")

// Open returns the table of a class, which stays open until the table or the library is closed. Errors are those of the
// function [Open].
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
		return t, nil // the usual case, as each read of a frame calls open
	}
	tables, err := lib.openAll(ctx, []material.Class{class})
	if err != nil {
		return nil, err
	}
	return tables[0], nil
}

// Has returns an error if the table of a class is missing.
func (lib *Library) Has(ctx context.Context, class material.Class) error {
	_, err := lib.Open(ctx, class)
	return err
}

// OpenAll is [Library.Open] for several classes at once. It also opens incomplete tables. Reading a slice of these may
// return an error that matches [store.ErrMissing]. OpenAll returns the error of the first class that failed.
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
	for i, class := range classes {
		tables[i] = lib.tables[class]
	}
	if !slices.Contains(tables, nil) {
		return tables, nil
	}
	errs := make([]error, len(classes))
	changed, known := lib.changed()
	isMissing := func(class material.Class) bool {
		m := lib.missing[class]
		return lib.steady && !m.looked.IsZero() || known && m.since(changed)
	}
	var all sync.WaitGroup
	for i, class := range classes {
		switch {
		case tables[i] != nil:
		case isMissing(class):
			errs[i] = store.ErrMissing
		default:
			all.Go(func() { tables[i], errs[i] = lib.openNew(ctx, class) })
		}
	}
	all.Wait()
	for i, class := range classes {
		if t := tables[i]; t != nil && t.library == nil {
			t.library = lib
			lib.tables[class] = t
		}
		if (known || lib.steady) && errors.Is(errs[i], store.ErrMissing) && !isMissing(class) {
			lib.missing[class] = missing{changed, time.Now()}
		}
	}
	for i, err := range errs {
		if err != nil {
			return nil, store.Named(classes[i].String(), err)
		}
	}
	return tables, nil
}

// changed returns when a table last appeared in the store, or false if it keeps no such time.
func (lib *Library) changed() (at time.Time, known bool) {
	if s, ok := lib.store.(interface{ Changed() (time.Time, bool) }); ok {
		return s.Changed()
	}
	return time.Time{}, false
}

// openNew opens a table.
func (lib *Library) openNew(ctx context.Context, class material.Class) (*Table, error) {
	t, err := open(ctx, lib.store, class, lib.lone[class], lib.unproven)
	if err == nil && lib.metric != nil && t.Header.Metric != lib.metric {
		return nil, errors.Join(
			fmt.Errorf(
				"%w: a table of %s among tables of %s",
				store.ErrCorrupt,
				t.Header.Metric.Name(),
				lib.metric.Name(),
			),
			t.blob.Close(),
		)
	}
	return t, err
}

// findLone lists the lone slices of all classes, if one of the classes is not open yet and may have some.
func (lib *Library) findLone(ctx context.Context, classes []material.Class) (err error) {
	mayHave := func(class material.Class) bool {
		return lib.tables[class] == nil && class.Pawns() > 1 && format.StoresLone(format.LayoutIn(lib.store, class))
	}
	if lib.lone == nil && slices.ContainsFunc(classes, mayHave) {
		lib.lone, err = catalog.ListLone(ctx, lib.store)
	}
	return err
}

// Missing returns the classes without any file in the store. It lists the store once, as opening each of the 230 tables
// that six men may need takes seconds with IndexedDB.
func (lib *Library) Missing(ctx context.Context, classes []material.Class) ([]material.Class, error) {
	stored, err := lib.list(ctx)
	if err != nil {
		return nil, err
	}
	files, _ := lib.store.(interface{ Has(name string) bool }) // see [store.BesideFiles]
	return slices.DeleteFunc(slices.Clone(classes), func(c material.Class) bool {
		name := c.String()
		return stored[name] || files != nil && files.Has(name) || lib.unproven && stored[format.UnprovenName(c)]
	}), nil
}

// list returns the names of the stored tables, and the classes of which parts are stored.
func (lib *Library) list(ctx context.Context) (map[string]bool, error) {
	if lib.steady {
		lib.opening.Lock()
		defer lib.opening.Unlock()
		if lib.listed != nil {
			return lib.listed, nil
		}
	}
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
	if lib.steady {
		lib.listed = stored
	}
	return stored, nil
}

// Begin makes the finished slices of a class readable while it is being built. They replace a table of the class in the
// store.
func (lib *Library) Begin(u Unfinished) {
	lib.opening.Lock()
	defer lib.opening.Unlock()
	lib.building[u.Layout().Class] = &building{Unfinished: u}
}

// End drops a class that was being built. From now on, the library reads it from the store. End may be called again.
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

// Close closes all tables and drops their parts. The library can still be used, and opens tables again.
func (lib *Library) Close() error {
	lib.opening.Lock()
	tables := lib.tables
	lib.tables, lib.lone, lib.listed = map[material.Class]*Table{}, nil, nil
	if lib.steady {
		clear(lib.missing)
	}
	lib.opening.Unlock()
	err := lib.closeFaces()
	for _, t := range tables {
		err = errors.Join(err, t.Close())
	}
	return err
}

// Renew closes the incomplete tables, so that the next use also opens their new units.
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

// leave removes a table that is being closed from the library.
func (lib *Library) leave(t *Table) {
	lib.opening.Lock()
	if lib.tables[t.Layout.Class] == t {
		delete(lib.tables, t.Layout.Class)
	}
	lib.opening.Unlock()
	lib.forget(t)
}

// close closes the table of the finished units, if it is open. No goroutine may read it at the same time.
func (b *building) close() (err error) {
	if b == nil || b.table == nil {
		return nil
	}
	for _, t := range append(b.old, b.table) {
		err = errors.Join(err, t.Close())
	}
	return err
}
