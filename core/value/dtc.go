package value

import (
	"slices"

	"github.com/matewright/matewright/core/material"
)

// DTC counts plies to a conversion or mate. Conversions are captures and promotions: they decide a position in one ply
// if they keep the outcome. Other pawn moves count like moves of pieces.
//
// The losing side may have to convert. So wins can take an even number of plies, and losses an odd one. Each ply has
// two rounds, the losses first.
var DTC = New(dtc{})

type dtc struct{}

func (dtc) Name() string { return "DTC" }

func (m dtc) After(kind MoveKind, child Value) Value {
	plies := m.Ply(child.Round()) + 1
	if kind == Capture || kind == Promotion {
		plies = 1
	}
	switch child.Outcome() {
	case Win:
		return Decided(2 * plies)
	case Loss:
		return Decided(2*plies + 1)
	}
	return Draw
}

func (dtc) Ply(round int) int { return round / 2 }

// Limit comes from building all classes with up to five men: only those in convertedLate have lines too long for a
// byte. If another class had such a line, its build would fail.
func (dtc) Limit(class material.Class) int {
	if class.Men() > material.UsualMen {
		return MaxRound
	}
	return limitOfFive(class, convertedLate)
}

// limitOfFive returns the limit of a class with up to five men in a metric with two rounds for each ply. Late has the
// classes with lines too long for a byte. All others have at most 125 plies: a byte could hold a loss in 126, but not
// the win of a move to it.
func limitOfFive(class material.Class, late []string) int {
	if slices.Contains(late, class.WithoutRights().String()) {
		return 2*229 + 1
	}
	return 2*125 + 1
}

// convertedLate has the classes in which it may take more than 125 plies to convert.
var convertedLate = []string{"KBBvKN", "KBBvKQ", "KBNvKN", "KNNvKP", "KNNvKQ", "KQPvKQ", "KRPvKQ"}
