package lichess

import (
	"cmp"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// DTC selects when an answer has depths to conversion, like lichess's parameter dtc.
type DTC string

// The choices.
const (
	NeverDTC     DTC = "never"
	AuxiliaryDTC DTC = "auxiliary" // if no other table has a depth, or if DTC orders the moves
	AlwaysDTC    DTC = "always"
)

// ParseDTC returns the choice with a name.
func ParseDTC(name string) (choice DTC, ok bool) {
	choice = DTC(name)
	return choice, choice == NeverDTC || choice == AuxiliaryDTC || choice == AlwaysDTC
}

// Choose leaves out depths to conversion unless they are wanted, and puts the moves into the order
// that lila-tablebase has with the same choice. A new answer has all depths, and is in the order of
// [AuxiliaryDTC].
func (a *Answer) Choose(choice DTC) {
	if choice == AlwaysDTC {
		a.order(choice)
		return
	}
	if choice == AuxiliaryDTC && a.auxiliary {
		return
	}
	a.DTC = nil
	for i := range a.Moves {
		a.Moves[i].DTC = nil
	}
}

// order sorts the moves with the better outcome first. Equal moves are sorted by the metric that orders the moves,
// unless that is DTM. Then these follow, as in lila-tablebase (MoveInfo::sort_key in its src/response.rs):
//
//   - checkmate, stalemate, bare material, moves to mate;
//   - conversions, and how soon they come;
//   - zeroing moves, and the plies to the next one;
//   - the captured man, and promotion.
//
// The winner wants these sooner, the loser later.
func (a *Answer) order(choice DTC) {
	slices.SortStableFunc(a.Moves, func(m, n Move) int {
		return cmp.Or(
			cmp.Compare(rank[m.Category], rank[n.Category]),
			trueFirst(m.Checkmate, n.Checkmate),
			trueFirst(m.Stalemate, n.Stalemate),
			trueFirst(m.InsufficientMaterial, n.InsufficientMaterial),
			a.byLead(&m, &n),
			tighter(cmp.Or(m.DTM, m.DTM50), cmp.Or(n.DTM, n.DTM50)),
			byConversion(&m, &n, choice == AlwaysDTC),
			byZeroing(&m, &n),
			cmp.Compare(m.taken, n.taken),
			cmp.Compare(m.promotion, n.promotion),
		)
	})
}

// rank has the categories of positions after moves, the best for the mover first. A category that may be a draw is
// nearer to a draw.
var rank = map[value.Category]int{
	value.LossCategory:        1,
	maybeLoss:                 2,
	value.BlessedLossCategory: 3,
	value.DrawCategory:        4,
	value.CursedWinCategory:   5,
	maybeWin:                  6,
	value.WinCategory:         7,
}

// byLead compares by the metric that orders the moves.
func (a *Answer) byLead(m, n *Move) int {
	switch a.by.Goal() {
	case value.ToZeroing:
		return byZeroing(m, n)
	case value.ToConversion:
		return byConversion(m, n, true)
	}
	return 0
}

func byConversion(m, n *Move, withPlies bool) int {
	c := sooner(m, m.Conversion, n.Conversion)
	if c == 0 && withPlies {
		c = tighter(m.DTC, n.DTC)
	}
	return c
}

func byZeroing(m, n *Move) int {
	c := sooner(m, m.Zeroing, n.Zeroing)
	if c == 0 && m.DTZ != nil && n.DTZ != nil {
		c = cmp.Compare(*n.DTZ, *m.DTZ)
	}
	return c
}

// sooner puts moves first that do something, or last if they lose, as one of them does.
func sooner(m *Move, does, otherDoes bool) int {
	if rank[m.Category] > rank[value.DrawCategory] {
		return trueFirst(otherDoes, does)
	}
	return trueFirst(does, otherDoes)
}

// tighter puts depths of quicker wins first, then none, then slower losses, all as seen after the
// move.
func tighter(a, b *int) int {
	group := func(depth *int) int {
		if depth == nil {
			return 0
		}
		return cmp.Compare(*depth, 0)
	}
	if c := cmp.Compare(group(a), group(b)); c != 0 || group(a) == 0 {
		return c
	}
	return cmp.Compare(*b, *a)
}

func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// noMan comes after all men that may be taken, or that a pawn may become: these are in the order of
// [board.PieceType].
const noMan = board.Pawn + 1

// takenBy returns the kind of the man that a move takes.
func takenBy(before *board.Position, m *probe.Move) board.PieceType {
	if m.Kind != value.Capture {
		return noMan
	}
	var left [noMan]int
	for _, man := range before.Men() {
		if man.Color != before.Turn {
			left[man.Type]++
		}
	}
	for _, man := range m.After.Men() {
		if man.Color != before.Turn {
			left[man.Type]--
		}
	}
	return board.PieceType(slices.Index(left[:], 1))
}

// promotionOf returns the piece type of a promotion.
func promotionOf(m *probe.Move) board.PieceType {
	const squares = len("a7a8")
	for _, t := range board.Promotions {
		if len(m.UCI) > squares && m.UCI[squares] == t.Letter()+'a'-'A' {
			return t
		}
	}
	return noMan
}
