package cache

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestSlabs checks that new pieces are zero, and that pieces do not overlap.
func TestSlabs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	c, packed := New[int, []byte](), new(Allocator[byte])
	var pieces [][]byte
	for i := range 300 {
		n := random.IntN(1 << (1 + i%19))
		piece := Take(c, packed, new(Part[int, []byte]), n)
		if len(piece) != n || cap(piece) != n || bytes.Count(piece, []byte{0}) != n {
			t.Fatalf(
				"piece %d: %d bytes of %d, %d of them zero, want %d",
				i,
				len(piece),
				cap(piece),
				bytes.Count(piece, []byte{0}),
				n,
			)
		}
		for j := range piece {
			piece[j] = byte(i)
		}
		pieces = append(pieces, piece)
	}
	for i, piece := range pieces {
		if bytes.Count(piece, []byte{byte(i)}) != len(piece) {
			t.Fatalf("piece %d was written over", i)
		}
	}
}

// TestSlabsCounted checks that a slab counts until the last part in it is dropped.
func TestSlabsCounted(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	c, packed := New[int, []byte](), new(Allocator[byte])
	var parts []*Part[int, []byte]
	for i := range 3000 {
		if len(parts) > 0 && (random.IntN(5) < 2 || i > 2000) {
			n := random.IntN(len(parts))
			c.giveBack(&parts[n].pieces)
			parts[n] = parts[len(parts)-1]
			parts = parts[:len(parts)-1]
		} else {
			p := new(Part[int, []byte])
			for range random.IntN(3) {
				Take(c, packed, p, random.IntN(1<<(1+i%19)))
			}
			parts = append(parts, p)
		}
		slabs := map[*slab]bool{}
		if s := packed.slab; s != nil {
			slabs[s] = true
		}
		used := 0
		for _, p := range parts {
			for _, piece := range p.list {
				slabs[piece.slab] = true
				used += piece.bytes
			}
		}
		if want := int64(len(slabs)*SlabBytes - used); c.unused != want {
			t.Fatalf("after %d steps, %d bytes of %d slabs are unused, not %d", i, want, len(slabs), c.unused)
		}
	}
}
