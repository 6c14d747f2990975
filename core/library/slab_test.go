package library

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestSlab: pieces are zero at first, and no one writes into another's.
func TestSlab(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var s slab[byte]
	var pieces [][]byte
	for i := range 300 {
		n := random.IntN(1 << (1 + i%19))
		piece := s.take(n)
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
