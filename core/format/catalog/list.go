// Package catalog lists, opens and removes the tables of a store.
//
// A table is a complete set of its units. A store may also have it in one piece, as one entry under the name of its
// class, as files are. Both look the same to callers.
//
// list.go lists tables and joins the headers of units, and find.go finds units and lone slices. open.go opens tables.
// remove.go removes tables, and clears units that no build can use.
package catalog

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// A Listing has the tables of a store, and parts of tables.
type Listing struct {
	// Tables has one entry for each table, sorted by name. It includes tables with damaged headers, and entries with
	// any other name.
	Tables []store.Entry

	Unfinished map[material.Class][]store.Entry // the units of tables that are not complete
	Lone       map[material.Class][]store.Entry // lone slices of such tables
	Unproven   []store.Entry                    // see [format.UnprovenName]; only of classes without a table
}

// List lists the tables of a store.
func List(ctx context.Context, tables store.Store) (*Listing, error) {
	entries, err := tables.List(ctx)
	if err != nil {
		return nil, err
	}
	whole := map[material.Class]bool{}
	list := &Listing{Unfinished: map[material.Class][]store.Entry{}, Lone: map[material.Class][]store.Entry{}}
	for _, e := range entries {
		if class, _, ok := format.ParseUnitName(e.Name); ok {
			list.Unfinished[class] = append(list.Unfinished[class], e)
			continue
		}
		if class, _, ok := format.ParseLoneName(e.Name); ok {
			list.Lone[class] = append(list.Lone[class], e)
			continue
		}
		if _, ok := format.ParseUnprovenName(e.Name); ok {
			list.Unproven = append(list.Unproven, e)
			continue
		}
		list.Tables = append(list.Tables, e)
		if h, err := format.ParamsOf(tables).DecodeEntry(e); err == nil {
			whole[h.Class] = true
		}
	}
	for class, units := range list.Unfinished {
		if whole[class] {
			delete(list.Unfinished, class)
		} else if e, ok := joinEntries(format.LayoutIn(tables, class), units); ok {
			isDamaged := func(other store.Entry) bool { return other.Name == e.Name }
			list.Tables = slices.DeleteFunc(list.Tables, isDamaged)
			list.Tables = append(list.Tables, e)
			delete(list.Unfinished, class)
			whole[class] = true
		}
	}
	list.Unproven = slices.DeleteFunc(list.Unproven, func(e store.Entry) bool {
		class, _ := format.ParseUnprovenName(e.Name)
		return whole[class]
	})
	maps.DeleteFunc(list.Lone, func(class material.Class, _ []store.Entry) bool { return whole[class] })
	slices.SortFunc(list.Tables, func(a, b store.Entry) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// joinEntries returns the entry of a table, if its units are complete.
func joinEntries(l *slice.Layout, entries []store.Entry) (whole store.Entry, ok bool) {
	if len(entries) < format.Units(l) {
		return whole, false
	}
	headers := make([]*format.UnitHeader, format.Units(l))
	for _, e := range entries {
		_, unit, _ := format.ParseUnitName(e.Name)
		if unit > format.Units(l) || format.Units(l) == 1 { // a single one has the name of the class
			continue
		}
		piece := format.UnitPiece(l, unit)
		if h, err := piece.Decode(l, e.Header, e.Size-int64(len(e.Header))); err == nil {
			headers[unit-1] = h
		}
	}
	h, err := join(l, headers, nil)
	if err != nil || slices.Contains(headers, nil) {
		return whole, false
	}
	header := h.Encode(l)
	return store.Entry{Name: l.Class.String(), Size: h.DataSize() + int64(len(header)), Header: header}, true
}

// join returns the header of the table that units make. A nil is a missing unit, with empty sections. The sections of
// lone slices come after all others, and statistics do not count them.
func join(l *slice.Layout, units, lone []*format.UnitHeader) (*format.Header, error) {
	h := &format.Header{Class: l.Class}
	for _, u := range slices.Concat(units, lone) {
		if u == nil {
			continue
		}
		if h.Sides == 0 {
			h.Metric, h.Sides = u.Metric, u.Sides
		} else if h.Metric != u.Metric || h.Sides != u.Sides {
			err := fmt.Errorf("%w: slices from %d on do not fit those before them", store.ErrCorrupt, u.First)
			return nil, store.Named(l.Class.String(), err)
		}
		h.MoreLevels = max(h.MoreLevels, u.MoreLevels)
	}
	var counted *stats.Statistics
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
			first, end := format.UnitGroups(l, i+1)
			h.Sections = append(h.Sections, make([]format.SectionRef, (end-first)*h.PerGroup())...)
			continue
		}
		for refs := range slices.Chunk(u.Sections, u.Levels()) {
			refs = slices.Clone(refs)
			for i := range refs {
				refs[i].Offset += size
			}
			h.AddLevels(refs...)
		}
		size += u.DataSize()
	}
	return h, nil
}
