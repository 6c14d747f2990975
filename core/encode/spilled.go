package encode

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// spilledTiles reads tiles of slices whose values are not in memory.
type spilledTiles struct {
	tile [tile.Size]value.Byte // that was read

	of   solve.Sink // whose part is in memory, nil at first
	part int
	room []value.Byte // its values
	row  []value.Byte
}

// readAlone reads one tile from here and there.
func (t *spilledTiles) readAlone(g *tile.Grid, c board.Color, values solve.Sink, n int) error {
	rows, stride := g.Entries(n)
	for row, first := range rows {
		if first < 0 {
			continue
		}
		into := t.tile[row*tile.Side:][:tile.Side]
		if stride > readAcross {
			for lane := range into {
				one, err := values.View(c, slice.Entry(int(first)+lane*stride), 1, into[lane:lane+1])
				if err != nil {
					return err
				}
				into[lane] = one[0]
			}
			continue
		}
		length := (tile.Side-1)*stride + 1
		t.row = slices.Grow(t.row[:0], length)
		view, err := values.View(c, slice.Entry(first), length, t.row)
		if err != nil {
			return err
		}
		for lane := range into {
			into[lane] = view[lane*stride]
		}
	}
	return nil
}

// readAcross is how far apart lanes may be that are read together with all between
// them: beyond, it is quicker to read each for itself.
const readAcross = 64

// readInOrder reads a tile that follows the one before: the part that has it is in
// memory mostly.
func (t *spilledTiles) readInOrder(g *tile.Grid, c board.Color, values solve.Sink, n int) error {
	if part := g.TilePart(n); t.of != values || t.part != part {
		if err := t.readPart(g, c, values, part); err != nil {
			return err
		}
	}
	rows, _ := g.Entries(n)
	for row, first := range rows {
		if first < 0 {
			continue
		}
		at, stride := g.InPart(slice.Entry(first))
		for lane := range tile.Side {
			t.tile[row*tile.Side+lane] = t.room[at+lane*stride]
		}
	}
	return nil
}

func (t *spilledTiles) readPart(g *tile.Grid, c board.Color, values solve.Sink, part int) error {
	t.of = nil
	t.room = slices.Grow(t.room[:0], g.PartEntries())[:g.PartEntries()]
	for _, run := range g.Runs(part) {
		into := t.room[run.At:][:run.Entries]
		view, err := values.View(c, run.First, run.Entries, into)
		if err != nil {
			return err
		}
		copy(into, view) // it may be there already
	}
	t.of, t.part = values, part
	return nil
}
