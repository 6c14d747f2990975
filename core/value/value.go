// Package value has the numbers that tables are made of: a [Value] says how a
// position ends with best play and in how many plies.
//
// A value is always seen from the side to move. What its plies count is the
// metric's business ([DTM]: plies to mate); the arithmetic is the same for all.
package value

import "fmt"

// A Metric names what the plies of a value lead to.
type Metric string

// DTM counts plies to mate.
const DTM Metric = "DTM"

// A Value is 0 for a draw and plies + 1 otherwise. An odd number of plies wins
// and an even number loses, so the outcome needs no bit of its own. Illegal
// positions have no value.
type Value uint8

// Draw is the value of a position that neither side can win.
const Draw Value = 0

// MaxPlies is the longest line that a value can hold. The longest with up to
// five men is just as long: KPPvKP, 254 plies.
const MaxPlies = 254

// Decided returns the value of a position that ends after the given plies:
// a win if they are odd, a loss if they are even. Plies are 0 to [MaxPlies].
func Decided(plies int) Value { return Value(plies + 1) }

// An Outcome is how a position ends, for the side to move.
type Outcome int8

// The outcomes; a greater one is better for the side to move.
const (
	Loss  Outcome = -1
	Drawn Outcome = 0
	Win   Outcome = 1
)

// String returns "win", "draw" or "loss".
func (o Outcome) String() string { return string(o.Category()) }

// A Category is an outcome as programs read it (JSON).
type Category string

// The categories, each named like its outcome.
const (
	WinCategory  Category = "win"
	DrawCategory Category = "draw"
	LossCategory Category = "loss"
)

// Category returns the outcome for programs.
func (o Outcome) Category() Category {
	switch o {
	case Win:
		return WinCategory
	case Loss:
		return LossCategory
	}
	return DrawCategory
}

// Outcome returns how the position ends.
func (v Value) Outcome() Outcome {
	switch {
	case v == Draw:
		return Drawn
	case v&1 == 0:
		return Win
	}
	return Loss
}

// Plies returns the length of the line in plies, and 0 for a draw.
func (v Value) Plies() int {
	if v == Draw {
		return 0
	}
	return int(v) - 1
}

// String returns, for example, "draw", "win in 19" or "loss in 0", in plies.
func (v Value) String() string {
	if v == Draw {
		return "draw"
	}
	return fmt.Sprintf("%v in %d", v.Outcome(), v.Plies())
}

// A Rank orders values by how much the side to move likes them: the greater
// the better. A quick win beats a slow one, any win a draw, a draw a loss, a
// slow loss a quick one.
//
// Being mated has rank 0, the least, so that the best move of a position is
// the greatest rank over its moves, starting from 0 for "no move".
type Rank uint8

const drawRank Rank = 128

// Rank returns the rank of a value.
func (v Value) Rank() Rank { return ranks[v] }

var ranks = func() (ranks [256]Rank) {
	for i := range ranks {
		switch v := Value(i); v.Outcome() {
		case Win:
			ranks[v] = 255 - Rank(v.Plies()/2)
		case Loss:
			ranks[v] = Rank(v.Plies() / 2)
		default:
			ranks[v] = drawRank
		}
	}
	return ranks
}()

// Value returns the value of a rank.
func (r Rank) Value() Value { return values[r] }

var values = func() (values [256]Value) {
	for v, r := range ranks {
		values[r] = Value(v)
	}
	return values
}()

// Parent returns the rank, for the player who moves, of a move into a position
// that has value v for the opponent: one ply longer, and the other way round.
func (v Value) Parent() Rank { return parents[v] }

// parents has the rank of a move by the value it leads to. No line longer than
// [MaxPlies] comes up, so the longest loss has no parent.
var parents = func() (ranks [256]Rank) {
	ranks[Draw] = drawRank
	for plies := range MaxPlies {
		ranks[Decided(plies)] = Decided(plies + 1).Rank()
	}
	return ranks
}()
