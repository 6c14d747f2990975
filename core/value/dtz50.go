package value

import "github.com/matewright/matewright/core/material"

// DTZ50 counts plies to the next capture, pawn move or mate, by the fifty-move rule: exactly, where others round. A win that takes more than
// [FiftyMoves] of them is a draw by the rule, and called cursed: so there are five outcomes, see [Metric.Category].
//
// A capture or a pawn move decides its position in one ply if it keeps the outcome, and in 101 if that is a cursed win or a blessed loss, as
// others count, too. Who is lost may have to make one, so that wins can take an even number of plies, and losses an odd one: two rounds stand
// for each ply, the losses first. What takes 126 plies or more is told as 126: bytes have room for no more, and the rule none.
var DTZ50 = Register(NewDTZ("DTZ50", FiftyMoves, MaxByteRound/2-1))

// FiftyMoves is how many plies there may be without a capture or a pawn move.
const FiftyMoves = 100

// NewDTZ returns the rules of a metric such as [DTZ50], by a rule of so many plies, that tells no more than most.
func NewDTZ(name string, rule, most int) Rules { return dtz{name, rule, most} }

type dtz struct {
	name       string
	rule, most int // plies
}

func (m dtz) Name() string { return m.name }

func (m dtz) After(kind MoveKind, child Value) Value {
	if child == Draw {
		return Draw
	}
	plies := min(m.Ply(child.Round())+1, m.most)
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

func (m dtz) Limit(material.Class) int { return m.LastTold() }

func (m dtz) LastTold() int { return 2*m.most + 1 }

func (m dtz) IsCursed(round int) bool { return m.Ply(round) > m.rule }
