package library

import (
	"context"
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// ByClock makes the library read tables by the clock, whose planes it decodes so. Its store must have the parameters of
// such tables, see [format.With].
func (lib *Library) ByClock(planes Planes) *Library {
	lib.planes = planes
	return lib
}

var errNoClock = errors.New("the table has no values by the clock")

// A TileNo names a tile of a table.
type TileNo struct {
	Slice slice.Number
	Side  board.Color
	Index int // as the grid numbers it
}

// Grid returns the tiles of a slice, for a side to move that is stored.
func (t *Table) Grid(number slice.Number, c board.Color) *tile.Grid { return t.grid(number, c) }

// Planes returns the sections of the planes of a slice with a side to move.
func (t *Table) Planes(number slice.Number, c board.Color) []format.SectionRef {
	first := t.section(number, c)
	return t.Header.Sections[first:][:t.Header.PlanesAt(first)]
}

// ReadPlane decodes a plane of a tile, within some lanes of each row, or nil for all.
func (t *Table) ReadPlane(
	ctx context.Context, at TileNo, number int, within *[tile.Side]board.Bitboard, d *tile.Decoder,
) error {
	key := partKey{of: t, number: at.Slice, side: at.Side, level: number, index: at.Index}
	dir, err := t.library.directory(ctx, t, t.sectionOf(key))
	if err != nil {
		return store.Named(t.Header.Class.String(), err)
	}
	packed := t.locate(dir, key)
	bytes := make([]byte, packed.size)
	if err := t.blob.ReadAt(ctx, bytes, packed.offset); err != nil {
		return err
	}
	d.Within(within)
	defer d.Within(nil)
	if err := packed.decode(bytes, tile.Side, d); err != nil {
		return store.Named(t.Header.Class.String(), err)
	}
	return nil
}

// EachUnit calls a function with the units of a tile in their order, until it returns false.
func (t *Table) EachUnit(ctx context.Context, at TileNo, do func(Unit) (more bool)) error {
	if t.library.planes == nil || t.Header.Kind != format.ByClock {
		return errNoClock
	}
	var u Unit
	for number := 0; ; number++ {
		var err error
		if u, err = t.unit(ctx, at, number, u); err != nil {
			return store.Named(t.Header.Class.String(), err)
		}
		if !do(u) || u.IsLast() {
			return nil
		}
	}
}

// unit returns the unit of a tile with a number, given the unit before.
func (t *Table) unit(ctx context.Context, at TileNo, number int, before Unit) (Unit, error) {
	planes := t.library.planes
	key := partKey{of: t, kind: unitPart, number: at.Slice, side: at.Side, level: number, index: at.Index}
	p, err := t.library.parts.Get(ctx, key, planes.UnitBytes(), func(p *part) (err error) {
		read := func(number int, within *[tile.Side]board.Bitboard, d *tile.Decoder) error {
			return t.ReadPlane(ctx, at, number, within, d)
		}
		p.Value.unit, err = planes.Unit(before, t.Planes(at.Slice, at.Side), read)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p.Value.unit, nil
}

// valueAt returns the value of a lane of a row of a tile with a clock.
func (t *Table) valueAt(ctx context.Context, at TileNo, row, lane board.Square, clock int) (v value.Value, err error) {
	clock = min(clock, value.FiftyMoves)
	err = t.EachUnit(ctx, at, func(u Unit) bool {
		var found bool
		v, found = u.At(row, lane, clock)
		return !found
	})
	return v, err
}
