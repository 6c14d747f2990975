package library

import (
	"context"
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Reader quickly reads the values of single positions for a search. With few men it looks one ply ahead if a table
// does not store the side to move. With more it leaves that to the search, which may need only one of the moves. It
// looks for each table on first use. Only one goroutine may use it.
type Reader struct {
	ctx    context.Context
	lib    *Library
	tables map[material.Class]*Table // nil for missing tables
	tiles  []readTile                // decoded last, by a hash of the key
	moves  []board.Move              // of the positions under way
	after  []board.Position          // after their moves
}

type readTile struct {
	key    partKey
	values []value.Byte
}

// readTiles is the number of tiles that a reader keeps. They take 2 MiB in addition to the library's cache.
const readTiles = 1 << 9

// Reader returns a new reader.
func (lib *Library) Reader(ctx context.Context) *Reader {
	return &Reader{ctx: ctx, lib: lib, tables: map[material.Class]*Table{}, tiles: make([]readTile, readTiles)}
}

// Stored describes how a table has a position.
type Stored uint8

const (
	Missing Stored = iota // the table is missing, or this part of it
	NextPly               // a table of the class has the other side to move, or lacks en passant
	Here                  // the table has the position
)

// Value returns the value of a position, if a table has it. Tables have no positions with en passant: these need a look
// ahead, too.
func (r *Reader) Value(p *board.Position) (value.Value, Stored, error) {
	class, swapped := material.OfPosition(p)
	if class.BareKings() {
		return value.Draw, Here, nil
	}
	if !class.HasTable() {
		return value.Draw, Missing, nil
	}
	t, err := r.open(class)
	if t == nil {
		return value.Draw, Missing, err
	}
	first := board.White
	if swapped {
		first = board.Black
	}
	if p.EnPassant != board.NoSquare || !t.Header.Stores(p.Turn^first) {
		if class.Men() > format.MostMenBothSides { // with fewer, most of the tiles are kept
			return value.Draw, NextPly, nil
		}
		return r.ahead(t.Header.Metric, p)
	}
	place := t.Layout.LocateFor(p, first)
	if t.has(place.Slice) != nil {
		return value.Draw, Missing, nil
	}
	key, row, lane := t.find(place)
	v, err := t.Header.ValueIn(func(level int) (value.Byte, error) {
		key.level = level
		values, err := r.read(key)
		if err != nil {
			return 0, store.Named(class.String(), err)
		}
		return values[int(row)*tile.Side+int(lane)], nil
	})
	if err != nil {
		return value.Draw, Missing, err
	}
	return v, Here, nil
}

// ahead returns the value of a position from those after its moves, if tables have all of these.
func (r *Reader) ahead(metric *value.Metric, p *board.Position) (value.Value, Stored, error) {
	start, at := len(r.moves), len(r.after)
	r.moves = p.LegalMoves(r.moves)
	defer func() { r.moves, r.after = r.moves[:start], r.after[:at] }()
	var backup value.Backup
	for i := start; i < len(r.moves); i++ {
		move := r.moves[i]
		r.after = append(r.after[:at], p.Play(move))
		child, stored, err := r.Value(&r.after[at])
		if stored != Here {
			return value.Draw, NextPly, err
		}
		backup.Add(metric, value.KindOf(p, move), child)
	}
	return backup.Value(p), Here, nil
}

// read returns the values of a tile.
func (r *Reader) read(key partKey) ([]value.Byte, error) {
	kept := &r.tiles[(uint(key.index)+uint(key.number)*0x9e3779b1+uint(key.side)+uint(key.level)<<8)%readTiles]
	if kept.key != key {
		t := key.of.(*Table)
		values, err := r.lib.tile(
			r.ctx,
			key,
			tile.Side,
			func(into []value.Byte) error { return t.readTile(r.ctx, key, true, into) },
		)
		if err != nil {
			return nil, err
		}
		*kept = readTile{key, values}
	}
	return kept.values, nil
}

// open returns the table of a class, or nil if it is missing.
func (r *Reader) open(class material.Class) (*Table, error) {
	t, known := r.tables[class]
	if known {
		return t, nil
	}
	tables, err := r.lib.OpenAll(r.ctx, []material.Class{class})
	if err != nil && !errors.Is(err, store.ErrMissing) {
		return nil, err
	}
	if err == nil {
		t = tables[0]
	}
	r.tables[class] = t
	return t, nil
}
