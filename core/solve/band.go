package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// bands split the rows of every frame by the square of one upper man. A band has the rows in which he stands on one of
// eight squares, with all that symmetry takes there: no move leads out of it but his.
type bands struct {
	shift  int // where his square is in the number of a row
	list   [bandCount]band
	bandOf [rowWords]uint8 // by square
	place  [rowWords]rowNo // among those of its band
}

const (
	bandCount = 8
	bandBits  = 3 // log2 of the squares of a band
)

// A band is one of them.
type band struct {
	*bands
	number  int
	squares [1 << bandBits]board.Square
}

// newBands returns those by the first upper man of a side, or nil if it has none.
func newBands(rs *rows, c board.Color) *bands {
	for man := rs.first; man < rs.end; man++ {
		if rs.men[man].Color == c {
			b := &bands{shift: rs.shift(man)}
			b.split(rs.frames)
			return b
		}
	}
	return nil
}

func (b *bands) split(frames *slice.Frames) {
	for i := range b.list {
		b.list[i].bands, b.list[i].number = b, i
	}
	var n [bandCount]rowNo
	for square := range board.NoSquare {
		number := square.Rank()
		if frames.AreSymmetric() {
			number = foldedBand(square)
		}
		at := &b.list[number]
		b.bandOf[square], b.place[square] = uint8(number), n[number]
		at.squares[n[number]] = square
		n[number]++
	}
}

// foldedBand is the same for a square and all its images. Those on the diagonals have only four, and two share a band.
func foldedBand(square board.Square) int {
	file, rank := min(square.File(), 7-square.File()), min(square.Rank(), 7-square.Rank())
	if less, more := min(file, rank), max(file, rank); less < more {
		return more*(more-1)/2 + less
	}
	return 6 + file/2
}

// square returns where the man stands.
func (b *bands) square(number rowNo) board.Square { return board.Square(number>>(b.shift&63)) & 63 }

// of returns the number of the band that has a row.
func (b *bands) of(number rowNo) int { return int(b.bandOf[b.square(number)]) }

// has reports whether it has a row.
func (b *band) has(number rowNo) bool { return b.of(number) == b.number }

// squeeze numbers its rows as if there were no others: instead of the square stands its place among those of the band.
func (b *band) squeeze(number rowNo) rowNo {
	shift := b.shift & 63
	return (number>>(shift+6)<<bandBits|b.place[b.square(number)])<<shift | number&(1<<shift-1)
}

// stretch undoes that.
func (b *band) stretch(squeezed rowNo) rowNo {
	shift := b.shift & 63
	square := b.squares[squeezed>>shift&(1<<bandBits-1)]
	return (squeezed>>(shift+bandBits)<<6|rowNo(square))<<shift | squeezed&(1<<shift-1)
}
