package tile

import (
	"github.com/matewright/matewright/core/value"
)

// An entry has five neighbours: those a row, a rank, a lane and eight lanes before it, and the last entry with its
// trait. The first four count only if they have the same trait. So if the lane before counts, it is also the last
// entry, and at most four ranks are compared, in this order.
const (
	fromRow = iota
	fromRank
	fromLast
	fromEight
	ranksNear
)

// An agreement is the result of a comparison of an entry's neighbours. It has the places of three ranks: that of the
// first neighbour, the next one that differs from it, and another one. A missing rank is replaced by the one before it.
// If all are missing, the last entry replaces them, which is then a draw.
//
// An agreement depends only on which neighbours are alike, so it is looked up. Branches on one neighbour after the
// other would be mispredicted several times an entry.
type agreement struct {
	from   [3]uint16 // where the ranks are, see [canvas.ranks]
	hint   uint16    // the first of those with its pattern
	values uint8     // number of different values of the neighbours, up to 3
	shift  [3]uint8  // where the ranks are, in a word of four
}

// hintFor returns the context of the questions whether an entry is like a neighbour, given the first two of their
// ranks.
func (a *agreement) hintFor(t trait, first, second value.Rank) int {
	return int(a.hint) + int(relationHint[256+int(second)-int(first)]) + int(t)*outcomes + int(outcomeOf[first])
}

// relationHint has the part of a hint that depends on [relationOf].
var relationHint = func() (hint [512]uint16) {
	for i, relation := range relationOf {
		hint[i] = uint16(relation) * traits * outcomes
	}
	return hint
}()

// agreements has the agreement of every comparison.
var agreements = func() (table [allAgreements]agreement) {
	pairs := map[[2]int]int{
		{fromRow, fromRank}:   differRowRank,
		{fromRank, fromLast}:  differRankLast,
		{fromLast, fromEight}: differLastEight,
		{fromRow, fromEight}:  differRowEight,
		{fromRow, fromLast}:   differRowLast,
		{fromRank, fromEight}: differRankEight,
	}
	where := [ranksNear]uint16{
		fromRow:   margin - rowBefore,
		fromRank:  margin - rankBefore,
		fromLast:  lastRanks,
		fromEight: margin - 8,
	}
	for index := range table {
		differ := func(a, b int) bool { return a != b && index>>pairs[[2]int{min(a, b), max(a, b)}]&1 != 0 }
		var first, count [5]int // of the neighbours that hold each value
		n := 0
		for i, neighbour := range [5]int{fromRow, fromRank, fromLast, fromEight, fromLast} {
			if index>>(otherRow+i)&1 != 0 {
				continue
			}
			k := 0
			for k < n && differ(first[k], neighbour) {
				k++
			}
			if k == n {
				first[n] = neighbour
				n++
			}
			count[k]++
		}
		if n == 0 {
			first[0] = fromLast
		}
		others := count[2] + count[3] + count[4]
		a := &table[index]
		a.hint = uint16(patternOf[count[0]][count[1]][others]) * relations * traits * outcomes
		a.values = uint8(min(n, 3))
		for k := range a.from {
			neighbour := first[max(0, min(k, n-1))]
			a.from[k], a.shift[k] = where[neighbour], uint8(8*neighbour)
		}
	}
	return table
}()

// near returns the ranks of four neighbours in a word, and the index of their agreement. It is given the rank of the
// last entry with the trait. That entry was decoded last, so the other ranks are compared without it.
func (c *canvas) near(at int, last uint32) (ranks, index uint32) {
	at &= Size - 1
	row, rank := uint32(c.ranks[margin+at-rowBefore]), uint32(c.ranks[margin+at-rankBefore])
	eight := uint32(c.ranks[margin+at-8])
	known := row<<(8*fromRow) | rank<<(8*fromRank) | eight<<(8*fromEight)
	index = uint32(c.others[at])<<traitShift |
		unlikeRanks(row, rank)<<differRowRank | unlikeRanks(row, eight)<<differRowEight |
		unlikeRanks(rank, eight)<<differRankEight

	index |= last & unknown
	last &= 0xff
	index |= unlikeRanks(rank, last)<<differRankLast | unlikeRanks(last, eight)<<differLastEight |
		unlikeRanks(row, last)<<differRowLast
	return known | last<<(8*fromLast), index
}

// unlikeRanks is [unlike] for ranks in words, which the processor need not widen.
func unlikeRanks(a, b uint32) uint32 { return ((a ^ b) + 0xff) >> 8 }
