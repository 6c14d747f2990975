package kernel

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// Bands split the rows of every frame by the square of one upper man. A band has the rows with that man on one of eight
// squares. The eight squares include all symmetric ones, so only moves of that man leave a band.
type Bands struct {
	Shift  int // the position of the man's square in the number of a row, in bits
	List   [BandCount]Band
	bandOf [RowWords]uint8 // by square
	place  [RowWords]RowNo // by square, among the squares of its band
}

const (
	BandCount = 8
	BandBits  = 3 // log2 of the squares of a band
)

// A Band is one band of a set of bands.
type Band struct {
	*Bands
	Number  int
	squares [1 << BandBits]board.Square
}

func (b *Bands) split(frames *slice.Frames) {
	for i := range b.List {
		b.List[i].Bands, b.List[i].Number = b, i
	}
	var n [BandCount]RowNo
	for square := range board.NoSquare {
		number := square.Rank()
		if frames.AreSymmetric() {
			number = foldedBand(square)
		}
		at := &b.List[number]
		b.bandOf[square], b.place[square] = uint8(number), n[number]
		at.squares[n[number]] = square
		n[number]++
	}
}

// foldedBand returns the band of a square, which is the same for all its images. Squares on the diagonals have only
// four images, so two such sets share a band.
func foldedBand(square board.Square) int {
	file, rank := min(square.File(), 7-square.File()), min(square.Rank(), 7-square.Rank())
	if less, more := min(file, rank), max(file, rank); less < more {
		return more*(more-1)/2 + less
	}
	return 6 + file/2
}

// square returns the square of the man in a row.
func (b *Bands) square(number RowNo) board.Square { return board.Square(number>>(b.Shift&63)) & 63 }

// View returns the number of the band that has a row.
func (b *Bands) View(number RowNo) int { return int(b.bandOf[b.square(number)]) }

// Has reports whether the band has a row.
func (b *Band) Has(number RowNo) bool { return b.View(number) == b.Number }

// Squeeze numbers the rows of the band without gaps: it replaces the square of the man by its place in the band.
func (b *Band) Squeeze(number RowNo) RowNo {
	shift := b.Shift & 63
	return (number>>(shift+6)<<BandBits|b.place[b.square(number)])<<shift | number&(1<<shift-1)
}

// Stretch is the inverse of Squeeze.
func (b *Band) Stretch(squeezed RowNo) RowNo {
	shift := b.Shift & 63
	square := b.squares[squeezed>>shift&(1<<BandBits-1)]
	return (squeezed>>(shift+BandBits)<<6|RowNo(square))<<shift | squeezed&(1<<shift-1)
}
