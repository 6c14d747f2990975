package write

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// codeOfMen returns a code that does not depend on the order of like men: squares are those of our table.
func codeOfMen(men []board.Man) uint8 {
	sum := uint32(0)
	for i := range men {
		m := &men[i]
		sum += (uint32(m.Type)*2 + uint32(m.Color) + 1) * (uint32(m.Square)*uint32(m.Square) + 7)
	}
	return uint8(1 + sum%251)
}

// TestGather compares codes in all orders of the format with those of positions that are found one by one.
func TestGather(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var same [256]uint16
	for i := range same {
		same[i] = uint16(i)
	}
	for _, name := range []string{"KRRvK", "KRPvK", "KPvKP", "KPPvK"} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		w := &writer{layout: slice.NewLayout(class), men: menOf(class)}
		lists := w.slices()
		file := len(lists) - 1
		c := newCodes(w.layout, lists[file], &w.rooms)
		for number, first := range c.first {
			for e := range w.layout.Entries() {
				p := w.layout.Position(slice.Place{Slice: number, Entry: slice.Entry(e)})
				c.of[board.White][first+e] = codeOfMen(p.Men())
			}
		}
		for _, o := range allOrders(w.men, file) {
			g := newGatherer(c, board.White, o.layout)
			for range 10 {
				first := random.Int64N(g.size)
				codes := make([]uint16, min(200, g.size-first))
				g.gather(first, codes, &same)
				for i, code := range codes {
					want, unique := codeAt(c, o, first+int64(i))
					if unique && code != uint16(want) {
						t.Fatalf("%s, order %v: code %d is %d, want %d", name, o.kinds, first+int64(i), code, want)
					}
				}
			}
		}
	}
}

// codeAt returns the code of a position with a number. It is not unique if the table keeps a position twice.
func codeAt(c *codes, o *order, index int64) (code uint8, unique bool) {
	men := o.layout.Men(uint64(index))
	kings := men[board.White][board.King].First()
	if board.Attacks(board.King, kings, 0).Has(men[board.Black][board.King].First()) {
		return 0, true
	}
	p := board.NewPosition(board.White, men.List()...)
	at := c.layout.Locate(&p)
	frame := c.layout.Frames().At(c.layout.FrameOf(at.Entry))
	return c.of[board.White][c.first[at.Slice]+int(at.Entry)], !frame.SelfSymmetric
}
