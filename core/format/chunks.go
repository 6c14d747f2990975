package format

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// KeptChunks says which chunks of a class that is being built are looked up by pawn
// pushes, and how long: of each slice the sides to move after such a push, until no
// slice that can push there is to come. What of them later units need, a unit stores.
type KeptChunks struct {
	Layout   *slice.Layout
	Sides    SideSet
	LastUser []int // by slice: the last one that pushes into it, or itself
}

// A ChunkKey names a chunk, see [slice.Layout.Chunk].
type ChunkKey struct {
	Number int
	Side   board.Color
	Chunk  int
}

// NewKeptChunks says which those of a class are.
func NewKeptChunks(l *slice.Layout) *KeptChunks {
	k := &KeptChunks{Layout: l}
	for _, c := range board.Colors {
		if l.Class.Count(c, board.Pawn) > 0 {
			k.Sides |= Only(c.Other())
		}
	}
	if k.Sides != 0 {
		k.LastUser = lastUsers(l)
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

// Each calls do with all chunks of a slice, in their order.
func (k *KeptChunks) Each(number int, do func(ChunkKey)) {
	for _, c := range board.Colors {
		if k.Sides.Has(c) {
			for chunk := range k.Layout.Chunks() {
				do(ChunkKey{number, c, chunk})
			}
		}
	}
}
