package catalog

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// A FoundUnit is a unit in a store.
type FoundUnit struct {
	Number int
	Bytes  int64
}

// FindUnits returns the units of a class among the entries of a store, sorted by number. The class has several units.
// FindUnits checks only the headers.
func FindUnits(l *slice.Layout, entries []store.Entry) (found []FoundUnit) {
	for _, e := range entries {
		class, unit, ok := format.ParseUnitName(e.Name)
		if !ok || class != l.Class || unit > format.Units(l) {
			continue
		}
		piece := format.UnitPiece(l, unit)
		if _, err := piece.Decode(l, e.Header, e.Size-int64(len(e.Header))); err == nil {
			found = append(found, FoundUnit{unit, e.Size})
		}
	}
	slices.SortFunc(found, func(a, b FoundUnit) int { return cmp.Compare(a.Number, b.Number) })
	return found
}

// Has reports whether a store has a piece of a table. It checks only the header, as [FindUnits] does: a piece with a
// damaged one has to be built again.
func Has(ctx context.Context, tables store.Store, l *slice.Layout, p *format.Piece) (bool, error) {
	blob, err := tables.Open(ctx, p.Name)
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrCorrupt) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if p.Name == l.Class.String() { // the only unit is the table
		_, _, err = format.ParamsOf(tables).DecodeNamed(p.Name, blob.Header(), blob.Size())
	} else {
		_, err = p.Decode(l, blob.Header(), blob.Size())
	}
	return err == nil, blob.Close()
}

// FindLone returns the lone slices of a class among the entries of a store. It checks only the headers.
func FindLone(l *slice.Layout, entries []store.Entry) (found []slice.Number) {
	for _, e := range entries {
		class, number, ok := format.ParseLoneName(e.Name)
		if !ok || class != l.Class || number >= l.Slices() || !format.StoresLone(l) {
			continue
		}
		piece := format.LonePiece(l, number)
		if _, err := piece.Decode(l, e.Header, e.Size-int64(len(e.Header))); err == nil {
			found = append(found, number)
		}
	}
	slices.Sort(found)
	return found
}

// ListLone lists the lone slices in a store. It checks only the headers.
func ListLone(ctx context.Context, tables store.Store) (map[material.Class][]slice.Number, error) {
	entries, err := tables.List(ctx)
	if err != nil {
		return nil, err
	}
	of := map[material.Class][]store.Entry{}
	for _, e := range entries {
		if class, _, ok := format.ParseLoneName(e.Name); ok {
			of[class] = append(of[class], e)
		}
	}
	lone := map[material.Class][]slice.Number{}
	for class, entries := range of {
		lone[class] = FindLone(format.LayoutIn(tables, class), entries)
	}
	return lone, nil
}
