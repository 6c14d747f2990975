package board

import (
	"math/bits"
	"strings"
)

// Rights is a set of castling rights: neither the king nor that rook has moved.
type Rights uint8

// The castling rights, in FEN's order.
const (
	WhiteKingside Rights = 1 << iota
	WhiteQueenside
	BlackKingside
	BlackQueenside

	AllRights = WhiteKingside | WhiteQueenside | BlackKingside | BlackQueenside
)

const rightLetters = "KQkq"

// String returns the rights as FEN has them, "-" for none.
func (r Rights) String() string {
	if r == 0 {
		return "-"
	}
	var b strings.Builder
	for i, letter := range rightLetters {
		if r>>i&1 != 0 {
			b.WriteRune(letter)
		}
	}
	return b.String()
}

// Count returns the number of rights.
func (r Rights) Count() int { return bits.OnesCount8(uint8(r)) }

// Side returns the castling rights of a side.
func (r Rights) Side(c Color) Rights {
	if c == White {
		return r & (WhiteKingside | WhiteQueenside)
	}
	return r & (BlackKingside | BlackQueenside)
}

// Swapped returns the rights after the sides have changed their colors, the board turned by [FlipRanks].
func (r Rights) Swapped() Rights { return r>>2&3 | r&3<<2 }

// A Castle is one of the four ways to castle.
type Castle struct {
	Right        Rights
	Color        Color
	King, KingTo Square // the king's squares before and after
	Rook, RookTo Square // the rook's; the king passes the latter one
}

// Castles has the ways to castle, in the order of the rights' bits.
var Castles = [4]Castle{
	{WhiteKingside, White, 4, 6, 7, 5},
	{WhiteQueenside, White, 4, 2, 0, 3},
	{BlackKingside, Black, 60, 62, 63, 61},
	{BlackQueenside, Black, 60, 58, 56, 59},
}

// castleOf returns the way to castle of a single right.
func castleOf(r Rights) *Castle { return &Castles[bits.TrailingZeros8(uint8(r))] }

// HomeOf returns the square of a king that may castle.
func HomeOf(c Color) Square { return Castles[2*c].King }

// Between returns the squares between king and rook, which must be empty.
func (c *Castle) Between() Bitboard { return Between(c.King, c.Rook) }

// kingside reports whether the king castles to its nearer rook.
func (c *Castle) kingside() bool { return c.KingTo > c.King }

// san returns the name of the castling move.
func (c *Castle) san() string {
	if c.kingside() {
		return "O-O"
	}
	return "O-O-O"
}
