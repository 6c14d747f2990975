package tile

import (
	"encoding/binary"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

func outcomeContext(a *agreement, t trait, outcome int) int {
	several := int(a.values >> 1) // of 0 to 3
	return firstOutcome + ((int(t)*outcomes+outcome)*2+several)*2
}

func deltaContext(t trait, first, second value.Rank) int {
	difference := int(differenceOf[256+int(second)-int(first)])
	return firstDelta + ((int(t&inCheck)*differences+difference)*outcomes+int(outcomeOf[first]))<<8
}

func depthContext(t trait, outcome int) int {
	return firstDepth + (int(t)*outcomes+outcome)<<7
}

// mostDecisions is more than any entry takes: three questions, its outcome, its distance.
const mostDecisions = 3 + 2 + 8

// A Description is a tile whose values are known, ready to be written as decisions.
type Description struct {
	canvas    canvas
	differ    [Size]uint8 // which neighbours' ranks differ; see [Description.compareRow]
	decisions [Side * mostDecisions]uint32
	parts     [mostParts]int // of a decision; see [Description.eachSum]
	entries   int            // legal ones
}

// Entries returns the number of legal entries of the tile.
func (d *Description) Entries() int { return d.entries }

// Within restricts the next tiles to some lanes, by row. The values of other lanes are stored elsewhere, or mean
// nothing.
func (d *Description) Within(lanes *[Side]board.Bitboard) { d.canvas.within = lanes }

// Describe reads a tile of a slice whose values are given.
func (d *Description) Describe(g *Grid, number slice.Number, tile int, values []value.Byte) {
	d.canvas.prepare(g, number, tile, Side)
	d.describe(values, &d.canvas.rows, d.canvas.stride)
}

// DescribeTile is Describe for the values of the tile alone, row by row, from the entries that [Grid.Entries] returns.
func (d *Description) DescribeTile(g *Grid, number slice.Number, tile int, values *[Size]value.Byte) {
	d.canvas.prepare(g, number, tile, Side)
	d.describe(values[:], &rowByRow, 1)
}

var rowByRow = func() (rows [Side]int) {
	for row := range rows {
		rows[row] = row * Side
	}
	return rows
}()

// describe describes the tile, given the start of the values of each row, and the stride from lane to lane.
func (d *Description) describe(values []value.Byte, rows *[Side]int, stride int) {
	d.read(values, rows, stride)
	for row, lanes := range d.canvas.legal {
		if lanes != 0 {
			d.compareRow(row)
		}
	}
}

// read reads the ranks of all entries.
func (d *Description) read(values []value.Byte, rows *[Side]int, stride int) {
	c := &d.canvas
	d.entries = 0
	for row, lanes := range c.legal {
		d.entries += lanes.Count()
		if lanes != 0 {
			c.readRow(row, values[rows[row]:], stride)
		}
	}
}

// decide returns the decisions of the next row: context << 1 | answer. It writes all three questions whether an entry
// is like a neighbour, and keeps as many as were needed.
func (d *Description) decide(row int) []uint32 {
	c := &d.canvas
	n := 0
	for lanes := c.legal[row]; lanes != 0; lanes = lanes.Rest() {
		at := (row*Side + int(lanes.First())) & (Size - 1)
		n += d.decideEntry(at, d.agreement(at), d.decisions[n:])
	}
	return d.decisions[:n]
}

// decideEntry decides an entry, and returns the number of decisions.
func (d *Description) decideEntry(at int, a *agreement, decisions []uint32) (n int) {
	c := &d.canvas
	t := c.traits[margin+at]
	first, second := c.rank(at, a.from[0]), c.rank(at, a.from[1])
	third, rank := c.rank(at, a.from[2]), c.rank(at, margin)

	into := (*[mostDecisions]uint32)(decisions)
	hint := a.hintFor(t, first, second)
	later := uint32(firstLater+hint) << 1
	no1, no2, no3 := unlike(rank, first), unlike(rank, second), unlike(rank, third)
	into[0] = uint32(firstSame+hint*noises+c.noise(at))<<1 | no1
	into[1] = later | no2
	into[2] = later + 2*hints | no3
	c.missed[margin+at] = uint8(no1)
	asked := questions[uint32(a.values&3)<<3|no1<<2|no2<<1|no3]
	n = int(asked & 3)
	if asked > 3 {
		n += describeOther(a, t, first, second, rank, (*[2 + 8]uint32)(into[n:]))
	}
	return n
}

// agreement returns the agreement of the neighbours of an entry.
func (d *Description) agreement(at int) *agreement {
	return &agreements[(uint(d.canvas.others[at&(Size-1)])<<traitShift|uint(d.differ[at&(Size-1)]))&(allAgreements-1)]
}

// unlike returns 1 if two ranks differ, and 0 if they don't, without a branch.
func unlike(a, b value.Rank) (answer uint32) {
	if a != b {
		answer = 1
	}
	return answer
}

// questions has the number of questions that an entry takes, and 4 more if it is like no neighbour. The index has the
// number of different values of the neighbours, and those that the entry is unlike.
var questions = func() (table [4 * 8]uint8) {
	for i := range table {
		values := uint8(i >> 3)
		for table[i] < values {
			table[i]++
			if i>>(3-table[i])&1 == 0 {
				break
			}
		}
		if values == 0 || i>>(3-table[i])&1 != 0 {
			table[i] |= 4
		}
	}
	return table
}()

// describeOther describes an entry that is like no neighbour, and returns the number of decisions.
func describeOther(a *agreement, t trait, first, second, rank value.Rank, into *[2 + 8]uint32) int {
	expected, outcome := int(outcomeOf[first]), int(outcomeOf[rank])
	context := uint32(outcomeContext(a, t, expected)) << 1
	if outcome == expected {
		into[0] = context
		if outcome == 0 {
			return 1
		}
		tree(deltaContext(t, first, second), 8, zigzag(int(rank)-int(first)), (*[8]uint32)(into[1:]))
		return 1 + 8
	}
	into[0] = context | 1
	into[1] = context + 2 | uint32((outcome-expected+outcomes)%outcomes-1)
	if outcome == 0 {
		return 2
	}
	tree(depthContext(t, outcome), 7, depthOf(rank), (*[8]uint32)(into[2:]))
	return 2 + 7
}

// tree describes a number of the given number of bits, at most 8. The highest bit is first, and each is in the context
// of those before. The function always writes 8 decisions.
func tree(first, bits int, number uint32, into *[8]uint32) {
	number = (1<<bits | number) << (8 - bits)
	context := uint32(first) << 1
	into[0] = context + number>>7
	into[1] = context + number>>6
	into[2] = context + number>>5
	into[3] = context + number>>4
	into[4] = context + number>>3
	into[5] = context + number>>2
	into[6] = context + number>>1
	into[7] = context + number
}

// zigzag numbers the differences of two ranks of one outcome: 1, -1, 2, -2... from 0 on.
func zigzag(d int) uint32 {
	if d > 0 {
		return uint32(2*d - 2)
	}
	return uint32(-2*d - 1)
}

// depthOf numbers the ranks of an outcome from the quickest end on.
func depthOf(r value.Rank) uint32 {
	if r > drawn {
		return uint32(255 - r)
	}
	return uint32(r)
}

// compareRow compares the neighbours' ranks of all entries of a row, as [canvas.near] does for one. All are read.
func (d *Description) compareRow(row int) {
	c := &d.canvas
	for at := row * Side; at < (row+1)*Side; at += 8 {
		if uint8(c.legal[row]>>(at&63)) == 0 {
			continue
		}
		before := binary.LittleEndian.Uint64(c.ranks[margin+at-rowBefore:])
		rank := binary.LittleEndian.Uint64(c.ranks[margin+at-rankBefore:])
		last := binary.LittleEndian.Uint64(c.ranks[lastRanks+at:])
		eight := binary.LittleEndian.Uint64(c.ranks[margin+at-8:])
		different := differ(before^rank)>>(7-differRowRank) | differ(rank^last)>>(7-differRankLast) |
			differ(last^eight)>>(7-differLastEight) | differ(before^eight)>>(7-differRowEight) |
			differ(before^last)>>(7-differRowLast) | differ(rank^eight)>>(7-differRankEight)
		binary.LittleEndian.PutUint64(d.differ[at:], different)
	}
}
