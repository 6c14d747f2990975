package board

import (
	"github.com/matewright/matewright/core/words"
)

// atHome reports whether king and rook are on the squares that a way to castle requires.
func (p *Position) atHome(c *Castle) bool {
	return p.has(Man{c.Color, King, c.King}) && p.has(Man{c.Color, Rook, c.Rook})
}

// PossibleRights returns the castling rights that the squares of kings and rooks allow in chess.
func (p *Position) PossibleRights() (rights Rights) {
	for i := range Castles {
		if c := &Castles[i]; p.atHome(c) {
			rights |= c.Right
		}
	}
	return rights
}

func (p *Position) checkRights() error {
	for c := range p.Rights.Castles() {
		if !p.atHome(c) {
			side := "queenside"
			if c.kingside() {
				side = "kingside"
			}
			return words.Error("core.fen.right", "color", c.Color, "side", side, "king", c.King, "rook", c.Rook)
		}
	}
	return nil
}

// Move returns the move of castling: that of the king, and in Chess960 that of the king onto its rook.
func (c *Castle) Move() Move {
	if c.IsUsual() {
		return Move{From: c.King, To: c.KingTo}
	}
	return Move{From: c.King, To: c.Rook}
}

// Castle returns the way to castle that a pseudo-legal move is, or nil.
func (p *Position) Castle(m Move) *Castle {
	if p.Rights == 0 {
		return nil
	}
	for c := range p.Rights.Side(p.Turn).Castles() {
		if m == c.Move() && p.men[p.at(m.From)].Type == King {
			return c
		}
	}
	return nil
}

// castlings appends the castling moves. It checks all rules except attacks on the king's last square.
func (p *Position) castlings(list []Move) []Move {
	if p.Rights.Side(p.Turn) == 0 || p.InCheck(p.Turn) {
		return list
	}
	occupied := p.Occupied()
	for c := range p.Rights.Side(p.Turn).Castles() {
		if c.Path&occupied == 0 && !p.anyAttacked(c.Passed, p.Turn.Other()) {
			list = append(list, c.Move())
		}
	}
	return list
}

// anyAttacked reports whether a man of side c attacks one of some squares.
func (p *Position) anyAttacked(squares Bitboard, c Color) bool {
	for ; squares != 0; squares = squares.Rest() {
		if p.attacked(squares.First(), c) {
			return true
		}
	}
	return false
}

// after returns the rights that are left after a move: those whose king and rook it neither moves nor takes.
func (r Rights) after(m Move) Rights {
	if r == 0 {
		return 0
	}
	var lost Rights
	for c := range r.Castles() {
		if m.From == c.King || m.From == c.Rook || m.To == c.Rook {
			lost |= c.Right
		}
	}
	return r.Without(lost)
}
