package tile

import (
	"github.com/matewright/matewright/core/value"
)

// Five neighbours of an entry are looked at: the entry a row before, the one a
// rank before, the one a lane before, the one eight lanes before, and the last
// entry that has the same trait, wherever it is. The first four count only if
// they have the same trait. So if the lane before counts, it is the last one too,
// and no more than four ranks are compared, in this order.
const (
	fromRow = iota
	fromRank
	fromLast
	fromEight
	ranksNear
)

// An agreement says how far the neighbours of an entry agree: which of them has the
// rank of the first one, which is the next that differs from it, and which is
// another one. If one is missing it is the one before, and the last entry if all
// are, which is then a draw.
//
// It depends on nothing but which neighbours are alike, so it is looked up. To
// see them one by one is to guess wrong, several times an entry, where the
// processor should go on.
type agreement struct {
	from   [3]uint16 // where the ranks are, see [canvas.ranks]
	hint   uint16    // the first of those with its pattern
	values uint8     // how many different values the neighbours hold, up to 3
	shift  [3]uint8  // where the ranks are, in a word of four
}

// hintFor returns the context of the questions whether an entry is like a
// neighbour, the first two of their ranks being given.
func (a *agreement) hintFor(t trait, first, second value.Rank) int {
	return int(a.hint) + int(relationHint[256+int(second)-int(first)]) + int(t)*outcomes + int(outcomeOf[first])
}

// relationHint is what [relationOf] adds to a hint.
var relationHint = func() (hint [512]uint16) {
	for i, relation := range relationOf {
		hint[i] = uint16(relation) * traits * outcomes
	}
	return hint
}()

// agreements has what can be told.
var agreements = func() (table [tellings]agreement) {
	pairs := map[[2]int]int{
		{fromRow, fromRank}: differRowRank, {fromRank, fromLast}: differRankLast, {fromLast, fromEight}: differLastEight,
		{fromRow, fromEight}: differRowEight, {fromRow, fromLast}: differRowLast, {fromRank, fromEight}: differRankEight,
	}
	where := [ranksNear]uint16{
		fromRow:   margin - rowBefore,
		fromRank:  margin - rankBefore,
		fromLast:  lastRanks,
		fromEight: margin - 8,
	}
	for told := range table {
		differ := func(a, b int) bool { return a != b && told>>pairs[[2]int{min(a, b), max(a, b)}]&1 != 0 }
		var first, count [5]int // of the neighbours that hold each value
		n := 0
		for i, neighbour := range [5]int{fromRow, fromRank, fromLast, fromEight, fromLast} {
			if told>>(otherRow+i)&1 != 0 {
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
		a := &table[told]
		a.hint = uint16(patternOf[count[0]][count[1]][others]) * relations * traits * outcomes
		a.values = uint8(min(n, 3))
		for k := range a.from {
			neighbour := first[max(0, min(k, n-1))]
			a.from[k], a.shift[k] = where[neighbour], uint8(8*neighbour)
		}
	}
	return table
}()

// tellRanks tells which of four ranks differ.
func tellRanks(near uint32) uint {
	next := near ^ (near>>8 | near<<24)
	afterNext := (near ^ near>>16) & 0xffff
	// The product gathers the bits of all bytes in the highest one.
	return uint(differ(uint64(next)|uint64(afterNext)<<32) >> 7 * 0x0102_0408_1020_4080 >> 56)
}
