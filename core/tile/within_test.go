package tile

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// TestWithin checks that a tile described within some lanes is decoded to their values. The values of other lanes must
// not change its bytes.
func TestWithin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 50))
	for _, name := range []string{"KPvK", "KRvKN", "KRPvKB", "KBBvKR"} {
		l := layout(t, name)
		g := gridsOf(l)[0]
		for range 20 {
			number, n := draw(r, l.Slices()), r.IntN(g.Tiles())
			var lanesOf [Side]board.Bitboard
			var values, others [Size]value.Byte
			for row := range lanesOf {
				lanesOf[row] = board.Bitboard(r.Uint64() & r.Uint64())
				for lane := range Side {
					at := row*Side + lane
					values[at] = value.Byte(r.IntN(4))
					if others[at] = value.Byte(r.IntN(256)); lanesOf[row].Has(board.Square(lane)) {
						others[at] = values[at]
					}
				}
			}
			var d, again Description
			d.Within(&lanesOf)
			d.DescribeTile(g, number, n, &values)
			again.Within(&lanesOf)
			again.DescribeTile(g, number, n, &others)
			census := new(Census)
			census.Add(&d)
			model := census.Model()
			d.DescribeTile(g, number, n, &values) // again: a description can be used only once
			packed := model.Encode(&d, nil)
			if same := model.Encode(&again, nil); string(same) != string(packed) {
				t.Fatalf("%s: other lanes change the tile", name)
			}
			var decoder Decoder
			decoder.Within(&lanesOf)
			decoder.Decode(model, g, number, n, Side, packed)
			var got [Size]value.Byte
			decoder.Copy(got[:])
			for row, lanes := range decoder.Legal() {
				if lanes&^lanesOf[row] != 0 {
					t.Fatalf("%s: lanes %x of row %d are described", name, lanes, row)
				}
				for ; lanes != 0; lanes = lanes.Rest() {
					if at := row*Side + int(lanes.First()); got[at] != values[at] {
						t.Fatalf("%s: lane %d of row %d is %v, want %v", name, at%Side, row, got[at], values[at])
					}
				}
			}
		}
	}
}
