package board

import (
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/words"
)

// rightOf returns the right that a letter of a FEN names: one of KQkq, or the file of a rook. Letters
// that name another rook than that of a [Castle] are of Chess960, and refused.
func (p *Position) rightOf(letter rune) (Rights, error) {
	color, file := White, strings.IndexRune("ABCDEFGH", letter)
	if file < 0 {
		color, file = Black, strings.IndexRune("abcdefgh", letter)
	}
	for i := range Castles {
		c := &Castles[i]
		isFile := c.Color == color && c.Rook.File() == file
		if rune(rightLetters[i]) != letter && !isFile {
			continue
		}
		if !p.atHome(c) && p.castlesOtherwise(c, isFile) {
			return 0, words.Error(
				"core.fen.chess960King",
				"letter",
				strconv.QuoteRune(letter),
				"king",
				c.King,
				"rook",
				c.Rook,
			)
		}
		return c.Right, nil
	}
	if file >= 0 {
		return 0, words.Error("core.fen.chess960Rook", "letter", strconv.QuoteRune(letter))
	}
	return 0, words.Error("core.fen.rightLetter", "letter", strconv.QuoteRune(letter), "letters", rightLetters)
}

// namesRight reports whether a letter names a castling right, of this chess or of Chess960.
func namesRight(letter rune) bool {
	return strings.ContainsRune(rightLetters+"ABCDEFGHabcdefgh", letter)
}

// castlesOtherwise reports whether a letter for a way to castle means another one in Chess960. The
// file of a rook does so with a king elsewhere on the rank. One of KQkq does so with a king at home
// and a rook further inside.
func (p *Position) castlesOtherwise(c *Castle, isFile bool) bool {
	if isFile {
		return p.has(Man{c.Color, Rook, c.Rook}) && slices.ContainsFunc(p.Men(), func(m Man) bool {
			return m.Color == c.Color && m.Type == King && m.Square.Rank() == c.King.Rank()
		})
	}
	return p.has(Man{c.Color, King, c.King}) && slices.ContainsFunc(p.Men(), func(m Man) bool {
		return m.Color == c.Color && m.Type == Rook && c.Between().Has(m.Square)
	})
}

// atHome reports whether king and rook are on the squares that a right requires.
func (p *Position) atHome(c *Castle) bool {
	return p.has(Man{c.Color, King, c.King}) && p.has(Man{c.Color, Rook, c.Rook})
}

// PossibleRights returns the castling rights that the squares of kings and rooks allow.
func (p *Position) PossibleRights() (rights Rights) {
	for i := range Castles {
		if c := &Castles[i]; p.atHome(c) {
			rights |= c.Right
		}
	}
	return rights
}

func (p *Position) checkRights() error {
	for i := range Castles {
		if c := &Castles[i]; p.Rights&c.Right != 0 && !p.atHome(c) {
			side := "queenside"
			if c.kingside() {
				side = "kingside"
			}
			return words.Error("core.fen.right", "color", c.Color, "side", side, "king", c.King, "rook", c.Rook)
		}
	}
	return nil
}

// castle returns the way to castle that a pseudo-legal move is, or nil: castling is the move of a king by two files.
func (p *Position) castle(m Move) *Castle {
	if p.Rights == 0 {
		return nil
	}
	for i := range Castles {
		if c := &Castles[i]; m.From == c.King && m.To == c.KingTo && p.men[p.at(m.From)].Type == King {
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
	for i := range Castles {
		c := &Castles[i]
		if p.Rights.Side(p.Turn)&c.Right != 0 && c.Between()&occupied == 0 && !p.attacked(c.RookTo, p.Turn.Other()) {
			list = append(list, Move{From: c.King, To: c.KingTo})
		}
	}
	return list
}

// after returns the rights that are left after a move: those whose king and rook it neither moves nor takes.
func (r Rights) after(m Move) Rights {
	if r == 0 {
		return 0
	}
	for i := range Castles {
		if c := &Castles[i]; m.From == c.King || m.From == c.Rook || m.To == c.Rook {
			r &^= c.Right
		}
	}
	return r
}
