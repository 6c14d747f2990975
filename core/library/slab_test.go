package library

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestSlabs: pieces are zero at first, and no one writes into another's.
func TestSlabs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lib := New(nil, 0)
	var pieces [][]byte
	for i := range 300 {
		n := random.IntN(1 << (1 + i%19))
		piece := take(lib, &lib.packed, new(part), n)
		if len(piece) != n || cap(piece) != n || bytes.Count(piece, []byte{0}) != n {
			t.Fatalf("piece %d: %d bytes of %d, %d of them zero, where %d were asked for", i, len(piece), cap(piece), bytes.Count(piece, []byte{0}), n)
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

// TestSlabsCounted: a slab counts until the last part that has some of it is dropped.
func TestSlabsCounted(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lib := New(nil, 0)
	var parts []*part
	for i := range 3000 {
		if len(parts) > 0 && (random.IntN(5) < 2 || i > 2000) {
			n := random.IntN(len(parts))
			lib.giveBack(parts[n])
			parts[n] = parts[len(parts)-1]
			parts = parts[:len(parts)-1]
		} else {
			p := new(part)
			for range random.IntN(3) {
				take(lib, &lib.packed, p, random.IntN(1<<(1+i%19)))
			}
			parts = append(parts, p)
		}
		slabs := map[*slab]bool{}
		if s := lib.packed.slab; s != nil {
			slabs[s] = true
		}
		used := 0
		for _, p := range parts {
			for _, piece := range p.pieces {
				slabs[piece.slab] = true
				used += piece.bytes
			}
		}
		if want := int64(len(slabs)*slabBytes - used); lib.unused != want {
			t.Fatalf("after %d steps, %d bytes of %d slabs are unused, not %d", i, want, len(slabs), lib.unused)
		}
	}
}
