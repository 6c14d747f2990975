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

// take copies a tile from its part.
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
	of   solve.Sink // that the part was read from, nil at first
	part int
	room []value.Byte // the values of the part

	across []value.Byte // of several runs that were read together
}

// read reads a part, unless it is the current one.
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
			copy(p.room[run.At:][:run.Entries], view[run.First-runs[0].First:]) // View may have filled in the values
		}
		runs = runs[n:]
	}
	p.of, p.part = values, part
	return nil
}

// Runs up to readAcross values apart are read together with all values between them, up to readAtOnce values. This is
// quicker than reading each run, and much quicker in a browser.
const (
	readAcross = 1 << 13
	readAtOnce = 1 << 18
)

// together returns the number of runs, from the first one on, that are read together, and the number of their values.
func together(runs []tile.Run) (n, length int) {
	end := func(r tile.Run) int { return int(r.First-runs[0].First) + r.Entries }
	fits := func(run, before tile.Run) bool {
		gap := int(run.First-runs[0].First) - end(before)
		return run.First >= before.First && gap <= readAcross && end(run) <= readAtOnce
	}
	for n = 1; n < len(runs) && fits(runs[n], runs[n-1]); n++ {
	}
	return n, end(runs[n-1])
}
