package film

import (
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
)

// Shares has how much of the positions with a king on a square each side has won: by king, by winner and by square.
// 255 means all of them, 0 none, and other bytes are rounded.
type Shares [2][2][board.NoSquare]byte

// SharesOf returns the shares of a slice while it is being solved. The pawns stand as in the slice, so its mirror image
// is not included.
func SharesOf(l *slice.Layout, number slice.Number, filling *solve.Filling) (shares Shares) {
	counted := *filling
	if l.Frames().AreSymmetric() {
		counted.Legal = l.Unfold(number, &filling.Legal)
		for winner := range counted.Won {
			counted.Won[winner] = l.Unfold(number, &filling.Won[winner])
		}
	}
	for king := range shares {
		for winner := range shares[king] {
			for square := range shares[king][winner] {
				shares[king][winner][square] = shareOf(counted.Won[winner][king][square], counted.Legal[king][square])
			}
		}
	}
	return shares
}

// shareOf returns a share as a byte. Only all is 255, and only none is 0.
func shareOf(n, all uint64) byte {
	switch {
	case n == 0:
		return 0
	case n == all:
		return 255
	}
	return byte(1 + n*253/all)
}

// Still returns the placement of the men that stand still in a slice, as the first field of a FEN has it.
func Still(l *slice.Layout, number slice.Number) string {
	squares := l.StillSquares(number)
	men := slices.Clone(l.Men[len(l.Men)-len(squares):])
	for i, square := range squares {
		men[i].Square = square
	}
	p := board.NewPosition(board.White, men...)
	placement, _, _ := strings.Cut(p.FEN(), " ")
	return placement
}
