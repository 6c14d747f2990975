package board

import (
	"iter"
	"math/bits"
	"strings"
)

// Rights is a set of castling rights: neither the king nor that rook has moved.
//
// The lowest four bits are the set. The bits above have the files of the kings and rooks. Each file is stored as the
// difference from that of chess, so rights of chess have zeros there. Only rights of Chess960 have other files. Rights
// that are not in the set have zeros, too, so equal sets compare as equal.
type Rights uint32

// The castling rights, in FEN's order. They are those of chess, and in a set of any rights they are the bits of the
// set.
const (
	WhiteKingside Rights = 1 << iota
	WhiteQueenside
	BlackKingside
	BlackQueenside

	AllRights = WhiteKingside | WhiteQueenside | BlackKingside | BlackQueenside
)

// The bits above the set: three for the file of each king, then three for that of each rook.
const (
	kingFileShift = 4
	rookFileShift = kingFileShift + 2*3
)

const rightLetters = "KQkq"

// NewRight returns the right of a king to castle with a rook. Both are on any squares of the first rank of their side,
// as in Chess960.
func NewRight(c Color, king, rook Square) Rights {
	way := 2 * int(c)
	if rook < king {
		way++
	}
	usual := &Castles[way]
	return usual.Right |
		Rights(king.File()^usual.King.File())<<(kingFileShift+3*int(c)) |
		Rights(rook.File()^usual.Rook.File())<<(rookFileShift+3*way)
}

// String returns the rights as FEN has them, "-" for none. A right of Chess960 is the file of its rook, as in
// Shredder-FEN.
func (r Rights) String() string {
	if r == 0 {
		return "-"
	}
	var b strings.Builder
	for c := range r.Castles() {
		b.WriteByte(c.letter())
	}
	return b.String()
}

// Set returns the rights without the squares of kings and rooks, as if they were those of chess.
func (r Rights) Set() Rights { return r & AllRights }

// AreUsual reports whether kings and rooks stand as in chess. Others are rights of Chess960.
func (r Rights) AreUsual() bool { return r <= AllRights }

// Count returns the number of rights.
func (r Rights) Count() int { return bits.OnesCount8(uint8(r.Set())) }

// Side returns the castling rights of a side.
func (r Rights) Side(c Color) Rights {
	if c == White {
		return r.Only(WhiteKingside | WhiteQueenside)
	}
	return r.Only(BlackKingside | BlackQueenside)
}

// Only returns those of the rights that are in a set.
func (r Rights) Only(set Rights) Rights {
	if r.AreUsual() {
		return r & set
	}
	kept := r & set & AllRights
	for way := range Castles {
		if kept>>way&1 != 0 {
			kept |= r & (7<<(rookFileShift+3*way) | 7<<(kingFileShift+3*(way/2)))
		}
	}
	return kept
}

// Without returns the rights that are not in a set.
func (r Rights) Without(set Rights) Rights { return r.Only(AllRights &^ set) }

// Swapped returns the rights after the sides have changed their colors, the board turned by [FlipRanks].
func (r Rights) Swapped() Rights {
	swapped := r>>2&3 | r&3<<2
	if !r.AreUsual() {
		kings, rooks := r>>kingFileShift&0o77, r>>rookFileShift
		swapped |= (kings>>3|kings&7<<3)<<kingFileShift | (rooks>>6|rooks&0o77<<6)<<rookFileShift
	}
	return swapped
}

// King returns the square of the king of a side that has a right.
func (r Rights) King(c Color) Square {
	return Castles[2*c].King ^ Square(r>>(kingFileShift+3*int(c))&7)
}

// Castle returns one of the four ways to castle, in the order of [Castles], with the squares of its right. The right
// must be in the set.
func (r Rights) Castle(way int) *Castle {
	king := Castles[way].King ^ Square(r>>(kingFileShift+3*(way/2))&7)
	rook := Castles[way].Rook ^ Square(r>>(rookFileShift+3*way)&7)
	return &castles[way][king.File()][rook.File()]
}

// Castles returns the ways to castle, in the order of the rights' bits.
func (r Rights) Castles() iter.Seq[*Castle] {
	return func(yield func(*Castle) bool) {
		for set := r.Set(); set != 0; set &= set - 1 {
			if !yield(r.Castle(bits.TrailingZeros8(uint8(set)))) {
				return
			}
		}
	}
}

// A Castle is a way to castle.
type Castle struct {
	Way          int    // 0 to 3, in the order of [Castles]
	Right        Rights // the bit of the set
	Color        Color
	King, KingTo Square // the king's squares before and after
	Rook, RookTo Square // the rook's

	Path   Bitboard // the squares on the ways of king and rook, which must be empty
	Passed Bitboard // the squares between those of the king, which no enemy may attack
}

// Castles has the four ways to castle in chess, in the order of the rights' bits.
var Castles = [4]Castle{
	newCastle(0, 4, 7), newCastle(1, 4, 0), newCastle(2, 60, 63), newCastle(3, 60, 56),
}

// castles has all ways to castle by their number and by the files of king and rook. Those in which the rook is on the
// wrong side of the king are not used.
var castles = allCastles()

func allCastles() (list [4][8][8]Castle) {
	for way := range list {
		for king := range Square(8) {
			for rook := range Square(8) {
				first := Square(56 * (way / 2))
				list[way][king][rook] = newCastle(way, first+king, first+rook)
			}
		}
	}
	return list
}

// newCastle returns a way to castle. King and rook end on the same squares as in chess, whatever their first squares.
func newCastle(number int, king, rook Square) Castle {
	kingFile, rookFile := 6, 5
	if number&1 != 0 {
		kingFile, rookFile = 2, 3
	}
	c := Castle{
		Way: number, Right: 1 << number, Color: Color(number / 2), King: king, Rook: rook,
		KingTo: NewSquare(kingFile, king.Rank()), RookTo: NewSquare(rookFile, king.Rank()),
	}
	way := span(c.King, c.KingTo)
	c.Passed = way &^ (c.King.Bit() | c.KingTo.Bit())
	c.Path = (way | span(c.Rook, c.RookTo)) &^ (c.King.Bit() | c.Rook.Bit())
	return c
}

// span returns two squares of a rank and those between them.
func span(a, b Square) Bitboard { return Bitboard(2)<<max(a, b) - 1<<min(a, b) }

// Alone returns the right with the squares of its king and rook, as a set.
func (c *Castle) Alone() Rights { return NewRight(c.Color, c.King, c.Rook) }

// IsUsual reports whether king and rook stand as in chess.
func (c *Castle) IsUsual() bool {
	return c.King == Castles[c.Way].King && c.Rook == Castles[c.Way].Rook
}

// letter returns the letter of the right in a FEN.
func (c *Castle) letter() byte {
	letter := rightLetters[c.Way]
	if !c.IsUsual() {
		letter = "ABCDEFGH"[c.Rook.File()]
		if c.Color == Black {
			letter += 'a' - 'A'
		}
	}
	return letter
}

// kingside reports whether the king castles to the h-file's side.
func (c *Castle) kingside() bool { return c.Way&1 == 0 }

// san returns the name of the castling move.
func (c *Castle) san() string {
	if c.kingside() {
		return "O-O"
	}
	return "O-O-O"
}
