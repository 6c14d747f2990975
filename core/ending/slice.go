package ending

import (
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
)

// MaxPieces is the largest number of pieces, kings left out, in a slice that is solved. With two of them a bit for each
// position takes 2 MiB, with three 128 MiB.
const MaxPieces = 2

// mostPieces is the largest number of pieces in any slice. The largest slices follow a promotion. They are wide: only
// some wins in them are found.
const mostPieces = MaxPieces + 1

// A Slice is the set of all positions with given pawns on given squares and with given pieces.
type Slice struct {
	pawns  [2]board.Bitboard // by color
	pieces pieces
}

// A piece is a color and a type. White's come first in order.
type piece uint8

func pieceOf(c board.Color, t board.PieceType) piece { return piece(c)<<3 | piece(t) }

func (p piece) color() board.Color    { return board.Color(p >> 3) }
func (p piece) kind() board.PieceType { return board.PieceType(p & 7) }

// pieces is a sorted list of pieces, kings left out. Zeros follow them.
type pieces [mostPieces]piece

// count returns the number of pieces.
func (p *pieces) count() int {
	n := 0
	for n < mostPieces && p[n] != 0 {
		n++
	}
	return n
}

// with returns the list with one piece more, and the piece's index. The list must have room.
func (p pieces) with(x piece) (pieces, int) {
	n := p.count()
	i, _ := slices.BinarySearch(p[:n], x)
	copy(p[i+1:], p[i:n])
	p[i] = x
	return p, i
}

// without returns the list without the piece of an index.
func (p pieces) without(i int) pieces {
	copy(p[i:], p[i+1:])
	p[mostPieces-1] = 0
	return p
}

// areWide reports whether slices with the pieces have too many of them to be solved as a whole, see [slab].
func (p *pieces) areWide() bool { return p.count() > MaxPieces }

// isWide reports whether a slice has too many pieces to be solved as a whole.
func (s *Slice) isWide() bool { return s.pieces.areWide() }

// sliceOf returns the slice of a position, and false if it has too many pieces.
func sliceOf(p *board.Position) (Slice, bool) {
	var s Slice
	for _, m := range p.Men() {
		switch m.Type {
		case board.King:
		case board.Pawn:
			s.pawns[m.Color] |= m.Square.Bit()
		default:
			if s.pieces.count() == mostPieces {
				return Slice{}, false
			}
			s.pieces, _ = s.pieces.with(pieceOf(m.Color, m.Type))
		}
	}
	return s, true
}

// allPawns returns the squares of all pawns.
func (s *Slice) allPawns() board.Bitboard { return s.pawns[board.White] | s.pawns[board.Black] }

// isValid reports whether the slice has legal pawns and a sorted list of pieces.
func (s *Slice) isValid() bool {
	const ends = board.Bitboard(0xff000000000000ff)
	n := s.pieces.count()
	for i, p := range s.pieces {
		switch {
		case i >= n:
			if p != 0 {
				return false
			}
		case p.color() > board.Black || p.kind() < board.Queen || p.kind() > board.Knight:
			return false
		case i > 0 && p < s.pieces[i-1]:
			return false
		}
	}
	return s.allPawns()&ends == 0 && s.pawns[board.White]&s.pawns[board.Black] == 0
}

// potential returns a number that every exit lowers. Slices of the same potential do not depend on each other.
func (s *Slice) potential() int {
	n := s.pieces.count()
	for b := s.pawns[board.White]; b != 0; b = b.Rest() {
		n += 2 * (7 - b.First().Rank())
	}
	for b := s.pawns[board.Black]; b != 0; b = b.Rest() {
		n += 2 * b.First().Rank()
	}
	return n
}

// String returns the board of a FEN with the pawns of the slice, and its pieces: "8/8/3p4/8/3P4/8/8/8 KQvK".
func (s Slice) String() string {
	var text strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			square := board.NewSquare(file, rank)
			switch {
			case s.pawns[board.White].Has(square):
				text.WriteByte('P')
			case s.pawns[board.Black].Has(square):
				text.WriteByte('p')
			default:
				text.WriteByte('1')
			}
		}
		if rank > 0 {
			text.WriteByte('/')
		}
	}
	text.WriteByte(' ')
	for _, c := range board.Colors {
		text.WriteByte('K')
		for _, p := range s.pieces[:s.pieces.count()] {
			if p.color() == c {
				text.WriteByte(p.kind().Letter())
			}
		}
		if c == board.White {
			text.WriteByte('v')
		}
	}
	return text.String()
}
