package tile

import (
	"math/bits"

	"github.com/matewright/matewright/core/value"
)

// An agreement says how far the neighbours of an entry agree, those that have
// its trait: from the lowest bit on three shifts of 6 bits, to the rank of the
// first of them, to that of the next which differs from it, and to that of
// another one; 2 bits, how many of the three there are; then the pattern. If one
// is missing its shift is that of the one before, and a draw's if all are.
//
// It depends on nothing but which neighbours are alike, so it is looked up. To
// see them one by one is to guess wrong, several times an entry, where the
// processor should go on.
type agreement uint32

const (
	shiftBits    = 6
	shiftMask    = 1<<shiftBits - 1
	countShift   = 3 * shiftBits
	patternShift = countShift + 2
)

// values returns how many different values the neighbours hold, up to 3.
func (a agreement) values() int { return int(a >> countShift & 3) }

// hint returns the context of the questions whether an entry is like a
// neighbour, the first two of their ranks being given.
func (a agreement) hint(t trait, first, second value.Rank) int {
	relation := int(relationOf[256+int(second)-int(first)])
	return ((int(a>>patternShift)*relations+relation)*traits+int(t))*outcomes + int(outcomeOf[first])
}

// A lastCell is the last cell of some trait, with 1 << 16 set if there is one.
type lastCell uint32

// Neighbours are a word of four cells: the row before, the rank before, the
// lane before and the lane eight before. A fifth one, the last cell of the same
// trait, is apart.
const (
	inEach uint64 = 0x0001_0001_0001_0001 // copies a cell to all four
	low15  uint64 = 0x7fff_7fff_7fff_7fff
	high1  uint64 = 0x8000_8000_8000_8000
	// Where the fifth rank and a draw are put among the others: the traits of
	// the first two are no longer needed then.
	lastShift, drawShift = 8, 24
)

// neighbours returns the four cells before an entry.
func (c *canvas) neighbours(at int) uint64 {
	at &= Size - 1
	return uint64(c.cells[at+margin-rowBefore]) | uint64(c.cells[at+margin-rankBefore])<<16 |
		uint64(c.cells[at+margin-1])<<32 | uint64(c.cells[at+margin-8])<<48
}

// differ returns, in the highest bit of each cell, whether it is not 0.
func differ(cells uint64) uint64 { return (cells&low15 + low15 | cells) & high1 }

// compare says which neighbours are alike, as an index of agreements. For each
// of the four there are 4 bits: whether it differs from the entry in its trait,
// from the one before it (the first one: from the fourth), from the one after
// next (the third one says instead whether there is a last cell), and from the
// last cell. It is two halves so that each is inlined.
func compare(near uint64, here cell, last lastCell) uint16 {
	return gathered(compareOthers(near, here, last) | compareEach(near, last))
}

func compareOthers(near uint64, here cell, last lastCell) uint64 {
	return differ((near^uint64(here)*inEach)&(0xff00*inEach))>>15 | differ(near^uint64(last&0xffff)*inEach)>>12
}

func compareEach(near uint64, last lastCell) uint64 {
	return differ(near^bits.RotateLeft64(near, 16))>>14 | differ((near^near>>32)&0xffff_ffff|uint64(last>>16)<<32)>>13
}

// gathered moves four groups of 4 bits, one at the low end of each cell,
// together.
func gathered(b uint64) uint16 { return uint16(b * (1<<48 | 1<<36 | 1<<24 | 1<<12) >> 48) }

// ranksOf returns the ranks of neighbours, and a draw, where the shifts of an
// agreement find them.
func ranksOf(near uint64, last lastCell) uint64 {
	return near&^0xff00_ff00 | uint64(last&0xff)<<lastShift | uint64(drawn)<<drawShift
}

// agreements has what [compare] tells.
var agreements = func() (table [1 << 16]agreement) {
	shifts := [5]agreement{0, 16, 32, 48, lastShift}
	for told := range table {
		differs := func(neighbour, question int) bool { return told>>(4*neighbour+question)&1 != 0 }
		var differ [5][5]bool
		differ[0][3], differ[0][1], differ[1][2], differ[2][3] = differs(0, 1), differs(1, 1), differs(2, 1), differs(3, 1)
		differ[0][2], differ[1][3] = differs(0, 2), differs(1, 2)
		var first, count [5]int // of the neighbours that hold each value
		n := 0
		for i := range 5 {
			if i < 4 && differs(i, 0) || i == 4 && !differs(2, 2) {
				continue
			}
			k := 0
			for i < 4 && k < n && differ[first[k]][i] || i == 4 && k < n && differs(first[k], 3) {
				k++
			}
			if k == n {
				first[n] = i
				n++
			}
			count[k]++
		}
		others := count[2] + count[3] + count[4]
		a := agreement(drawShift)
		if n > 0 {
			a = shifts[first[0]]
		}
		for k := 1; k < 3; k++ {
			shift := a >> (shiftBits * (k - 1)) & shiftMask
			if k < n {
				shift = shifts[first[k]]
			}
			a |= shift << (shiftBits * k)
		}
		a |= agreement(min(n, 3)) << countShift
		table[told] = a | agreement(patternOf[count[0]][count[1]][others])<<patternShift
	}
	return table
}()
