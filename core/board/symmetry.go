package board

import "math/bits"

// A Symmetry is one of the eight symmetries of the board, as a set of three
// steps in this order: [MirrorFiles], [FlipRanks], [Transpose].
// The zero value is the identity.
type Symmetry uint8

// The generators.
const (
	MirrorFiles Symmetry = 1 << iota // a-file <-> h-file
	FlipRanks                        // first rank <-> eighth
	Transpose                        // files <-> ranks, along the diagonal a1-h8

	Identity Symmetry = 0
)

// Symmetries is the number of symmetries: they are 0 to Symmetries-1.
const Symmetries = 8

var symmetrySquares [Symmetries][64]Square

func init() {
	for s := range Square(64) {
		for t := range Symmetry(Symmetries) {
			symmetrySquares[t][s] = t.Bitboard(s.Bit()).First()
		}
	}
}

// Squares returns the image of every square.
func (t Symmetry) Squares() *[64]Square { return &symmetrySquares[t&7] }

// Square returns the image of a square.
func (t Symmetry) Square(s Square) Square { return symmetrySquares[t&7][s&63] }

// Inverse returns the symmetry that undoes t.
func (t Symmetry) Inverse() Symmetry {
	if t&Transpose != 0 {
		return t.exchanged()
	}
	return t
}

// exchanged swaps the two reflections. That has the effect of a transposition before instead of after them.
func (t Symmetry) exchanged() Symmetry {
	return t&Transpose | t&MirrorFiles<<1 | t&FlipRanks>>1
}

// Then returns the symmetry that applies t first and u after it.
func (t Symmetry) Then(u Symmetry) Symmetry {
	if t&Transpose != 0 {
		u = u.exchanged()
	}
	return t ^ u
}

// Steps returns which of the three steps the symmetry consists of.
func (t Symmetry) Steps() (mirror, flip, transpose bool) {
	return t&MirrorFiles != 0, t&FlipRanks != 0, t&Transpose != 0
}

// Bitboard returns the image of a set of squares.
func (t Symmetry) Bitboard(b Bitboard) Bitboard {
	if t&MirrorFiles != 0 {
		b = b.Mirrored()
	}
	if t&FlipRanks != 0 {
		b = b.Flipped()
	}
	if t&Transpose != 0 {
		b = b.Transposed()
	}
	return b
}

// Mirrored returns the image of b under [MirrorFiles]. Kernels call the three
// generators one by one, because unlike [Symmetry.Bitboard] they are inlined.
func (b Bitboard) Mirrored() Bitboard {
	const k1, k2, k4 = 0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f
	b = b>>1&k1 | b&k1<<1
	b = b>>2&k2 | b&k2<<2
	return b>>4&k4 | b&k4<<4
}

// Flipped returns the image of b under [FlipRanks].
func (b Bitboard) Flipped() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(b))) }

// Transposed returns the image of b under [Transpose].
func (b Bitboard) Transposed() Bitboard {
	const k1, k2, k4 = 0x5500550055005500, 0x3333000033330000, 0x0f0f0f0f00000000
	x := k4 & (b ^ b<<28)
	b ^= x ^ x>>28
	x = k2 & (b ^ b<<14)
	b ^= x ^ x>>14
	x = k1 & (b ^ b<<7)
	return b ^ x ^ x>>7
}
