package layout

import "github.com/matewright/matewright/core/board"

// MaxMen is the largest number of men, kings included, of Syzygy files.
const MaxMen = 7

// binomial has the number of ways to choose k of n squares as binomial[k][n].
var binomial = func() (table [MaxMen][65]uint64) {
	for n := range table[0] {
		table[0][n] = 1
	}
	for k := 1; k < len(table); k++ {
		for n := 1; n < 65; n++ {
			table[k][n] = table[k][n-1] + table[k-1][n-1]
		}
	}
	return table
}()

// The numbers of placements of the first group without pawns.
const (
	kingPairs = 462 // of two kings that don't touch, up to symmetry

	// Three men: the first off the diagonal, the second the first off it, the third the first off it, none off it.
	firstOff   = 6 * 63 * 62
	secondOff  = 4 * 28 * 62
	thirdOff   = 4 * 7 * 28
	allOn      = 4 * 7 * 6
	threeCount = firstOff + secondOff + thirdOff + allOn
)

const noPair = 0xffff // kings that touch

var (
	triangle   [64]uint8        // the number of a square in a1-d1-d4, those on the diagonal last
	triangleAt [10]board.Square // and back
	lower      [64]uint8        // the number of a square below the diagonal
	lowerAt    [28]board.Square // and back
	kingPair   [10][64]uint16   // the number of two kings, by the number of the first one's square
	kingPairAt [kingPairs][2]board.Square
	pawnOrder  [64]uint8 // leading pawns are those with the highest number; it goes from file to file
	pawnAt     [48]board.Square
	leadPawns  [MaxMen - 1]leadNumbers // by the number of leading pawns
)

// leadNumbers numbers the placements of the pawns of one side by the square of the first of them.
type leadNumbers struct {
	first [64]uint64 // the first number of each square of the leading pawn
	count [4]uint64  // of numbers, by file
}

func init() {
	initTriangle()
	initKings()
	initPawns()
}

func initTriangle() {
	off, below := uint8(0), uint8(0)
	for s := range board.Square(64) {
		switch file, rank := s.File(), s.Rank(); {
		case file > rank:
			lower[s], lowerAt[below] = below, s
			lower[transposed(s)] = below
			below++
			if file < 4 {
				triangle[s], triangleAt[off] = off, s
				off++
			}
		case file == rank && file < 4:
			triangle[s], triangleAt[6+file] = uint8(6+file), s
		}
	}
}

// initKings numbers the pairs of kings: first those with a king off the diagonal, then those with both on it.
func initKings() {
	next := uint16(0)
	number := func(both bool) {
		for i, first := range triangleAt {
			for second := range board.Square(64) {
				if offDiagonal(first) == 0 && offDiagonal(second) > 0 || touch(first, second) {
					continue
				}
				if (offDiagonal(first) == 0 && offDiagonal(second) == 0) == both {
					kingPair[i][second], kingPairAt[next] = next, [2]board.Square{first, second}
					next++
				}
			}
		}
	}
	for i := range kingPair {
		for s := range kingPair[i] {
			kingPair[i][s] = noPair
		}
	}
	number(false)
	number(true)
}

func initPawns() {
	next := uint8(48)
	for file := range 4 {
		for rank := 1; rank < 7; rank++ {
			s := board.NewSquare(file, rank)
			next -= 2
			pawnOrder[s], pawnAt[next+1] = next+1, s
			pawnOrder[s^7], pawnAt[next] = next, s^7
		}
	}
	for n := 1; n < len(leadPawns); n++ {
		for file := range 4 {
			sum := uint64(0)
			for rank := 1; rank < 7; rank++ {
				s := board.NewSquare(file, rank)
				leadPawns[n].first[s] = sum
				sum += binomial[n-1][pawnOrder[s]]
			}
			leadPawns[n].count[file] = sum
		}
	}
}

// leading returns the pawn that leads, of a set that is not empty.
func leading(set board.Bitboard) board.Square {
	lead := set.First()
	for set = set.Rest(); set != 0; set = set.Rest() {
		if s := set.First(); pawnOrder[s] > pawnOrder[lead] {
			lead = s
		}
	}
	return lead
}

// offDiagonal is positive above the diagonal a1-h8 and negative below it.
func offDiagonal(s board.Square) int { return s.Rank() - s.File() }

func transposed(s board.Square) board.Square { return (s>>3 | s<<3) & 63 }

// touch reports whether two kings may not stand so.
func touch(a, b board.Square) bool {
	return a == b || board.Attacks(board.King, a, 0).Has(b)
}
