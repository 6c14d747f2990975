package search

import (
	"math/bits"

	"github.com/matewright/matewright/core/board"
)

// MaxMen is the largest number of men in a search. With one more a key would need more than 128 bits.
const MaxMen = 19

// shortMen is the largest number of men whose keys need no more than 64 bits.
const shortMen = 8

// A man on a square has a code. Kings, queens, rooks, bishops and knights of both sides have 64 codes each. Pawns have
// 48, and 8 more for a pawn that may be captured en passant. Rooks have 16 more, one for each file of their first rank,
// with castling rights.
const (
	pieceCodes  = 2 * 5 * 64
	pawnCodes   = 2 * (48 + 8)
	castleCodes = 2 * 8
	manCodes    = pieceCodes + pawnCodes + castleCodes
)

// A key is the number of a position. Different positions have different keys, so a table never confuses two of them. A
// key is the rank of the set of men among all sets of up to [MaxMen] men, with the side to move. The sets are in
// colexicographic order (the combinatorial number system): the rank of a set is a sum with a term for each man.
type key struct{ high, low uint64 }

// A rank has a term for each man: ranks[i][c] is the number of sets of i+1 men with codes below c, the term of man i of
// a set in the order of codes. The terms of the first [shortMen] men have no upper bits.
var ranks = countSets()

func countSets() (ranks [MaxMen][manCodes + 1]key) {
	for c := 1; c <= manCodes; c++ {
		ranks[0][c].low = uint64(c)
		for i := 1; i < MaxMen; i++ {
			ranks[i][c] = ranks[i][c-1].plus(ranks[i-1][c-1])
		}
	}
	return ranks
}

// smaller[n] is the number of sets of less than n men.
var smaller = countSmaller()

func countSmaller() (smaller [MaxMen + 1]key) {
	smaller[1].low = 1 // the empty one
	for n := 2; n <= MaxMen; n++ {
		smaller[n] = smaller[n-1].plus(ranks[n-2][manCodes])
	}
	return smaller
}

// plus returns the sum of two numbers of 128 bits.
func (k key) plus(other key) key {
	low, carry := bits.Add64(k.low, other.low, 0)
	high, _ := bits.Add64(k.high, other.high, carry)
	return key{high, low}
}

// keyOf returns the key of a position of up to [MaxMen] men.
func keyOf(p *board.Position) key {
	var codes [MaxMen]int
	men := p.Men()
	for i := range men {
		c := codeOf(&men[i], p)
		at := i
		for ; at > 0 && codes[at-1] > c; at-- {
			codes[at] = codes[at-1]
		}
		codes[at] = c
	}
	rank := smaller[len(men)]
	if len(men) <= shortMen {
		for i, c := range codes[:len(men)] {
			rank.low += ranks[i][c].low
		}
	} else {
		for i, c := range codes[:len(men)] {
			rank = rank.plus(ranks[i][c])
		}
	}
	return key{rank.high<<1 | rank.low>>63, rank.low<<1 | uint64(p.Turn)}
}

func codeOf(m *board.Man, p *board.Position) int {
	if m.Type == board.Rook && p.Rights != 0 {
		for c := range p.Rights.Castles() {
			if m.Square == c.Rook {
				return pieceCodes + pawnCodes + 8*int(m.Color) + m.Square.File()
			}
		}
	}
	if m.Type != board.Pawn {
		return (int(m.Type-board.King)*2+int(m.Color))*64 + int(m.Square)
	}
	at := int(m.Square) - 8
	if p.EnPassant != board.NoSquare && m.Color != p.Turn && m.Square^8 == p.EnPassant {
		at = 48 + m.Square.File()
	}
	return pieceCodes + int(m.Color)*(48+8) + at
}

// place spreads keys over n places. The steps are those of SplitMix64 (Steele, Lea, Flood 2014). Each step except the
// last is a bijection, so keys of few men collide only in the last one.
func (k key) place(n int) int {
	x := k.low ^ k.high*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	high, _ := bits.Mul64(x, uint64(n)) // any n will do, not only powers of two
	return int(high)
}
