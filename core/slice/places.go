package slice

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// Slices returns the number of slices, at least 1. They are numbered so that
// every pawn push leads to a slice with a smaller number.
func (l *Layout) Slices() Number {
	switch {
	case l.whole != nil:
		return Number(l.pawns.count * l.faceFiles())
	case l.keepsMirrored():
		return Number(l.pawns.all)
	}
	return Number(l.pawns.count)
}

// Positions returns the number of entries of all slices and both sides.
func (l *Layout) Positions() int64 { return 2 * int64(l.Slices()) * int64(l.Entries()) }

// PawnSquares returns the squares of the pawns of a slice, in the order of Men.
func (l *Layout) PawnSquares(slice Number) []board.Square {
	switch {
	case l.whole != nil:
		return mirrored(l.pawns.at(l.WholeSlice(slice)), l.faceMirror(slice))
	case l.keepsMirrored():
		return l.pawns.atOfAll(slice)
	}
	return l.pawns.at(slice)
}

// StillSquares returns the squares of the men that stand still in a slice. These are the last ones of Men: a face's
// promoted piece, the rooks that may castle, and the pawns.
func (l *Layout) StillSquares(slice Number) []board.Square {
	pawns := l.PawnSquares(slice)
	switch {
	case l.whole != nil:
		return append([]board.Square{l.promotedSquare(slice)}, pawns...)
	case len(l.rooks) > 0:
		return slices.Concat(l.rooks, pawns)
	}
	return pawns
}

// Pushes returns the slices that pawn pushes lead to from a slice, each once and in ascending order. It ignores pieces
// in the way of pawns. All are smaller numbers. Other moves out of a slice lead to other classes.
func (l *Layout) Pushes(slice Number) []Number {
	var squares Squares
	var occupied board.Bitboard
	for i, s := range l.PawnSquares(slice) {
		squares[l.firstPwn+i] = s
		occupied |= s.Bit()
	}
	var list []Number
	for i := l.firstPwn; i < len(l.Men); i++ {
		from := squares[i]
		for targets := board.PawnPushes(l.Men[i].Color, from, occupied); targets != 0; targets = targets.Rest() {
			to := targets.First()
			if to.Rank() == 0 || to.Rank() == 7 {
				continue // a promotion
			}
			squares[i] = to
			number, _ := l.SliceOf(&squares)
			list = append(list, number)
		}
		squares[i] = from
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// SliceOf returns the slice of a pawn placement, and the mirror that takes the board there. It uses only the squares of
// the pawns and of a face's promoted piece.
func (l *Layout) SliceOf(squares *Squares) (slice Number, mirror board.Symmetry) {
	if l.whole != nil {
		return l.faceSlice(squares)
	}
	slice, mirror = l.pawns.find(squares[l.firstPwn:len(l.Men)])
	if l.keepsMirrored() {
		return l.pawns.ofAll(slice, mirror), board.Identity
	}
	return slice, mirror
}

// Entry returns the entry of a placement that is already mirrored as [Layout.SliceOf] requires. The kings must not
// touch.
func (l *Layout) Entry(squares *Squares) Entry {
	frame, symmetry := l.frames.Find(squares[board.White], squares[board.Black])
	image := symmetry.Squares()
	entry := Entry(frame)
	for i := l.firstOut; i < l.endOut; i++ {
		entry = entry<<6 | Entry(image[squares[i]])
	}
	return entry<<6 | Entry(image[squares[l.Inner]])
}

// Locate returns the place of a position, which must be of the layout's class
// in either colour. The en-passant square is ignored.
func (l *Layout) Locate(p *board.Position) Place {
	first := board.White
	if _, swapped := material.OfPosition(p); swapped {
		first = board.Black
	}
	return l.LocateFor(p, first)
}

// LocateFor is [Layout.Locate], given the colour of the class's first side.
func (l *Layout) LocateFor(p *board.Position, first board.Color) Place {
	flip := board.Identity
	if first == board.Black {
		flip = board.FlipRanks
	}
	var squares Squares
	var filled [material.MaxMen]bool
	for _, m := range p.Men() {
		at := flip.Square(m.Square)
		for i, want := range l.Men {
			if !filled[i] && want.Type == m.Type && want.Color == m.Color^first && l.canStand(i, at) {
				filled[i] = true
				squares[i] = at
				break
			}
		}
	}
	slice, mirror := l.SliceOf(&squares)
	for i := range l.Men {
		squares[i] = mirror.Square(squares[i])
	}
	return Place{slice, p.Turn ^ first, l.Entry(&squares)}
}
