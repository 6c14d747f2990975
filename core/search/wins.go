package search

import (
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
)

// A winList has classes in which one side wins whenever it is to move, and the drawn exceptions in them.
type winList struct {
	classes map[balance]bool
	draws   map[key]bool
}

// mostAgainst is the largest number of men, without the king, that the other side has in these classes. Positions with
// more need no lookup.
const mostAgainst = 1

// wins reports whether the side to move is known to win. The list does not cover positions with castling rights.
func (l *winList) wins(p *board.Position) bool {
	if l == nil || p.Rights != 0 || len(p.Men()) > material.UsualMen {
		return false
	}
	b, against := balanceOf(p)
	return against <= mostAgainst && l.classes[b] && !l.draws[keyOf(p)]
}

// A balance has the number of men of each type except kings, in three bits each: first those of the side to move.
type balance uint32

// pieceTypes is the number of types of men, without the king.
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

// addDraw adds a drawn position and all symmetric ones, with White and with Black to move.
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
