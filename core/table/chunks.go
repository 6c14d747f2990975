package table

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// keptChunks says which chunks of a class that is being built are looked up by pawn
// pushes, and how long: of each slice the sides to move after such a push, until no
// slice that can push there is to come. What of them later shards need, a shard stores.
type keptChunks struct {
	layout   *slice.Layout
	sides    sideSet
	lastUser []int // by slice: the last one that pushes into it, or itself
}

// A chunkKey names a chunk, see [slice.Layout.Chunk].
type chunkKey struct {
	number int
	side   board.Color
	chunk  int
}

func newKeptChunks(l *slice.Layout) *keptChunks {
	k := &keptChunks{layout: l}
	for _, c := range board.Colors {
		if l.Class.Count(c, board.Pawn) > 0 {
			k.sides |= only(c.Other())
		}
	}
	if k.sides != 0 {
		k.lastUser = lastUsers(l)
	}
	return k
}

// lastUsers returns, by slice, the last slice that pushes into it, or itself.
func lastUsers(l *slice.Layout) []int {
	last := make([]int, l.Slices())
	for number := range last {
		last[number] = number
		for _, to := range l.Pushes(number) {
			last[to] = number
		}
	}
	return last
}

// each calls do with all chunks of a slice, in their order.
func (k *keptChunks) each(number int, do func(chunkKey)) {
	for _, c := range board.Colors {
		if k.sides.has(c) {
			for chunk := range k.layout.Chunks() {
				do(chunkKey{number, c, chunk})
			}
		}
	}
}
