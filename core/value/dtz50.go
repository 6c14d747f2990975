package value

import "github.com/matewright/matewright/core/material"

// DTZ50 counts plies to the next capture, pawn move or mate, by the fifty-move rule: exactly, where others round. A win
// that takes more than [FiftyMoves] of them is a draw by the rule, and called cursed: so there are five outcomes, see
// [Metric.Category].
//
// A capture or a pawn move decides its position in one ply if it keeps the outcome, and in 101 if that is a cursed win
// or a blessed loss, as others count, too. Who is lost may have to make one, so that wins can take an even number of
// plies, and losses an odd one: two rounds stand for each ply, the losses first.
var DTZ50 = New(NewDTZ("DTZ50", FiftyMoves))

// FiftyMoves is how many plies there may be without a capture or a pawn move.
const FiftyMoves = 100

// NewDTZ returns the rules of a metric such as [DTZ50], by a rule of so many plies.
func NewDTZ(name string, rule int) Rules { return dtz{name, rule} }

type dtz struct {
	name string
	rule int // plies
}

func (m dtz) Name() string { return m.name }

func (m dtz) After(kind MoveKind, child Value) Value {
	if child == Draw {
		return Draw
	}
	plies := m.Ply(child.Round()) + 1
	if kind != Quiet {
		plies = 1
		if m.IsCursed(child.Round()) {
			plies = m.rule + 1
		}
	}
	if child.Outcome() == Loss {
		return Decided(2*plies + 1)
	}
	return Decided(2 * plies)
}

func (dtz) Ply(round int) int { return round / 2 }

// Limit is known from building all classes with up to five men: lines that a byte can't tell come up in those zeroed
// late alone, and building others would fail. With six men it is known from tables that others made: KRNvKNN has the
// longest line.
func (dtz) Limit(class material.Class) int {
	if class.Men() > material.UsualMen {
		return MostRounds
	}
	return limitOfFive(class, zeroedLate)
}

// zeroedLate has the classes in which it may take more than 125 plies to a capture, a pawn move or mate.
var zeroedLate = []string{"KBBvKN", "KBBvKQ", "KBNvKN", "KNNvKP", "KNNvKQ", "KQPvKQ", "KRPvKQ"}

// SumsModels: these are the first tables that had such models. Those of earlier metrics keep their bytes.
func (dtz) SumsModels() bool { return true }

func (m dtz) IsCursed(round int) bool { return m.Ply(round) > m.rule }
