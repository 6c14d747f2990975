package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// ranks has the best rank found so far for the lanes in Set, and 0 elsewhere.
type ranks struct {
	Rank [64]value.Rank
	Set  board.Bitboard
}

// raise makes the rank of a lane at least the given rank.
func (r *ranks) raise(lane board.Square, rank value.Rank) {
	if at := &r.Rank[lane&63]; rank > *at {
		*at = rank
	}
}

func (r *ranks) merge(other *ranks) {
	r.Set |= other.Set
	for lanes := other.Set; lanes != 0; lanes = lanes.Rest() {
		r.raise(lanes.First(), other.Rank[lanes.First()&63])
	}
}
