package tile

import (
	"encoding/binary"

	"github.com/matewright/matewright/core/value"
)

// kin numbers the comparisons of a neighbour with the first one, which selects a row.
var kin = func() (table [allValues][allValues]uint8) {
	for first := range table {
		for other := range table[first] {
			kind := &table[first][other]
			switch sameOutcome := outcomeOf[first] == outcomeOf[other]; {
			case other == int(noRank):
				*kind = 7
			case other == first:
				*kind = 0
			case other > first && !sameOutcome:
				*kind = 5
			case other < first && !sameOutcome:
				*kind = 6
			case other == first+1:
				*kind = 1
			case other == first-1:
				*kind = 2
			case other > first:
				*kind = 3
			default:
				*kind = 4
			}
		}
	}
	return table
}()

// above returns the comparisons of an entry's neighbours in the rows before it with the first one.
func (c *canvas) above(at int, first value.Rank) int {
	at &= Size - 1
	k := &kin[first]
	return int(k[c.ranks[margin+at-rowBefore]]) | int(k[c.ranks[margin+at-2*rowBefore]])<<kinBits |
		int(k[c.ranks[margin+at-rankBefore]])<<(2*kinBits) | int(k[c.ranks[margin+at-rowBefore-1]])<<(3*kinBits)
}

// beside returns the comparisons of other neighbours with the first one.
func (c *canvas) beside(at int, first value.Rank) int {
	at &= Size - 1
	k := &kin[first]
	return int(k[c.ranks[margin+at-1]]) | int(k[c.ranks[margin+at-8]])<<kinBits |
		int(k[c.ranks[margin+at-2]])<<(2*kinBits) | int(k[c.ranks[margin+at-rowBefore+1]])<<(3*kinBits)
}

// missedAround returns the neighbours that were missed, with a bit for each.
func (c *canvas) missedAround(at int) int {
	at &= Size - 1
	row := binary.LittleEndian.Uint32(c.missed[margin+at-rowBefore-1:])
	lanes := uint32(binary.LittleEndian.Uint16(c.missed[margin+at-2:]))
	return int(row&1|row>>7&2|row>>14&4|lanes<<3&8|lanes>>4&16) |
		int(c.missed[margin+at-rankBefore])<<5 | int(c.missed[margin+at-8])<<6 | int(c.missed[margin+at-2*rowBefore])<<7
}

// A look has the terms of a first question.
type look [5]int

// look finds the terms of the first question about an entry. It returns the comparisons that later questions need.
func (c *canvas) look(at int, first value.Rank, into *look) (above int) {
	above = c.above(at, first)
	into[0] = byRow + at>>6<<8 | int(first)
	into[1] = byLane + at&(Side-1)<<8 | int(first)
	into[2] = byAbove + above
	into[3] = byBeside + c.beside(at, first)
	into[4] = byMissed + c.missedAround(at)
	return above
}

// A farLook has the starts of the trees of a distance.
type farLook [2 + farNears]int

// lookFar finds the trees of the distance of an entry from its first neighbour.
func (c *canvas) lookFar(at int, t trait, first value.Rank, into *farLook) {
	at &= Size - 1
	outcome := int(outcomeOf[first])
	into[0] = farFirst + int(first)<<8
	into[1] = farTrait + (int(t&(traits-1))*outcomes+outcome)<<8
	for i, distance := range farDistances {
		difference := int(differenceOf[256+int(c.ranks[margin+at-distance])-int(first)])
		into[2+i] = farNear + (i*farNumbers+difference*outcomes+outcome)<<8
	}
}

var farDistances = [farNears]int{rowBefore, rankBefore, 8, 2 * rowBefore}

// mostParts is the most numbers in the sum of a decision.
const mostParts = 1 + max(len(look{}), len(farLook{}))
