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
}

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

	across []value.Byte // that were read together
}

// read reads a part, unless it is there.
func (p *spilledPart) read(g *tile.Grid, c board.Color, values solve.Sink, part int) error {
	if p.of == values && p.part == part {
		return nil
	}
	p.of = nil
	p.room = slices.Grow(p.room[:0], g.PartEntries())[:g.PartEntries()]
	for runs := g.Runs(part); len(runs) > 0; {
		n, length := together(runs)
		var room []value.Byte
		if n == 1 {
			room = p.room[runs[0].At:][:length]
		} else {
			p.across = slices.Grow(p.across[:0], length)[:length]
			room = p.across
		}
		view, err := values.View(c, runs[0].First, length, room)
		if err != nil {
			return err
		}
		for _, run := range runs[:n] {
			copy(p.room[run.At:][:run.Entries], view[run.First-runs[0].First:]) // it may be there already
		}
		runs = runs[n:]
	}
	p.of, p.part = values, part
	return nil
}

// Runs that are no further apart are read together with all between them, so many values at once: that is quicker than
// to ask for each, and in a browser much quicker.
const (
	readAcross = 1 << 13
	readAtOnce = 1 << 18
)

// together returns how many runs, from the first one on, are read together, and how many values that are.
func together(runs []tile.Run) (n, length int) {
	end := func(r tile.Run) int { return int(r.First-runs[0].First) + r.Entries }
	for n = 1; n < len(runs) && runs[n].First >= runs[n-1].First && int(runs[n].First-runs[0].First)-end(runs[n-1]) <= readAcross && end(runs[n]) <= readAtOnce; n++ {
	}
	return n, end(runs[n-1])
}
