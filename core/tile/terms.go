package tile

import (
	"encoding/binary"

	"github.com/matewright/matewright/core/value"
)

// In a summed model the odds of a decision are a product: to the code of its
// context are added those of its terms, each of which depends on something else
// that is known of the entry. So much more can be taken into account than a
// single context has room for, and few numbers say it. They are learned;
// see [Trainer].
//
// The first question depends on what is seen around the entry, and on where its
// row man and its lane man are; the next ones, and whether the outcome is the first
// neighbour's, on some of that. A bit of the distance from the first neighbour depends
// on trees, as its context is one.
const (
	byRow    = 0                       // row, first neighbour
	byLane   = byRow + Side*allValues  // lane, first neighbour
	byAbove  = byLane + Side*allValues // how neighbours in rows before compare
	byBeside = byAbove + kins          // how the others do
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

// noRank is what neighbours hold that are no positions: the rank of a loss that is
// slower than most metrics can tell. No harm is done if there are such ones.
const noRank = drawn - 1

var noRanks = func() (list [lastRanks]uint8) {
	for i := range list {
		list[i] = uint8(noRank)
	}
	return list
}()

// kin tells how a neighbour compares to the first one, which selects a row.
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

const kinBits = 3

// above tells how the neighbours of an entry in rows before it compare to the first one.
func (c *canvas) above(at int, first value.Rank) int {
	at &= Size - 1
	k := &kin[first]
	return int(k[c.ranks[margin+at-rowBefore]]) | int(k[c.ranks[margin+at-2*rowBefore]])<<kinBits |
		int(k[c.ranks[margin+at-rankBefore]])<<(2*kinBits) | int(k[c.ranks[margin+at-rowBefore-1]])<<(3*kinBits)
}

// beside tells how other neighbours compare to the first one.
func (c *canvas) beside(at int, first value.Rank) int {
	at &= Size - 1
	k := &kin[first]
	return int(k[c.ranks[margin+at-1]]) | int(k[c.ranks[margin+at-8]])<<kinBits |
		int(k[c.ranks[margin+at-2]])<<(2*kinBits) | int(k[c.ranks[margin+at-rowBefore+1]])<<(3*kinBits)
}

// missedAround tells which neighbours were missed.
func (c *canvas) missedAround(at int) int {
	at &= Size - 1
	row := binary.LittleEndian.Uint32(c.missed[margin+at-rowBefore-1:])
	lanes := uint32(binary.LittleEndian.Uint16(c.missed[margin+at-2:]))
	return int(row&1|row>>7&2|row>>14&4|lanes<<3&8|lanes>>4&16) |
		int(c.missed[margin+at-rankBefore])<<5 | int(c.missed[margin+at-8])<<6 | int(c.missed[margin+at-2*rowBefore])<<7
}

// terms are the part of a model that is added.
type terms [allTerms]int8

// A look has the terms of a first question.
type look [5]int

// look finds the terms of the first question about an entry, and returns what those of later ones take besides.
func (c *canvas) look(at int, first value.Rank, into *look) (above int) {
	above = c.above(at, first)
	into[0] = byRow + at>>6<<8 | int(first)
	into[1] = byLane + at&(Side-1)<<8 | int(first)
	into[2] = byAbove + above
	into[3] = byBeside + c.beside(at, first)
	into[4] = byMissed + c.missedAround(at)
	return above
}

// sum adds up terms of a first question.
func (t *terms) sum(l *look) int {
	return int(t[l[0]]) + int(t[l[1]]) + int(t[l[2]]) + int(t[l[3]]) + int(t[l[4]])
}

// laterTerms returns the terms of the second and third question, 0 and 1, and of that for the outcome, 2.
func laterTerms(question, at int, first value.Rank, above int) (row, sum int) {
	from := ofLater + question*laterAll
	return from + at>>6<<8 | int(first), from + laterSum + above
}

// later adds up the terms of a later question.
func (t *terms) later(question, at int, first value.Rank, above int) int {
	row, sum := laterTerms(question, at, first, above)
	return int(t[row]) + int(t[sum])
}

// A far look has where the trees are that tell a distance.
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

// bit adds up the terms of a bit of a distance, given the node of the trees.
func (t *terms) bit(f *farLook, node int) int {
	node &= 0xff
	return int(t[f[0]+node]) + int(t[f[1]+node]) + int(t[f[2]+node]) + int(t[f[3]+node]) + int(t[f[4]+node]) + int(t[f[5]+node])
}
