package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// Remove removes all entries of the table of a class. If the store has no such entries, it returns an error that
// matches [store.ErrMissing].
func Remove(ctx context.Context, tables store.Store, class material.Class) error {
	removed := 0
	for _, name := range []string{class.String(), format.UnprovenName(class)} {
		err := tables.Remove(ctx, name)
		if err == nil {
			removed++
		} else if !errors.Is(err, store.ErrMissing) {
			return err
		}
	}
	pieces, err := removePiecesOf(ctx, tables, class)
	if err == nil && removed+pieces == 0 {
		err = store.Named(class.String(), store.ErrMissing)
	}
	return err
}

// RemoveWhole removes a table in one piece, if the store has one. Its units are complete.
func RemoveWhole(ctx context.Context, tables store.Store, class material.Class) error {
	return removeAny(ctx, tables, class.String())
}

// RemovePieces removes the units and lone slices of a class whose table is in one piece.
func RemovePieces(ctx context.Context, tables store.Store, class material.Class) error {
	_, err := removePiecesOf(ctx, tables, class)
	return err
}

func removePiecesOf(ctx context.Context, tables store.Store, class material.Class) (n int, err error) {
	return removePieces(ctx, tables, func(name string) bool {
		c, ok := format.PieceClass(name)
		return ok && c == class
	})
}

// RemoveLone removes the lone slices of a class whose units are complete. They do no harm: [Clear] later removes a lone
// slice that cannot be removed now because of a reader.
func RemoveLone(ctx context.Context, tables store.Store, class material.Class) {
	_, _ = removePieces(ctx, tables, func(name string) bool {
		c, _, ok := format.ParseLoneName(name)
		return ok && c == class
	})
}

// removePieces removes the selected entries of a store, and returns their number.
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

// Clear removes the units and lone slices without further use. These are units of tables in one piece, lone slices of
// existing units, and damaged pieces of incomplete tables, which it reads completely. Clear also removes unproven
// tables of classes that have a table. A build that runs at the same time fails if it needs a damaged piece.
func Clear(ctx context.Context, tables store.Store) error {
	list, err := List(ctx, tables)
	if err != nil {
		return err
	}
	for class, units := range list.Unfinished {
		l := format.LayoutIn(tables, class)
		for _, e := range units {
			_, unit, _ := format.ParseUnitName(e.Name)
			piece := format.Piece{Name: e.Name} // the table has no such unit
			if unit <= format.Units(l) && format.Units(l) > 1 {
				piece = format.UnitPiece(l, unit)
			}
			if err := clearDamaged(ctx, tables, l, &piece); err != nil {
				return err
			}
		}
	}
	if err := clearLone(ctx, tables); err != nil {
		return err
	}
	_, err = removePieces(ctx, tables, func(name string) bool {
		_, unproven := format.ParseUnprovenName(name)
		return unproven && !slices.ContainsFunc(list.Unproven, func(e store.Entry) bool { return e.Name == name })
	})
	if err != nil {
		return err
	}
	return removeCovered(ctx, tables)
}

// clearLone removes the lone slices whose unit exists, and damaged ones.
func clearLone(ctx context.Context, tables store.Store) error {
	entries, err := tables.List(ctx)
	if err != nil {
		return err
	}
	units := map[material.Class][]FoundUnit{}
	for _, e := range entries {
		class, number, ok := format.ParseLoneName(e.Name)
		if !ok {
			continue
		}
		l := format.LayoutIn(tables, class)
		if _, known := units[class]; !known {
			units[class] = FindUnits(l, entries)
		}
		isHere := func(u FoundUnit) bool { return u.Number == format.UnitOf(l, number) }
		piece := format.Piece{Name: e.Name}
		if number < l.Slices() && format.StoresLone(l) && !slices.ContainsFunc(units[class], isHere) {
			piece = format.LonePiece(l, number)
		}
		if err := clearDamaged(ctx, tables, l, &piece); err != nil {
			return err
		}
	}
	return nil
}

// clearDamaged removes a piece if it is damaged, or if it has no slices and so has no use.
func clearDamaged(ctx context.Context, tables store.Store, l *slice.Layout, p *format.Piece) error {
	err := check(ctx, tables, l, p)
	if errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrVersion) {
		return removeAny(ctx, tables, p.Name)
	}
	return err
}

// check reads all of a piece.
func check(ctx context.Context, tables store.Store, l *slice.Layout, p *format.Piece) error {
	if p.First == p.End {
		return store.Named(p.Name, fmt.Errorf("%w: it has no slices that are read", store.ErrCorrupt))
	}
	h, blob, err := openPiece(ctx, tables, l, p)
	if blob == nil {
		return err
	}
	err = copySections(ctx, l, h, blob, func([]byte) error { return nil })
	if err == nil && !h.OfTable && !p.IsLone(l) { // lone slices have no known checksums
		err = checkSum(ctx, blob, h.Metric, p.Name)
	}
	return errors.Join(err, blob.Close())
}

// checkSum returns an error that matches [store.ErrCorrupt] if a table or a unit is known to have other bytes.
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

// removeCovered removes the units and lone slices of tables in one piece, after it has checked the bytes of the table.
func removeCovered(ctx context.Context, tables store.Store) error {
	entries, err := tables.List(ctx)
	if err != nil {
		return err
	}
	units := map[material.Class][]string{}
	for _, e := range entries {
		if class, ok := format.PieceClass(e.Name); ok {
			units[class] = append(units[class], e.Name)
		}
	}
	for _, e := range entries {
		h, err := format.ParamsOf(tables).DecodeEntry(e)
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

// removeAny removes the entry under a name, if it exists.
func removeAny(ctx context.Context, tables store.Store, name string) error {
	if err := tables.Remove(ctx, name); !errors.Is(err, store.ErrMissing) {
		return err
	}
	return nil
}

// copySections passes on the sections, part by part, each after a check of its checksum.
func copySections(
	ctx context.Context, l *slice.Layout, h *format.UnitHeader, blob store.Blob, write func([]byte) error,
) error {
	grids := h.Grids(l)
	for section := range h.Sections {
		first := h.First + slice.Number(h.GroupOf(section))*format.GroupSlices(l)
		tiles := int(min(format.GroupSlices(l), h.End-first)) * grids[section].Tiles()
		if err := h.CopySection(ctx, blob, section, tiles, write); err != nil {
			return err
		}
	}
	return nil
}
