package format

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A table is a complete set of its units. A store may have it in one piece, too: as one entry
// under the name of its class, as files are. Here both look the same.

// A Listing is what a store has of tables.
type Listing struct {
	// Tables has each as one entry, sorted by name; those whose headers are damaged, and entries
	// of any other name, too.
	Tables []store.Entry

	Unfinished map[material.Class][]store.Entry // the units of tables that are not complete
	Unproven   []store.Entry                    // see [UnprovenName]
}

// ListTables lists the tables of a store.
func ListTables(ctx context.Context, tables store.Store) (*Listing, error) {
	entries, err := tables.List(ctx)
	if err != nil {
		return nil, err
	}
	whole := map[material.Class]bool{}
	list := &Listing{Unfinished: map[material.Class][]store.Entry{}}
	for _, e := range entries {
		if class, _, ok := ParseUnitName(e.Name); ok {
			list.Unfinished[class] = append(list.Unfinished[class], e)
			continue
		}
		if _, ok := parseUnprovenName(e.Name); ok {
			list.Unproven = append(list.Unproven, e)
			continue
		}
		list.Tables = append(list.Tables, e)
		if h, err := DecodeEntry(e); err == nil {
			whole[h.Class] = true
		}
	}
	for class, units := range list.Unfinished {
		if whole[class] {
			delete(list.Unfinished, class)
		} else if e, ok := joinEntries(class, units); ok {
			list.Tables = slices.DeleteFunc(list.Tables, func(damaged store.Entry) bool { return damaged.Name == e.Name })
			list.Tables = append(list.Tables, e)
			delete(list.Unfinished, class)
		}
	}
	slices.SortFunc(list.Tables, func(a, b store.Entry) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// joinEntries returns the entry that a table would be, if its units are complete.
func joinEntries(class material.Class, entries []store.Entry) (whole store.Entry, ok bool) {
	l := slice.NewLayout(class)
	if len(entries) < Units(l) {
		return whole, false
	}
	headers := make([]*UnitHeader, Units(l))
	for _, e := range entries {
		_, unit, _ := ParseUnitName(e.Name)
		if unit > Units(l) {
			continue
		}
		if h, err := decodeUnit(l, unit, e.Header, e.Size-int64(len(e.Header))); err == nil {
			headers[unit-1] = h
		}
	}
	h, err := join(l, headers)
	if err != nil || slices.Contains(headers, nil) {
		return whole, false
	}
	header := h.Encode(l)
	return store.Entry{Name: class.String(), Size: h.dataSize() + int64(len(header)), Header: header}, true
}

// join returns the header of the table that units make. Of one that is missing, a nil, the
// sections are empty.
func join(l *slice.Layout, units []*UnitHeader) (*Header, error) {
	h := &Header{Class: l.Class}
	var counted *Statistics
	for i, u := range units {
		if u == nil {
			continue
		}
		if h.Sides == 0 {
			h.Metric, h.Sides = u.Metric, u.Sides
		} else if h.Metric != u.Metric || h.Sides != u.Sides {
			return nil, store.Named(UnitName(l, i+1), fmt.Errorf("%w: it does not fit those before it", store.ErrCorrupt))
		}
		if u.OfTable {
			counted = &u.Statistics
		} else {
			h.Statistics.AddLater(&u.Statistics)
		}
	}
	if counted != nil {
		h.Statistics = *counted
	}
	var size int64
	for i, u := range units {
		if u == nil {
			first, end := unitGroups(l, i+1)
			h.Sections = append(h.Sections, make([]SectionRef, (end-first)*h.Sides.Count())...)
			continue
		}
		for _, ref := range u.Sections {
			ref.Offset += size
			h.Sections = append(h.Sections, ref)
		}
		size += u.dataSize()
	}
	return h, nil
}

// OpenTable opens the table of a class. Errors are of type [*store.Error].
func OpenTable(ctx context.Context, tables store.Store, class material.Class) (store.Blob, error) {
	blob, err := tables.Open(ctx, class.String())
	if !errors.Is(err, store.ErrMissing) {
		return blob, err
	}
	l := slice.NewLayout(class)
	if Units(l) == 1 {
		return nil, err
	}
	u, unitErr := openUnits(ctx, tables, l)
	switch {
	case unitErr != nil:
		return nil, unitErr
	case slices.Contains(u.blobs, nil):
		return nil, errors.Join(err, u.Close())
	}
	return u, nil
}

// OpenFinished opens what there is of a table of several units. In what is missing, see
// [Header.HasSlice], nothing may be read.
func OpenFinished(ctx context.Context, tables store.Store, l *slice.Layout) (*Header, store.Blob, error) {
	u, err := openUnits(ctx, tables, l)
	if err != nil {
		return nil, nil, err
	}
	return u.joined, u, nil
}

// HasSlice reports whether a slice is there.
func (h *Header) HasSlice(l *slice.Layout, number slice.Number) bool {
	return h.Sides != 0 && h.Sections[int(number/GroupSlices(l))*h.Sides.Count()].Size() > 0
}

// openedUnits are the units of a table, open for reading: a [store.Blob], with the bytes that the
// table has in one piece.
type openedUnits struct {
	joined *Header
	header []byte
	blobs  []store.Blob // by unit; nil if it is missing
	starts []int64      // of each, in the data, and where the last one ends
}

// openUnits opens those units of a table that there are.
func openUnits(ctx context.Context, tables store.Store, l *slice.Layout) (_ *openedUnits, err error) {
	n := Units(l)
	u := &openedUnits{blobs: make([]store.Blob, n), starts: make([]int64, n+1)}
	defer func() {
		if err != nil {
			err = errors.Join(err, u.Close())
		}
	}()
	headers := make([]*UnitHeader, n)
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { headers[i], u.blobs[i], errs[i] = openUnit(ctx, tables, l, i+1) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, ofTable(l.Class, err)
		}
	}
	for i, blob := range u.blobs {
		u.starts[i+1] = u.starts[i]
		if blob != nil {
			u.starts[i+1] += blob.Size()
		}
	}
	if u.joined, err = join(l, headers); err != nil {
		return nil, err
	}
	if u.joined.Sides != 0 { // there is a unit
		u.header = u.joined.Encode(l)
	}
	return u, nil
}

// openUnit opens a unit, unless it is missing.
func openUnit(ctx context.Context, tables store.Store, l *slice.Layout, unit int) (*UnitHeader, store.Blob, error) {
	blob, err := tables.Open(ctx, UnitName(l, unit))
	if errors.Is(err, store.ErrMissing) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	h, err := decodeUnit(l, unit, blob.Header(), blob.Size())
	if err != nil {
		return nil, nil, errors.Join(err, blob.Close())
	}
	return h, blob, nil
}

// Parts returns the blobs that have the data of a table that was opened, one after the other.
func Parts(table store.Blob) []store.Blob {
	if u, ok := table.(*openedUnits); ok {
		return u.blobs
	}
	return []store.Blob{table}
}

// ofTable makes an error of a unit one of its table: who reads tables knows of no units.
func ofTable(class material.Class, err error) error {
	if named := (*store.Error)(nil); errors.As(err, &named) {
		err = named.Err
	}
	return &store.Error{Table: class.String(), Err: err}
}

// Header implements [store.Blob].
func (u *openedUnits) Header() []byte { return u.header }

// Size implements [store.Blob].
func (u *openedUnits) Size() int64 { return u.starts[len(u.blobs)] }

// ReadAt implements [store.Blob].
func (u *openedUnits) ReadAt(ctx context.Context, p []byte, off int64) error {
	if err := store.CheckRange(u.joined.Class.String(), u.Size(), off, len(p)); err != nil {
		return err
	}
	unit := sort.Search(len(u.blobs), func(i int) bool { return u.starts[i+1] > off })
	for ; len(p) > 0; unit++ {
		n := min(int64(len(p)), u.starts[unit+1]-off)
		if n == 0 {
			continue
		}
		if err := u.blobs[unit].ReadAt(ctx, p[:n], off-u.starts[unit]); err != nil {
			return ofTable(u.joined.Class, err)
		}
		p, off = p[n:], off+n
	}
	return nil
}

// Close implements [store.Blob].
func (u *openedUnits) Close() (err error) {
	for _, blob := range u.blobs {
		if blob != nil {
			err = errors.Join(err, blob.Close())
		}
	}
	return err
}

// RemoveTable removes all that there is of the table of a class. Where there is nothing, it is
// an error that matches [store.ErrMissing].
func RemoveTable(ctx context.Context, tables store.Store, class material.Class) error {
	removed := 0
	for _, name := range []string{class.String(), UnprovenName(class)} {
		err := tables.Remove(ctx, name)
		if err == nil {
			removed++
		} else if !errors.Is(err, store.ErrMissing) {
			return err
		}
	}
	units, err := removeUnits(ctx, tables, class)
	if err == nil && removed+units == 0 {
		err = store.Named(class.String(), store.ErrMissing)
	}
	return err
}

// RemoveWhole removes a table in one piece, if there is one: its units are complete.
func RemoveWhole(ctx context.Context, tables store.Store, class material.Class) error {
	return removeAny(ctx, tables, class.String())
}

// removeUnits removes the units that there are of a class, and returns their number.
func removeUnits(ctx context.Context, tables store.Store, class material.Class) (n int, err error) {
	entries, err := tables.List(ctx)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		if c, _, ok := ParseUnitName(e.Name); !ok || c != class {
			continue
		}
		if err := tables.Remove(ctx, e.Name); err != nil && !errors.Is(err, store.ErrMissing) {
			return n, err
		}
		n++
	}
	return n, nil
}

// ClearUnits removes the units that are of no more use: those of tables that are there in one
// piece and, of tables that are not complete, those that are damaged: it reads all that there are. Shards
// that an earlier version has left become units. It must be called only by who knows that no one is
// making any.
func ClearUnits(ctx context.Context, tables store.Store) error {
	if err := takeOverShards(ctx, tables); err != nil {
		return err
	}
	list, err := ListTables(ctx, tables)
	if err != nil {
		return err
	}
	for class, units := range list.Unfinished {
		l := slice.NewLayout(class)
		for _, e := range units {
			err := checkUnit(ctx, tables, l, e.Name)
			if errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrVersion) {
				err = removeAny(ctx, tables, e.Name)
			}
			if err != nil {
				return err
			}
		}
	}
	return removeCovered(ctx, tables)
}

// checkUnit reads all of a unit.
func checkUnit(ctx context.Context, tables store.Store, l *slice.Layout, name string) error {
	_, unit, _ := ParseUnitName(name)
	if unit > Units(l) || Units(l) == 1 {
		return store.Named(name, fmt.Errorf("%w: there is no such unit", store.ErrCorrupt))
	}
	h, blob, err := openUnit(ctx, tables, l, unit)
	if blob == nil {
		return err
	}
	err = h.copySections(ctx, l, blob, func([]byte) error { return nil })
	if err == nil && !h.OfTable {
		err = checkSum(ctx, blob, h.Metric, name)
	}
	return errors.Join(err, blob.Close())
}

// checkSum returns an error that matches [store.ErrCorrupt] if it is known that a table or a unit has other bytes.
func checkSum(ctx context.Context, blob store.Blob, metric *value.Metric, name string) error {
	sum, err := store.Sum(ctx, blob)
	if err != nil {
		return err
	}
	if err := known.Check(metric, name, sum); err != nil {
		return store.Named(name, fmt.Errorf("%w: %w", store.ErrCorrupt, err))
	}
	return nil
}

// removeCovered removes the units of tables that are there in one piece. That it is the right one is
// made sure before.
func removeCovered(ctx context.Context, tables store.Store) error {
	entries, err := tables.List(ctx)
	if err != nil {
		return err
	}
	units := map[material.Class][]string{}
	for _, e := range entries {
		if class, _, ok := ParseUnitName(e.Name); ok {
			units[class] = append(units[class], e.Name)
		}
	}
	for _, e := range entries {
		h, err := DecodeEntry(e)
		if err != nil || units[h.Class] == nil {
			continue
		}
		blob, err := tables.Open(ctx, e.Name)
		if err != nil {
			return err
		}
		err = checkSum(ctx, blob, h.Metric, e.Name)
		if err := errors.Join(err, blob.Close()); errors.Is(err, store.ErrCorrupt) {
			continue
		} else if err != nil {
			return err
		}
		for _, name := range units[h.Class] {
			if err := removeAny(ctx, tables, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeAny removes what is there under a name, if it is.
func removeAny(ctx context.Context, tables store.Store, name string) error {
	if err := tables.Remove(ctx, name); !errors.Is(err, store.ErrMissing) {
		return err
	}
	return nil
}
