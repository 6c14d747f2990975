// Package board has the rules of chess: squares, pieces, sets of squares and moves. It does not depend on tables.
//
// The board has two views:
//
//   - [Bitboard] is a set of squares in a word, with attacks ([Attacks], [Reach]) and the eight symmetries
//     ([Symmetry]). The kernels of the solver use only this view.
//   - [Position] is a list of up to 32 men with the side to move, castling rights and en passant. It has FEN, legal
//     moves and their names (SAN). It is slow and simple. Verification, the references of tests, and the front ends
//     use it.
package board

import (
	"fmt"
	"math/bits"
)

// maxMen is the largest number of men, kings included, in a [Position]. How many
// tables go up to is another number, material.MaxMen.
const maxMen = 32

// A Color is a side. White is 0.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Colors lists both sides, White first.
var Colors = [2]Color{White, Black}

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "White" or "Black".
func (c Color) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// Letter returns 'w' or 'b', as in FEN.
func (c Color) Letter() byte { return "wb"[c] }

// A Side is a color as programs read it (JSON).
type Side string

// The sides, by the letters that FEN has for them.
const (
	WhiteSide Side = "w"
	BlackSide Side = "b"
)

// Side returns the color for programs.
func (c Color) Side() Side { return [2]Side{WhiteSide, BlackSide}[c] }

// A PieceType is a kind of man, in the order in which class names list them.
type PieceType uint8

// The kinds of men. NoPiece is the zero value, so that an empty square or "no
// promotion" needs no second flag.
const (
	NoPiece PieceType = iota
	King
	Queen
	Rook
	Bishop
	Knight
	Pawn
)

// Promotions lists the piece types of a promotion, the queen first.
var Promotions = [4]PieceType{Queen, Rook, Bishop, Knight}

const typeLetters = "?KQRBNP"

// Letter returns the upper-case letter of the piece type.
func (t PieceType) Letter() byte { return typeLetters[t] }

// Worth returns the value in pawns, as books count it. A king has none.
func (t PieceType) Worth() int { return worths[t] }

var worths = [...]int{Queen: 9, Rook: 5, Bishop: 3, Knight: 3, Pawn: 1}

// A Man is a piece on a square.
type Man struct {
	Color  Color
	Type   PieceType
	Square Square
}

// A Square is 0 (a1), 1 (b1), ... 63 (h8).
type Square uint8

// NoSquare stands for "none", such as no en-passant square.
const NoSquare Square = 64

// NewSquare returns the square on the given file and rank, both 0 to 7.
func NewSquare(file, rank int) Square { return Square(rank<<3 | file) }

// ParseSquare reads a square such as "e4".
func ParseSquare(s string) (Square, error) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, fmt.Errorf("%q is not a square", s)
	}
	return NewSquare(int(s[0]-'a'), int(s[1]-'1')), nil
}

// File returns 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Bit returns the set that holds just s.
func (s Square) Bit() Bitboard { return 1 << (s & 63) }

// String returns the square's name, or "-" for [NoSquare].
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
}

// A Bitboard is a set of squares: bit i is set when square i belongs to it.
type Bitboard uint64

// Has reports whether s is in the set.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of a set that is not empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Rest returns the set without its lowest square.
func (b Bitboard) Rest() Bitboard { return b & (b - 1) }

// Spread has, for each set of eight squares, as the bits of a byte, the byte 255 for those of the set.
var Spread = func() (table [256]uint64) {
	for set := range table {
		for i := range 8 {
			if set>>i&1 != 0 {
				table[set] |= 0xff << (8 * i)
			}
		}
	}
	return table
}()
