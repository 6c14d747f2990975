package search

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// answer is an answer to the question: does the attacker win?
type answer int8

const (
	open answer = iota // nothing is proven at this depth
	yes
	no
)

func other(a answer) answer { return yes + no - a }

// answer returns the stored answer.
func (r record) answer(attacker board.Color) answer {
	win, rest := r.low == value.Win, r.high < value.Win
	if attacker == board.Black {
		win, rest = r.high == value.Loss, r.low > value.Loss
	}
	switch {
	case win:
		return yes
	case rest:
		return no
	}
	return open
}

// learn adds an answer to a record.
func (r *record) learn(attacker board.Color, a answer) {
	switch {
	case attacker == board.White && a == yes:
		r.low = value.Win
	case attacker == board.White && a == no:
		r.high = min(r.high, value.Drawn)
	case a == yes:
		r.high = value.Loss
	case a == no:
		r.low = max(r.low, value.Drawn)
	}
}

// searched stores a depth and the best move.
func (r *record) searched(attacker board.Color, depth int, best board.Move) {
	if r.old {
		r.old, r.depth = false, [2]uint8{}
	}
	r.depth[attacker] = uint8(max(depth, 0) + 1)
	r.move = best
}

// bounds returns the outcome bounds of a side.
func (r record) bounds(c board.Color) (low, high value.Outcome) {
	if c == board.White {
		return r.low, r.high
	}
	return -r.high, -r.low
}

// recordOf returns the record with the given bounds of a side.
func recordOf(low, high value.Outcome, c board.Color) record {
	if c == board.White {
		return record{low: low, high: high}
	}
	return record{low: -high, high: -low}
}
