package encode

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// spilledTile is a tile of a slice whose values are not in memory.
type spilledTile struct {
	tile [tile.Size]value.Byte
	row  []value.Byte
}

// readAlone reads one tile from here and there.
func (t *spilledTile) readAlone(g *tile.Grid, c board.Color, values solve.Sink, n int) error {
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

// take takes a tile from the part that has it.
func (t *spilledTile) take(g *tile.Grid, part *spilledPart, n int) {
	rows, _ := g.Entries(n)
	for row, first := range rows {
		if first < 0 {
			continue
		}
		at, stride := g.InPart(slice.Entry(first))
		for lane := range tile.Side {
			t.tile[row*tile.Side+lane] = part.room[at+lane*stride]
		}
	}
}

// spilledPart is the part of a slice that has some tiles, read into memory.
type spilledPart struct {
	of   solve.Sink // whose part it is, nil at first
	part int
	room []value.Byte // its values
}

// read reads a part, unless it is there.
func (p *spilledPart) read(g *tile.Grid, c board.Color, values solve.Sink, part int) error {
	if p.of == values && p.part == part {
		return nil
	}
	p.of = nil
	p.room = slices.Grow(p.room[:0], g.PartEntries())[:g.PartEntries()]
	for _, run := range g.Runs(part) {
		into := p.room[run.At:][:run.Entries]
		view, err := values.View(c, run.First, run.Entries, into)
		if err != nil {
			return err
		}
		copy(into, view) // it may be there already
	}
	p.of, p.part = values, part
	return nil
}
