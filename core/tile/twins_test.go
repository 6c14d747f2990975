package tile

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// TestTwins checks reading against [readSlowly], and encoding against writing one decision after the other. It runs
// natively and in the browser.
func TestTwins(t *testing.T) {
	for d := range describedTiles(t, rand.New(rand.NewPCG(15, 9)), "KQvK", "KRPvK", "KBNNvK", "KPPvKP") {
		class := d.grid.layout.Class
		want := new(canvas)
		want.prepare(d.grid, d.number, d.tile, Side)
		readSlowly(want, d.values)
		if !sameReading(&d.canvas, want) {
			t.Fatalf("%v: tile %d is read in another way", class, d.tile)
		}
		for _, m := range d.models {
			var e rangeEncoder
			e.reset([]byte("before"), d.entries*mostDecisions)
			d.writeEach(&e, m)
			if want := e.finish(); !bytes.Equal(m.Encode(&d.Description, []byte("before")), want) {
				t.Fatalf("%v: tile %d is encoded in another way", class, d.tile)
			}
		}
	}
}

// sameReading reports whether two canvases of a tile are the same in all legal entries.
func sameReading(a, b *canvas) bool {
	for at := range Size {
		same := a.others[at] == b.others[at] && a.ranks[margin+at] == b.ranks[margin+at] &&
			a.ranks[lastRanks+at] == b.ranks[lastRanks+at]
		if a.legal[at/Side].Has(board.Square(at%Side)) && !same {
			return false
		}
	}
	return a.legal == b.legal && a.last == b.last
}

// readSlowly reads the ranks of a canvas.
func readSlowly(c *canvas, values []value.Byte) {
	latest := map[trait]value.Rank{}
	for at := range Size {
		row, lane := at/Side, board.Square(at%Side)
		if !c.legal[row].Has(lane) {
			continue
		}
		t := c.traits[margin+at]
		last, seen := latest[t]
		if !seen {
			last = drawn
			c.others[at] |= 1 << (noLast - traitShift)
		}
		rank := values[int(c.rows[row])+int(lane)*c.stride].Rank()
		c.ranks[margin+at], c.ranks[lastRanks+at] = uint8(rank), uint8(last)
		c.last[t] = uint32(rank)
		latest[t] = rank
	}
}
