package layout

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// LeadOf returns the side whose pawns lead in files of a class: the one with fewer pawns, but at least one. If both
// sides have the same number, it is the first side of the class.
func LeadOf(class material.Class) board.Color {
	first, second := class.Count(board.White, board.Pawn), class.Count(board.Black, board.Pawn)
	if second > 0 && (first == 0 || second < first) {
		return board.Black
	}
	return board.White
}

// Usual returns the men of a class in an order that files may have, where White is the first side of the class. Files
// may have any other order that [New] accepts.
func Usual(class material.Class) (pieces []Piece) {
	add := func(color board.Color, t board.PieceType) {
		for range class.Count(color, t) {
			pieces = append(pieces, Piece{color, t})
		}
	}
	each := func(visit func(color board.Color, t board.PieceType)) {
		for _, color := range board.Colors {
			for t := board.Queen; t < board.Pawn; t++ {
				visit(color, t)
			}
		}
	}
	if class.Pawns() > 0 {
		lead := LeadOf(class)
		add(lead, board.Pawn)
		add(lead.Other(), board.Pawn)
	}
	add(board.White, board.King)
	add(board.Black, board.King)
	each(func(color board.Color, t board.PieceType) { // men that occur once, which may be in the first group
		if class.Count(color, t) == 1 {
			add(color, t)
		}
	})
	each(func(color board.Color, t board.PieceType) {
		if class.Count(color, t) > 1 {
			add(color, t)
		}
	})
	return pieces
}

// Orders returns all orders that [New] accepts for the men, in any order of theirs.
func Orders(pieces []Piece) (orders [][2]int) {
	l := Layout{pieces: pieces}
	if l.group() != nil {
		return nil
	}
	for first := range l.groups {
		if !l.both {
			orders = append(orders, [2]int{first, NoOrder})
			continue
		}
		for second := range l.groups {
			if second != first {
				orders = append(orders, [2]int{first, second})
			}
		}
	}
	return orders
}
