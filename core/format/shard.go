package format

import (
	"context"
	"errors"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// Shards are what an earlier version had of tables that were not finished. A shard is a unit with
// what later ones push into behind it, in its data and in its header:
//
//	"MWTS"    magic
//	...       as a unit's header, up to the slice after the last one
//	...       of what later units push into
//	u32       CRC-32C of all the header before
const (
	shardInfix = "shard"
	shardMagic = "MWTS"
)

// takeOverShards makes units of the shards in a store.
func takeOverShards(ctx context.Context, tables store.Store) error {
	entries, err := tables.List(ctx)
	if err != nil {
		return err
	}
	for _, e := range entries {
		class, shard, ok := parsePartName(e.Name, shardInfix, 1)
		if !ok {
			continue
		}
		// What is damaged is built again.
		if err := takeOver(ctx, tables, e.Name, class, shard); err != nil && !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrVersion) {
			return err
		}
		if err := tables.Remove(ctx, e.Name); err != nil && !errors.Is(err, store.ErrMissing) {
			return err
		}
	}
	return nil
}

func takeOver(ctx context.Context, tables store.Store, name string, class material.Class, shard int) error {
	l := slice.NewLayout(class)
	if shard > Units(l) || Units(l) == 1 {
		return store.ErrCorrupt
	}
	blob, err := tables.Open(ctx, name)
	if err != nil {
		return err
	}
	defer blob.Close()
	r, err := unseal(shardMagic, blob.Header())
	if err != nil {
		return err
	}
	piece := UnitPiece(l, shard)
	h, err := r.unitHeader(l, &piece)
	if err != nil {
		return err
	}
	w, err := tables.Create(ctx, piece.Name)
	if err != nil {
		return err
	}
	defer w.Abort()
	if err := h.copySections(ctx, l, blob, func(b []byte) error { return store.WriteAll(w, piece.Name, b) }); err != nil {
		return err
	}
	if err := w.Commit(h.Encode(l)); err != nil {
		return err
	}
	if err := piece.check(ctx, tables, l); err != nil { // its values may be wrong
		return errors.Join(err, removeAny(ctx, tables, piece.Name))
	}
	return nil
}

// copySections hands over the sections, piece by piece, each once it was held to its checksum.
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
