package search

import (
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
)

// A winList has the classes in which one side wins whenever it is to move, and the positions of them that are drawn
// all the same.
type winList struct {
	classes map[balance]bool
	draws   map[key]bool
}

// mostAgainst is how many men the other side has in these classes at most besides its king: so few that positions with
// more need not be looked up.
const mostAgainst = 1

// wins reports whether it is known that the side to move wins. Of castling the list knows nothing.
func (l *winList) wins(p *board.Position) bool {
	if l == nil || p.Rights != 0 || len(p.Men()) > material.UsualMen {
		return false
	}
	b, against := balanceOf(p)
	return against <= mostAgainst && l.classes[b] && !l.draws[keyOf(p)]
}

// A balance is the numbers of men of each type but the kings, in three bits each, first of the side to move.
type balance uint32

// pieceTypes is how many types of men there are but for the king.
const pieceTypes = board.Pawn - board.Queen + 1

func balanceOf(p *board.Position) (b balance, against int) {
	for _, m := range p.Men() {
		switch {
		case m.Type == board.King:
		case m.Color == p.Turn:
			b += 1 << (3 * (m.Type - board.Queen))
		default:
			b += 1 << (3 * (m.Type - board.Queen + pieceTypes))
			against++
		}
	}
	return b, against
}

var wins = sync.OnceValue(func() *winList {
	list := &winList{classes: map[balance]bool{}, draws: map[key]bool{}}
	for _, w := range known.Wins() {
		var b balance
		for t := board.Queen; t <= board.Pawn; t++ {
			b += balance(w.Class.Count(board.White, t)) << (3 * (t - board.Queen))
			b += balance(w.Class.Count(board.Black, t)) << (3 * (t - board.Queen + pieceTypes))
		}
		list.classes[b] = true
		for _, p := range w.Draws {
			list.addDraw(&p, w.Class.Pawns() > 0)
		}
	}
	return list
})

// addDraw adds a position, and those that are symmetric to it, with White and with Black to move.
func (l *winList) addDraw(p *board.Position, pawns bool) {
	for _, c := range board.Colors {
		for t := range board.Symmetry(board.Symmetries) {
			upright := t == board.Identity || t == board.MirrorFiles
			if c == board.Black {
				upright = t == board.FlipRanks || t == board.FlipRanks.Then(board.MirrorFiles)
			}
			if pawns && !upright {
				continue
			}
			men := slices.Clone(p.Men())
			for i := range men {
				men[i].Square = t.Square(men[i].Square)
				men[i].Color ^= c
			}
			image := board.NewPosition(c, men...)
			l.draws[keyOf(&image)] = true
		}
	}
}
