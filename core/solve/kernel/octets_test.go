package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

func byteAt(o *Octets, lane board.Square) byte { return byte(o[lane>>3] >> (8 * (lane & 7))) }

func randomOctets(r *rand.Rand) (o Octets) {
	for i := range o {
		o[i] = r.Uint64()
	}
	return o
}

// TestBytes checks the arithmetic of bytes against that of single values, for every pair of bytes, with neighbours that
// could disturb them.
func TestBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for a := range 256 {
		for b := range 256 {
			i := 8 * r.IntN(8)
			x, y := r.Uint64()&^(0xff<<i)|uint64(a)<<i, r.Uint64()&^(0xff<<i)|uint64(b)<<i
			if got := byte(maxBytes(x, y) >> i); int(got) != max(a, b) {
				t.Fatalf("the greater of %d and %d is %d", a, b, got)
			}
			if got, want := value.Rank(parentBytes(x)>>i), value.DTM.Ranks(value.Quiet)[a]; got != want {
				t.Fatalf("the parent of %d is %d, want %d", a, got, want)
			}
			if got, want := value.Byte(valueBytes(x)>>i), value.Rank(a).Byte(); got != want {
				t.Fatalf("the value of rank %d is %d, want %d", a, got, want)
			}
		}
	}
}

// TestOctets checks raising and symmetries against the same operations lane by lane.
func TestOctets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		o, by, lanes := randomOctets(r), randomOctets(r), board.Bitboard(r.Uint64())
		everywhere, inside, mask := o, o, MaskOf(lanes)
		everywhere.Raise(&by)
		inside.RaiseIn(&mask, &by)
		for s := range board.NoSquare {
			was, want := byteAt(&o, s), max(byteAt(&o, s), byteAt(&by, s))
			if got := byteAt(&everywhere, s); got != want {
				t.Fatalf("raised to %d, want %d", got, want)
			}
			if !lanes.Has(s) {
				want = was
			}
			if got := byteAt(&inside, s); got != want {
				t.Fatalf("raised in a mask to %d, want %d", got, want)
			}
		}
		for symmetry := range board.Symmetry(board.Symmetries) {
			image := o.Through(symmetry)
			for s := range board.NoSquare {
				if got, want := byteAt(&image, s), byteAt(&o, symmetry.Square(s)); got != want {
					t.Fatalf("through %d, %v finds %d, want %d", symmetry, s, got, want)
				}
			}
		}
	}
}
