package value

import "github.com/matewright/matewright/core/material"

// DTZ50 counts plies to the next capture, pawn move or mate, under the fifty-move rule. Its counts are exact; those of
// other programs are rounded. A win of more than [FiftyMoves] plies is a draw by the rule, called a cursed win. So
// there are five outcomes; see [Metric.Category].
//
// A capture or a pawn move decides its position in one ply if it keeps the outcome. For a cursed win or a blessed loss
// it takes 101 plies, as in other programs. The losing side may have to make such a move. So wins can take an even
// number of plies, and losses an odd one. Each ply has two rounds, the losses first.
var DTZ50 = New(NewDTZ("DTZ50", FiftyMoves))

// FiftyMoves is the number of plies without a capture or a pawn move that the rule allows.
const FiftyMoves = 100

// NewDTZ returns the rules of a metric such as [DTZ50], with a rule of the given number of plies.
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

// Limit comes from building all classes with up to five men: only those in zeroedLate have lines too long for a byte.
// If another class had such a line, its build would fail. For six men it comes from the tables of other programs:
// KRNvKNN has the longest line.
func (dtz) Limit(class material.Class) int {
	if class.Men() > material.UsualMen {
		return MostRounds
	}
	return limitOfFive(class, zeroedLate)
}

// zeroedLate has the classes in which it may take more than 125 plies to a capture, a pawn move or mate.
var zeroedLate = []string{"KBBvKN", "KBBvKQ", "KBNvKN", "KNNvKP", "KNNvKQ", "KQPvKQ", "KRPvKQ"}

// SumsModels returns true: these were the first tables with such models. Tables of earlier metrics keep their bytes.
func (dtz) SumsModels() bool { return true }

func (m dtz) IsCursed(round int) bool { return m.Ply(round) > m.rule }
