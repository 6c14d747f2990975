package board

// A step moves by one square in one of the eight directions. It rotates the bitboard, and masks out squares that
// wrapped round an edge.
const (
	notA Bitboard = 0xfefefefefefefefe
	notH Bitboard = 0x7f7f7f7f7f7f7f7f
	// Two files, for knights.
	notAB Bitboard = 0xfcfcfcfcfcfcfcfc
	notGH Bitboard = 0x3f3f3f3f3f3f3f3f
)

// Rays lists, for every square and each of the eight directions, the squares
// in that direction, nearest first. Directions 0 to 3 are a rook's, 4 to 7 a
// bishop's. It is only read, like [Steps]: kernels need it as an array.
var Rays [64][8][]Square

// Steps has the squares that a king or a knight on a square attacks.
var Steps struct{ King, Knight [64][]Square }

var (
	between      [64][64]Bitboard
	beyond       [64][64]Bitboard // of two squares on a line: the squares hidden behind the second
	pawnAttacks  [2][64]Bitboard
	emptyAttacks [Pawn][64]Bitboard // by piece type
)

func init() {
	directions := [8][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}
	for s := range Square(64) {
		file, rank := s.File(), s.Rank()
		for d, v := range directions {
			var passed Bitboard
			for f, r := file+v[0], rank+v[1]; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+v[0], r+v[1] {
				to := NewSquare(f, r)
				Rays[s][d] = append(Rays[s][d], to)
				between[s][to] = passed
				passed |= to.Bit()
			}
			for rest := passed; rest != 0; rest = rest.Rest() {
				to := rest.First()
				beyond[s][to] = passed &^ (between[s][to] | to.Bit())
			}
		}
		for t := King; t <= Knight; t++ {
			emptyAttacks[t][s] = Reach(t, s.Bit(), ^Bitboard(0))
		}
		b := s.Bit()
		pawnAttacks[White][s] = b<<9&notA | b<<7&notH
		pawnAttacks[Black][s] = b>>7&notA | b>>9&notH
		Steps.King[s] = emptyAttacks[King][s].squares()
		Steps.Knight[s] = emptyAttacks[Knight][s].squares()
	}
}

func (b Bitboard) squares() []Square {
	var list []Square
	for ; b != 0; b = b.Rest() {
		list = append(list, b.First())
	}
	return list
}

// Between returns the squares strictly between a and b when they share a
// rank, file or diagonal, and the empty set otherwise.
func Between(a, b Square) Bitboard { return between[a&63][b&63] }

// BetweenAll returns the squares between a and each square, as [Between] does.
func BetweenAll(a Square) *[64]Bitboard { return &between[a&63] }

// Beyond returns the squares that are hidden behind b, seen from a, when they
// share a rank, file or diagonal, and the empty set otherwise.
func Beyond(a, b Square) Bitboard { return beyond[a&63][b&63] }

// Directions returns the range of [Rays] directions along which a piece
// slides; lo == hi for a piece that does not slide.
func (t PieceType) Directions() (lo, hi int) {
	switch t {
	case Queen:
		return 0, 8
	case Rook:
		return 0, 4
	case Bishop:
		return 4, 8
	}
	return 0, 0
}

// PawnAttacks returns the squares that a pawn of side c on s attacks.
func PawnAttacks(c Color, s Square) Bitboard { return pawnAttacks[c][s&63] }

// Attacks returns the squares attacked by a piece of type t on s. The occupied squares block sliders, which attack the
// first blocker, too. For pawns see [PawnAttacks].
func Attacks(t PieceType, s Square, occupied Bitboard) Bitboard {
	attacked := emptyAttacks[t][s&63]
	for blockers := attacked & occupied; blockers != 0; blockers = blockers.Rest() {
		attacked &^= beyond[s&63][blockers.First()&63]
	}
	return attacked
}

// AttackSet returns the squares that the man attacks when the squares of
// occupied block sliders.
func (m *Man) AttackSet(occupied Bitboard) Bitboard {
	if m.Type == Pawn {
		return PawnAttacks(m.Color, m.Square)
	}
	return Attacks(m.Type, m.Square, occupied)
}

// Attacks reports whether the man attacks a square when the squares of
// occupied block sliders.
func (m *Man) Attacks(to Square, occupied Bitboard) bool {
	if m.Type == Pawn {
		return pawnAttacks[m.Color][m.Square&63].Has(to)
	}
	return emptyAttacks[m.Type][m.Square&63].Has(to) && Between(m.Square, to)&occupied == 0
}

// Reach returns every square attacked from at least one square of the set
// from, sliders passing through the squares of empty. It is symmetric: used
// backwards it gives the squares from which some square of a set is attacked.
// Sliding is a Kogge-Stone fill, so 64 positions cost as much as one.
func Reach(t PieceType, from, empty Bitboard) Bitboard {
	switch t {
	case King:
		beside := from<<1&notA | from>>1&notH
		row := from | beside
		return beside | row<<8 | row>>8
	case Knight:
		return from<<17&notA | from<<15&notH | from<<10&notAB | from<<6&notGH |
			from>>15&notA | from>>17&notH | from>>6&notAB | from>>10&notGH
	case Queen:
		return reachRook(from, empty) | reachBishop(from, empty)
	case Rook:
		return reachRook(from, empty)
	case Bishop:
		return reachBishop(from, empty)
	}
	return 0
}

// A Stride has masks for the single steps of a piece, one for ranks and files, and one for diagonals. A mask is all
// ones if the piece can make the steps, and otherwise 0.
type Stride struct{ straight, diagonal Bitboard }

// Stride returns the steps of a piece. A knight makes none.
func (t PieceType) Stride() Stride {
	const all = ^Bitboard(0)
	switch t {
	case King, Queen:
		return Stride{all, all}
	case Rook:
		return Stride{all, 0}
	case Bishop:
		return Stride{0, all}
	}
	return Stride{}
}

// Reach returns the squares one step away from the set. Unlike [Reach], of
// which it is the first part, it is inlined.
func (s Stride) Reach(from Bitboard) Bitboard {
	beside := from<<1&notA | from>>1&notH
	return s.straight&(beside|from<<8|from>>8) | s.diagonal&(beside<<8|beside>>8)
}

func reachRook(from, empty Bitboard) Bitboard {
	g, p := from, empty
	g |= p & (g << 8)
	p &= p << 8
	g |= p & (g << 16)
	p &= p << 16
	g |= p & (g << 32)
	reach := g << 8

	g, p = from, empty
	g |= p & (g >> 8)
	p &= p >> 8
	g |= p & (g >> 16)
	p &= p >> 16
	g |= p & (g >> 32)
	reach |= g >> 8

	g, p = from, empty&notA
	g |= p & (g << 1)
	p &= p << 1
	g |= p & (g << 2)
	p &= p << 2
	g |= p & (g << 4)
	reach |= g << 1 & notA

	g, p = from, empty&notH
	g |= p & (g >> 1)
	p &= p >> 1
	g |= p & (g >> 2)
	p &= p >> 2
	g |= p & (g >> 4)
	return reach | g>>1&notH
}

func reachBishop(from, empty Bitboard) Bitboard {
	g, p := from, empty&notA
	g |= p & (g << 9)
	p &= p << 9
	g |= p & (g << 18)
	p &= p << 18
	g |= p & (g << 36)
	reach := g << 9 & notA

	g, p = from, empty&notH
	g |= p & (g << 7)
	p &= p << 7
	g |= p & (g << 14)
	p &= p << 14
	g |= p & (g << 28)
	reach |= g << 7 & notH

	g, p = from, empty&notA
	g |= p & (g >> 7)
	p &= p >> 7
	g |= p & (g >> 14)
	p &= p >> 14
	g |= p & (g >> 28)
	reach |= g >> 7 & notA

	g, p = from, empty&notH
	g |= p & (g >> 9)
	p &= p >> 9
	g |= p & (g >> 18)
	p &= p >> 18
	g |= p & (g >> 36)
	return reach | g>>9&notH
}
