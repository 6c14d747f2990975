package value

import (
	"slices"

	"github.com/matewright/matewright/core/material"
)

// DTC counts plies to a conversion or mate. What converts is a capture or a promotion, which decides its position in
// one ply if it keeps the outcome; pawns move on as pieces do.
//
// Who is lost may have to convert, so that wins can take an even number of plies, and losses an odd one: two rounds
// stand for each ply, the losses first.
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

// Limit is known from building all classes with up to five men: lines that a byte can't tell come up in those of
// converted late alone. Were there others, building these would fail.
func (dtc) Limit(class material.Class) int {
	if class.Men() > material.UsualMen {
		return MaxRound
	}
	return limitOfFive(class, convertedLate)
}

// limitOfFive returns the limit of a class with up to five men where each ply has two rounds, given the classes of
// which a byte does not tell all: if it told a loss in 126 plies, it could not tell the win of who brings that about.
func limitOfFive(class material.Class, late []string) int {
	if slices.Contains(late, class.WithoutRights().String()) {
		return 2*229 + 1
	}
	return 2*125 + 1
}

// convertedLate has the classes in which it may take more than 125 plies to convert.
var convertedLate = []string{"KBBvKN", "KBBvKQ", "KBNvKN", "KNNvKP", "KNNvKQ", "KQPvKQ", "KRPvKQ"}
