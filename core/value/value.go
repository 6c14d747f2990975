// Package value has the values of positions in tables. A [Value] has the outcome of a position with best play, and its
// distance. A [Byte] is a value in one byte, for arrays and tables with billions of them.
//
// A value is always from the view of the side to move. A [Metric] defines its count ([DTM]: plies to mate). The order
// of values is the same for all metrics.
package value

import (
	"cmp"
	"fmt"
)

// A Value is 0 for a draw and round + 1 otherwise, the round being that of
// retrograde analysis in which the position is decided. Odd rounds win and even
// ones lose, so the outcome needs no bit of its own. Illegal positions have no value.
//
// With [DTM] rounds are plies. In other metrics a win may take an even number of
// plies: they have two rounds for each.
type Value uint16

// Draw is the value of a position that neither side can win.
const Draw Value = 0

// MaxRound is the last round that a value can hold. Mate in six men's tables is
// at most 524 plies away.
const MaxRound = 4094

// MostRounds is the last round that comes up with up to six men: by [DTZ50], which has two for each ply.
const MostRounds = 2*486 + 1

// Decided returns the value of a position that is decided in a round: a win if
// it is odd, a loss if it is even. Rounds are 0 to [MaxRound].
func Decided(round int) Value { return Value(round + 1) }

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

	CursedWinCategory   Category = "cursed-win"   // a draw by the fifty-move rule
	BlessedLossCategory Category = "blessed-loss" // likewise
)

// cursed has the categories of a win and a loss that are draws by the fifty-move rule.
var cursed = map[Outcome]Category{Win: CursedWinCategory, Loss: BlessedLossCategory}

// Drawn returns the category of a win or a loss that is a draw by the fifty-move rule. It returns others unchanged.
func (c Category) Drawn() Category {
	switch c {
	case WinCategory:
		return CursedWinCategory
	case LossCategory:
		return BlessedLossCategory
	}
	return c
}

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

// Round returns the round in which the position is decided, and 0 for a draw.
func (v Value) Round() int {
	if v == Draw {
		return 0
	}
	return int(v) - 1
}

// String returns, for example, "draw", "win of round 19" or "loss of round 0", for tests. [Metric.Format] returns plies
// for people.
func (v Value) String() string {
	if v == Draw {
		return "draw"
	}
	return fmt.Sprintf("%v of round %d", v.Outcome(), v.Round())
}

// Compare orders values for the side to move, the worst first: quick loss, slow loss, draw, slow win, quick win.
func Compare(a, b Value) int { return cmp.Compare(a.order(), b.order()) }

// order is 0 for a draw, and the greater the better for the side to move.
func (v Value) order() int {
	switch v.Outcome() {
	case Win:
		return MaxRound + 1 - v.Round()
	case Loss:
		return v.Round() - (MaxRound + 1)
	}
	return 0
}

// Byte returns a value of a round up to [MaxByteRound] as a byte. It panics for later rounds. Callers never have these:
// [Metric.CheckBytes] has refused the class, solving it has failed, or a [Level] has the value.
func (v Value) Byte() Byte {
	if v.Round() > MaxByteRound {
		panic(fmt.Sprintf("a value of round %d in a byte", v.Round()))
	}
	return Byte(v)
}
