package tile

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRangeCoder checks that decisions are decoded as they were encoded, and take about the bits of their chances. They
// have long runs of likely and of unlikely answers, which make carries.
func TestRangeCoder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 10, 1000, 100_000} {
		for range 50 {
			chances, bits := make([]uint16, n), make([]uint32, n)
			worth := 0.0
			surprise := r.Float64() / 10
			for i := range n {
				chances[i] = uint16(4 + r.IntN(probOne-7))
				if r.Uint32()&1 == 0 {
					chances[i] = []uint16{4, probOne - 4}[r.IntN(2)]
				}
				p := float64(chances[i]) / probOne
				if r.Float64() < surprise {
					bits[i] = r.Uint32() & 1
				} else if p < 0.5 {
					bits[i] = 1
				}
				if bits[i] == 1 {
					p = 1 - p
				}
				worth -= math.Log2(p)
			}
			var e rangeEncoder
			e.reset(nil, n)
			for i, bit := range bits {
				e.encode(chances[i], bit)
			}
			out := e.finish()
			if got := float64(len(out)); got > worth/8*1.001+2 {
				t.Errorf("%d decisions worth %.0f bytes take %.0f", n, worth/8, got)
			}
			d := newPlainDecoder(out)
			for i, want := range bits {
				if got := d.decode(chances[i]); got != want {
					t.Fatalf("decision %d of %d is %d, want %d", i, n, got, want)
				}
			}
			if n > 1000 {
				break
			}
		}
	}
}

// encode writes a decision: [Model.Encode] does the same in four places.
func (e *rangeEncoder) encode(chance uint16, answer uint32) {
	e.low, e.width = narrow(e.low, e.width, chance, answer)
	for e.width < rangeTop {
		e.low, e.width = e.shift(e.low, e.width)
	}
}

// plainDecoder decodes one decision after the other: [Decoder.Decode] does the same in four places.
type plainDecoder struct {
	in          []byte
	code, width uint64
	pos         int
}

func newPlainDecoder(in []byte) *plainDecoder {
	d := &plainDecoder{in: in}
	d.code, d.width, d.pos = beginDecoding(in)
	return d
}

func (d *plainDecoder) decode(chance uint16) (answer uint32) {
	bound := d.width >> probBits * uint64(chance)
	if d.code < bound {
		d.width = bound
	} else {
		d.code -= bound
		d.width -= bound
		answer = 1
	}
	d.code, d.width, d.pos = refill(d.code, d.width, d.in, d.pos)
	return answer
}
