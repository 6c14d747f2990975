package format

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"sync"

	"github.com/matewright/matewright/core/board"
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
	Lone       map[material.Class][]store.Entry // lone slices of such tables
	Unproven   []store.Entry                    // see [UnprovenName]; without those of tables that are there: they count for nothing
}

// ListTables lists the tables of a store.
func ListTables(ctx context.Context, tables store.Store) (*Listing, error) {
	entries, err := tables.List(ctx)
	if err != nil {
		return nil, err
	}
	whole := map[material.Class]bool{}
	list := &Listing{Unfinished: map[material.Class][]store.Entry{}, Lone: map[material.Class][]store.Entry{}}
	for _, e := range entries {
		if class, _, ok := ParseUnitName(e.Name); ok {
			list.Unfinished[class] = append(list.Unfinished[class], e)
			continue
		}
		if class, _, ok := ParseLoneName(e.Name); ok {
			list.Lone[class] = append(list.Lone[class], e)
			continue
		}
		if _, ok := parseUnprovenName(e.Name); ok {
			list.Unproven = append(list.Unproven, e)
			continue
		}
		list.Tables = append(list.Tables, e)
		if h, err := ParamsOf(tables).DecodeEntry(e); err == nil {
			whole[h.Class] = true
		}
	}
	for class, units := range list.Unfinished {
		if whole[class] {
			delete(list.Unfinished, class)
		} else if e, ok := joinEntries(LayoutIn(tables, class), units); ok {
			list.Tables = slices.DeleteFunc(list.Tables, func(damaged store.Entry) bool { return damaged.Name == e.Name })
			list.Tables = append(list.Tables, e)
			delete(list.Unfinished, class)
			whole[class] = true
		}
	}
	list.Unproven = slices.DeleteFunc(list.Unproven, func(e store.Entry) bool {
		class, _ := parseUnprovenName(e.Name)
		return whole[class]
	})
	maps.DeleteFunc(list.Lone, func(class material.Class, _ []store.Entry) bool { return whole[class] })
	slices.SortFunc(list.Tables, func(a, b store.Entry) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// joinEntries returns the entry that a table would be, if its units are complete.
func joinEntries(l *slice.Layout, entries []store.Entry) (whole store.Entry, ok bool) {
	if len(entries) < Units(l) {
		return whole, false
	}
	headers := make([]*UnitHeader, Units(l))
	for _, e := range entries {
		_, unit, _ := ParseUnitName(e.Name)
		if unit > Units(l) || Units(l) == 1 { // a single one has the name of the class
			continue
		}
		piece := UnitPiece(l, unit)
		if h, err := piece.decode(l, e.Header, e.Size-int64(len(e.Header))); err == nil {
			headers[unit-1] = h
		}
	}
	h, err := join(l, headers, nil)
	if err != nil || slices.Contains(headers, nil) {
		return whole, false
	}
	header := h.Encode(l)
	return store.Entry{Name: l.Class.String(), Size: h.dataSize() + int64(len(header)), Header: header}, true
}

// join returns the header of the table that units make. Of one that is missing, a nil, the
// sections are empty. Those of lone slices, which are not counted in statistics, come after all others.
func join(l *slice.Layout, units, lone []*UnitHeader) (*Header, error) {
	h := &Header{Class: l.Class}
	for _, u := range slices.Concat(units, lone) {
		if u == nil {
			continue
		}
		if h.Sides == 0 {
			h.Metric, h.Sides = u.Metric, u.Sides
		} else if h.Metric != u.Metric || h.Sides != u.Sides {
			return nil, store.Named(l.Class.String(), fmt.Errorf("%w: slices from %d on do not fit those before them", store.ErrCorrupt, u.First))
		}
		h.MoreLevels = max(h.MoreLevels, u.MoreLevels)
	}
	var counted *Statistics
	for _, u := range units {
		switch {
		case u == nil:
		case u.OfTable:
			counted = &u.Statistics
		default:
			h.Statistics.AddLater(&u.Statistics)
		}
	}
	if counted != nil {
		h.Statistics = *counted
	}
	var size int64
	for i, u := range slices.Concat(units, lone) {
		if u == nil {
			first, end := unitGroups(l, i+1)
			h.Sections = append(h.Sections, make([]SectionRef, (end-first)*h.perGroup())...)
			continue
		}
		for refs := range slices.Chunk(u.Sections, u.Levels()) {
			refs = slices.Clone(refs)
			for i := range refs {
				refs[i].Offset += size
			}
			h.AddLevels(refs...)
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
	l := LayoutIn(tables, class)
	if Units(l) == 1 {
		return nil, err
	}
	u, unitErr := openUnits(ctx, tables, l, nil)
	switch {
	case unitErr != nil:
		return nil, unitErr
	case slices.Contains(u.blobs, nil):
		return nil, errors.Join(err, u.Close())
	}
	return u, nil
}

// Finished is what there is of a table of several units.
type Finished struct {
	Header *Header // sections that are missing are empty; those of lone slices follow
	Blob   store.Blob

	layout *slice.Layout
	lone   []slice.Number // in the order of their sections
}

// OpenFinished opens what there is of a table of several units, and those of some lone slices that there are, see
// [ListLone]. In what is missing, see [Finished.HasSlice], nothing may be read.
func OpenFinished(ctx context.Context, tables store.Store, l *slice.Layout, lone []slice.Number) (*Finished, error) {
	u, err := openUnits(ctx, tables, l, lone)
	if err != nil {
		return nil, err
	}
	return &Finished{u.joined, u, l, u.lone}, nil
}

// ListLone lists the lone slices in a store, as far as their headers tell.
func ListLone(ctx context.Context, tables store.Store) (map[material.Class][]slice.Number, error) {
	entries, err := tables.List(ctx)
	if err != nil {
		return nil, err
	}
	of := map[material.Class][]store.Entry{}
	for _, e := range entries {
		if class, _, ok := ParseLoneName(e.Name); ok {
			of[class] = append(of[class], e)
		}
	}
	lone := map[material.Class][]slice.Number{}
	for class, entries := range of {
		lone[class] = FindLone(LayoutIn(tables, class), entries)
	}
	return lone, nil
}

// HasSlice reports whether a slice is there.
func (f *Finished) HasSlice(number slice.Number) bool {
	if f.Header.Sides == 0 {
		return false
	}
	_, lone := slices.BinarySearch(f.lone, number)
	return lone || f.hasGroup(number)
}

// Section returns the number of the section that has a slice with one side to move, both of which must be there: see
// [Finished.HasSlice] and [Header.Stores].
func (f *Finished) Section(number slice.Number, c board.Color) int {
	section := f.Header.Section(f.layout, number, c)
	if f.hasGroup(number) {
		return section
	}
	i, _ := slices.BinarySearch(f.lone, number)
	return section - f.ofGroup(number) + (groups(f.layout)+i)*f.Header.perGroup()
}

func (f *Finished) hasGroup(number slice.Number) bool {
	return f.Header.Sections[f.ofGroup(number)].Size() > 0
}

// ofGroup returns the first section of the group that has a slice.
func (f *Finished) ofGroup(number slice.Number) int {
	return int(number/GroupSlices(f.layout)) * f.Header.perGroup()
}

// IsLone reports whether a section is that of a lone slice.
func (f *Finished) IsLone(section int) bool {
	return section >= groups(f.layout)*f.Header.perGroup()
}

// openedUnits are the units of a table, open for reading: a [store.Blob], with the bytes that the
// table has in one piece. Behind those of units come those of lone slices.
type openedUnits struct {
	joined *Header
	lone   []slice.Number
	header []byte
	blobs  []store.Blob // nil if it is missing
	starts []int64      // of each, in the data, and where the last one ends
}

// openUnits opens those units of a table, and of some lone slices those, that there are.
func openUnits(ctx context.Context, tables store.Store, l *slice.Layout, lone []slice.Number) (_ *openedUnits, err error) {
	var pieces []Piece
	for i := range Units(l) {
		pieces = append(pieces, UnitPiece(l, i+1))
	}
	for _, number := range lone {
		pieces = append(pieces, LonePiece(l, number))
	}
	n := len(pieces)
	u := &openedUnits{blobs: make([]store.Blob, n), starts: make([]int64, n+1)}
	defer func() {
		if err != nil {
			err = errors.Join(err, u.Close())
		}
	}()
	headers := make([]*UnitHeader, n)
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range pieces {
		all.Go(func() { headers[i], u.blobs[i], errs[i] = pieces[i].open(ctx, tables, l) })
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
	units := headers[:Units(l)]
	there := slices.DeleteFunc(headers[len(units):], func(h *UnitHeader) bool { return h == nil })
	for _, h := range there {
		u.lone = append(u.lone, h.First)
	}
	if u.joined, err = join(l, units, there); err != nil {
		return nil, err
	}
	if !slices.Contains(units, nil) {
		u.header = u.joined.Encode(l)
	}
	return u, nil
}

// open opens a piece, unless it is missing.
func (p *Piece) open(ctx context.Context, tables store.Store, l *slice.Layout) (*UnitHeader, store.Blob, error) {
	blob, err := tables.Open(ctx, p.Name)
	if errors.Is(err, store.ErrMissing) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	h, err := p.decode(l, blob.Header(), blob.Size())
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
	pieces, err := removePieces(ctx, tables, func(name string) bool {
		c, ok := OfPiece(name)
		return ok && c == class
	})
	if err == nil && removed+pieces == 0 {
		err = store.Named(class.String(), store.ErrMissing)
	}
	return err
}

// RemoveWhole removes a table in one piece, if there is one: its units are complete.
func RemoveWhole(ctx context.Context, tables store.Store, class material.Class) error {
	return removeAny(ctx, tables, class.String())
}

// RemoveLone removes the lone slices of a class whose units are complete. They are in nobody's way: one that can't be
// removed, because somebody reads it, is left to [ClearUnits].
func RemoveLone(ctx context.Context, tables store.Store, class material.Class) {
	_, _ = removePieces(ctx, tables, func(name string) bool {
		c, _, ok := ParseLoneName(name)
		return ok && c == class
	})
}

// removePieces removes some of what a store has, and returns its number.
func removePieces(ctx context.Context, tables store.Store, which func(name string) bool) (n int, err error) {
	entries, err := tables.List(ctx)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		if !which(e.Name) {
			continue
		}
		if err := removeAny(ctx, tables, e.Name); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// OfPiece returns the class of which a unit or a lone slice has a name.
func OfPiece(name string) (class material.Class, ok bool) {
	if class, _, ok = ParseUnitName(name); !ok {
		class, _, ok = ParseLoneName(name)
	}
	return class, ok
}

// ClearUnits removes the units and lone slices that are of no more use: those of tables that are there in one
// piece, lone slices whose unit is there and, of tables that are not complete, what is damaged: it reads all that there are. Unproven
// tables of classes that are there go, too. It must be called only by who knows that no one is
// making any.
func ClearUnits(ctx context.Context, tables store.Store) error {
	list, err := ListTables(ctx, tables)
	if err != nil {
		return err
	}
	for class, units := range list.Unfinished {
		l := LayoutIn(tables, class)
		for _, e := range units {
			_, unit, _ := ParseUnitName(e.Name)
			piece := Piece{Name: e.Name} // there is no such unit
			if unit <= Units(l) && Units(l) > 1 {
				piece = UnitPiece(l, unit)
			}
			if err := piece.clearDamaged(ctx, tables, l); err != nil {
				return err
			}
		}
	}
	if err := clearLone(ctx, tables); err != nil {
		return err
	}
	_, err = removePieces(ctx, tables, func(name string) bool {
		_, unproven := parseUnprovenName(name)
		return unproven && !slices.ContainsFunc(list.Unproven, func(e store.Entry) bool { return e.Name == name })
	})
	if err != nil {
		return err
	}
	return removeCovered(ctx, tables)
}

// clearLone removes the lone slices whose unit is there, or that are damaged.
func clearLone(ctx context.Context, tables store.Store) error {
	entries, err := tables.List(ctx)
	if err != nil {
		return err
	}
	units := map[material.Class][]FoundUnit{}
	for _, e := range entries {
		class, number, ok := ParseLoneName(e.Name)
		if !ok {
			continue
		}
		l := LayoutIn(tables, class)
		if _, known := units[class]; !known {
			units[class] = FindUnits(l, entries)
		}
		isHere := func(u FoundUnit) bool { return u.Number == UnitOf(l, number) }
		piece := Piece{Name: e.Name}
		if number < l.Slices() && StoresLone(l) && !slices.ContainsFunc(units[class], isHere) {
			piece = LonePiece(l, number)
		}
		if err := piece.clearDamaged(ctx, tables, l); err != nil {
			return err
		}
	}
	return nil
}

// clearDamaged removes a piece if it is damaged, or has no slices and so can't be of use.
func (p *Piece) clearDamaged(ctx context.Context, tables store.Store, l *slice.Layout) error {
	err := p.check(ctx, tables, l)
	if errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrVersion) {
		return removeAny(ctx, tables, p.Name)
	}
	return err
}

// check reads all of a piece.
func (p *Piece) check(ctx context.Context, tables store.Store, l *slice.Layout) error {
	if p.First == p.End {
		return store.Named(p.Name, fmt.Errorf("%w: it has no slices that are read", store.ErrCorrupt))
	}
	h, blob, err := p.open(ctx, tables, l)
	if blob == nil {
		return err
	}
	err = h.copySections(ctx, l, blob, func([]byte) error { return nil })
	if err == nil && !h.OfTable && !p.IsLone(l) { // of lone slices none is known
		err = checkSum(ctx, blob, h.Metric, p.Name)
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

// removeCovered removes the units and lone slices of tables that are there in one piece. That it is the right one is
// made sure before.
func removeCovered(ctx context.Context, tables store.Store) error {
	entries, err := tables.List(ctx)
	if err != nil {
		return err
	}
	units := map[material.Class][]string{}
	for _, e := range entries {
		if class, ok := OfPiece(e.Name); ok {
			units[class] = append(units[class], e.Name)
		}
	}
	for _, e := range entries {
		h, err := ParamsOf(tables).DecodeEntry(e)
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

// copySections hands over the sections, piece by piece, each after it was compared with its checksum.
func (h *UnitHeader) copySections(ctx context.Context, l *slice.Layout, blob store.Blob, write func([]byte) error) error {
	grids := h.Grids(l)
	for section := range h.Sections {
		first := h.First + slice.Number(h.GroupOf(section))*GroupSlices(l)
		tiles := int(min(GroupSlices(l), h.End-first)) * grids[section].Tiles()
		if err := h.CopySection(ctx, blob, section, tiles, write); err != nil {
			return err
		}
	}
	return nil
}
