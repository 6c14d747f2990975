package find

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// exchangeColors returns a position with each side in the place of the other one.
func exchangeColors(p *board.Position) board.Position {
	men := slices.Clone(p.Men())
	for i, m := range men {
		men[i].Color, men[i].Square = m.Color.Other(), board.FlipRanks.Square(m.Square)
	}
	exchanged := board.NewPosition(p.Turn.Other(), men...)
	exchanged.Rights = p.Rights.Swapped()
	return exchanged
}

// A placement has the men of a position, in order.
type placement [material.MaxMen]int

// leastImage returns the least of the lists of men that symmetries make of a position's.
func leastImage(p *board.Position) (least placement) {
	symmetries := board.Symmetry(board.Symmetries)
	switch class, _ := material.OfPosition(p); {
	case class.Rights() != 0:
		symmetries = board.Identity + 1
	case class.Pawns() > 0:
		symmetries = board.MirrorFiles + 1
	}
	for t := range symmetries {
		var men placement
		for i, m := range p.Men() {
			men[i] = (1+int(m.Color)<<3|int(m.Type))<<6 | int(t.Square(m.Square))
		}
		slices.Sort(men[:])
		if t == board.Identity || slices.Compare(men[:], least[:]) < 0 {
			least = men
		}
	}
	return least
}
