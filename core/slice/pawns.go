package slice

import (
	"slices"

	"github.com/matewright/matewright/core/board"
)

// pawnPlacements numbers the placements of some pawns, up to the left-right
// mirror and the order of like pawns.
type pawnPlacements struct {
	list [][]board.Square
	// number has slice<<1 | mirrored for any squares of the pawns, in any
	// order, as digits to the base 48 (pawns stand on a2 to h7); -1 where two
	// pawns share a square.
	number []int32
}

const firstPawnSquare, pawnSquares = 8, 48

func placePawns(pawns []board.Man) pawnPlacements {
	var p pawnPlacements
	combinations := 1
	for range pawns {
		combinations *= pawnSquares
	}
	p.number = make([]int32, combinations)

	mirrored := func(squares []board.Square) []board.Square {
		image := make([]board.Square, len(squares))
		for i, s := range squares {
			image[i] = board.MirrorFiles.Square(s)
		}
		sortLike(pawns, image)
		return image
	}
	for code := range p.number {
		p.number[code] = -1
		squares := decodePawns(code, len(pawns))
		if distinct(squares) && isSortedLike(pawns, squares) && slices.Compare(squares, mirrored(squares)) <= 0 {
			p.list = append(p.list, squares)
		}
	}
	order := make([]int, len(p.number)) // by placement
	for _, squares := range p.list {
		order[encodePawns(squares)] = orderOf(pawns, squares)
	}
	slices.SortFunc(p.list, func(a, b []board.Square) int {
		return order[encodePawns(a)] - order[encodePawns(b)]
	})
	for i, squares := range p.list {
		p.number[encodePawns(squares)] = int32(i) << 1
	}
	for code := range p.number {
		squares := decodePawns(code, len(pawns))
		if !distinct(squares) {
			continue
		}
		sortLike(pawns, squares)
		if n := p.number[encodePawns(squares)]; n >= 0 && n&1 == 0 {
			p.number[code] = n
		} else {
			p.number[code] = p.number[encodePawns(mirrored(squares))] | 1
		}
	}
	return p
}

var fileOrder = [8]int{0, 2, 4, 6, 7, 5, 3, 1}

// orderOf returns a number by which placements are ordered. The further the
// pawns have come, all together, the smaller it is, so pushes lead to smaller
// numbers. Then come the ranks, so that placements with the same promotions
// stay together; and last the files, that of the most advanced pawn being the
// least digit: wherever this pawn promotes, the others stand, and so the slice
// that it promotes into, are the same for the next placement. Mirrored files
// are neighbours, because what is left when a pawn promotes may be mirrored.
func orderOf(pawns []board.Man, squares []board.Square) int {
	number := 0
	advancement := func(i int) int {
		if pawns[i].Color == board.White {
			return squares[i].Rank()
		}
		return 7 - squares[i].Rank()
	}
	byAdvancement := make([]int, len(pawns))
	for i := range pawns {
		byAdvancement[i] = i
		number -= advancement(i)
	}
	slices.SortStableFunc(byAdvancement, func(i, j int) int { return advancement(i) - advancement(j) })
	for i := range pawns {
		number = number<<3 | squares[i].Rank()
	}
	for _, i := range byAdvancement {
		number = number<<3 | fileOrder[squares[i].File()]
	}
	return number
}

func (p *pawnPlacements) find(squares []board.Square) (slice int, mirror board.Symmetry) {
	n := p.number[encodePawns(squares)]
	if n&1 != 0 {
		return int(n >> 1), board.MirrorFiles
	}
	return int(n >> 1), board.Identity
}

func encodePawns(squares []board.Square) int {
	code := 0
	for _, s := range squares {
		code = code*pawnSquares + int(s-firstPawnSquare)
	}
	return code
}

func decodePawns(code, n int) []board.Square {
	squares := make([]board.Square, n)
	for i := n - 1; i >= 0; i-- {
		squares[i] = board.Square(code%pawnSquares) + firstPawnSquare
		code /= pawnSquares
	}
	return squares
}

func distinct(squares []board.Square) bool {
	var seen board.Bitboard
	for _, s := range squares {
		if seen.Has(s) {
			return false
		}
		seen |= s.Bit()
	}
	return true
}

// sortLike sorts the squares of like men, which stand side by side in men.
func sortLike(men []board.Man, squares []board.Square) {
	for i := range squares {
		for j := i; j > 0 && like(men[j-1], men[j]) && squares[j-1] > squares[j]; j-- {
			squares[j-1], squares[j] = squares[j], squares[j-1]
		}
	}
}

func isSortedLike(men []board.Man, squares []board.Square) bool {
	for i := 1; i < len(squares); i++ {
		if like(men[i-1], men[i]) && squares[i-1] > squares[i] {
			return false
		}
	}
	return true
}

func like(a, b board.Man) bool { return a.Color == b.Color && a.Type == b.Type }
