package tile

import (
	"fmt"

	"github.com/matewright/matewright/core/value"
)

// The contexts, by kind of decision. For hints see [agreement.hintFor].
const (
	patterns  = 48
	relations = 7
	outcomes  = 3
	hints     = patterns * relations * traits * outcomes
	noises    = 3

	firstSame    = 0                                       // a question: hint, noise
	firstLater   = firstSame + hints*noises                // 2 questions: hint
	firstOutcome = firstLater + 2*hints                    // 2 questions: trait, outcome, one or more neighbours
	firstDelta   = firstOutcome + 2*traits*outcomes*2      // 8 bits, a tree: in check, difference, outcome
	firstDepth   = firstDelta + 2*differences*outcomes*256 // 7 bits, a tree: trait, outcome

	contexts = firstDepth + traits*outcomes*128
)

// outcomeOf numbers the outcomes of ranks: draw, win, loss.
var outcomeOf = func() (number [256]uint8) {
	for r := range number {
		switch {
		case value.Rank(r) > drawn:
			number[r] = 1
		case value.Rank(r) < drawn:
			number[r] = 2
		}
	}
	return number
}()

const drawn = value.DrawRank

// patternOf numbers the agreement of five neighbours: how many of them have the first value, the second, and another.
var patternOf = func() (number [6][6][6]uint8) {
	n := uint8(0)
	for a := range 6 {
		for b := range 6 {
			for c := range 6 {
				if a+b+c <= 5 && b <= a*5 && c <= b*5 {
					number[a][b][c] = n
					n++
				}
			}
		}
	}
	if n > patterns {
		panic(fmt.Sprint(n, " patterns"))
	}
	return number
}()

// relationOf numbers the relations of the second value to the first one, by the difference of their ranks.
var relationOf = func() (number [512]uint8) {
	for i := range number {
		switch d := i - 256; {
		case d == 1 || d == 2:
			number[i] = 1
		case d == -1 || d == -2:
			number[i] = 2
		case d > 2 && d < 40:
			number[i] = 3
		case d < -2 && d > -40:
			number[i] = 4
		case d >= 40:
			number[i] = 5
		case d <= -40:
			number[i] = 6
		}
	}
	return number
}()

// differenceOf is [relationOf] in more detail, for the distances of entries that are like no neighbour.
var differenceOf = func() (number [512]uint8) {
	for i := range number {
		switch d := i - 256; {
		case d < -20:
			number[i] = 0
		case d < -12:
			number[i] = 1
		case d < -8:
			number[i] = 2
		case d <= 8:
			number[i] = uint8(3 + d + 8)
		case d <= 12:
			number[i] = 20
		case d <= 20:
			number[i] = 21
		default:
			number[i] = 22
		}
	}
	return number
}()

const differences = 23

// A code stands for odds of 2 to the code/6, from -maxCode to maxCode. Code 0 is an even chance, or that of a question
// that never occurred. All is in integers, because every platform must compute the same chances.
const maxCode = 66

// chanceOf has the chances of the answer 0, of probOne, by the low bits of a code, or of a sum of codes. Sums out of
// range stand for the limit of the range.
var chanceOf = func() (chances [1 << sumBits]uint16) {
	sixths := [6]uint64{65536, 73562, 82570, 92682, 104032, 116772} // 2 to the n/6
	for i := range chances {
		sum := (i ^ 1<<(sumBits-1)) - 1<<(sumBits-1) // with the sign that the highest bit is
		n := min(max(sum, -sum), maxCode)
		odds := sixths[n%6] << (n / 6)
		chances[i] = uint16(probOne * odds / (odds + 65536))
		if sum < 0 {
			chances[i] = probOne - chances[i]
		}
	}
	return chances
}()

const (
	sumBits = 11 // more than a sum of eight codes has
	sumMask = 1<<sumBits - 1
)

// chance returns the chance of the answer 0 that a code stands for, or a sum of codes.
func chance(code int) uint16 { return chanceOf[code&sumMask] }

// bitsOf has the bits that an answer of some chance takes, in units of 1/bitsUnit. It is in integers, because the bytes
// of a table depend on it.
var bitsOf = func() (table [probOne>>bitsShift + 1]uint16) {
	for i := range table {
		// Repeated squaring: each doubles the logarithm.
		x := min(uint64(max(1, i))<<32/uint64(len(table)-1), 1<<32-1)
		bits := uint16(0)
		for range bitsLog {
			bits <<= 1
			for x < 1<<31 {
				x <<= 1
				bits++
			}
			x = x * x >> 32
		}
		table[i] = bits
	}
	return table
}()

const (
	bitsShift = 5
	bitsLog   = 8
	bitsUnit  = 1 << (bitsLog - 1)
)

// In a summed model the odds of a decision are a product: the codes of its terms are added to that of its context. Each
// term depends on another property of the entry. So a decision depends on more properties than a single context has
// room for, with few numbers. They are learned; see [Trainer].
//
// The first question depends on the neighbours of the entry, and on the squares of its row man and its lane man. The
// next questions depend on some of that, and so does whether the outcome is the first neighbour's. A bit of the
// distance from the first neighbour depends on trees, as its context is one.
const (
	byRow    = 0                       // row, first neighbour
	byLane   = byRow + Side*allValues  // lane, first neighbour
	byAbove  = byLane + Side*allValues // how neighbours in rows before compare
	byBeside = byAbove + kins          // how the others compare
	byMissed = byBeside + kins         // which of all these were missed themselves
	ofLater  = byMissed + 256          // 3 times: row, first neighbour; then, from laterSum on, as byAbove
	farFirst = ofLater + 3*laterAll    // a tree: first neighbour
	farTrait = farFirst + allValues<<8 // a tree: trait, outcome
	farNear  = farTrait + tempers<<8   // a tree for each of farDistances: difference from the first neighbour, outcome
	allTerms = farNear + farNears*farNumbers<<8

	allValues  = 256
	kins       = 1 << (4 * kinBits)
	laterSum   = Side * allValues
	laterAll   = laterSum + kins
	tempers    = traits * outcomes
	farNears   = 4
	farNumbers = differences * outcomes
)

const kinBits = 3

// Eight bytes at once.
const (
	inEach uint64 = 0x0101_0101_0101_0101
	low7   uint64 = 0x7f * inEach
	high1  uint64 = 0x80 * inEach
)

// differ returns, in the highest bit of each byte, whether it is not 0.
func differ(bytes uint64) uint64 { return (bytes&low7 + low7 | bytes) & high1 }

// An index of agreements compares the neighbours of an entry; see [canvas.near], or [Description.compareRow] for a row.
// Its bits are pairs of ranks that differ, neighbours without the trait (markTraits), and whether the trait is new.
const (
	differRowRank = iota
	differRankLast
	differLastEight
	differRowEight
	differRowLast
	differRankEight
	otherRow
	otherRank
	otherLane
	otherEight
	noLast
	allAgreements = 1 << iota

	traitShift = otherRow
	unknown    = 1 << noLast
)
