package retrograde

import (
	"unsafe"

	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// bitsBytes returns the memory for a number of bits a position and side, and for the sets by row: canWin, canLose,
// next.
func bitsBytes(l *slice.Layout, bits int) int64 {
	rs := kernel.RowsOf(l)
	return bitsOfRows(rs, bits, rs.Count)
}

// bitsOfRows is bitsBytes for a number of rows.
func bitsOfRows(rs *kernel.Rows, bits, count int) int64 {
	return 2 * 8 * int64(bits*rs.Room(count)+3*count)
}

// blockBytes is the memory of a block.
const blockBytes = int64(unsafe.Sizeof(block{}))

// leastLists returns the smallest memory for lists. Each list has a block, and one more is needed while it is read.
// Each side has one list a ply, and two frontiers (see [value.Metric.Wait]).
func leastLists(l *slice.Layout) int64 {
	return int64(2*(value.Default().Limit(l.Class)+1+2)+2) * blockBytes
}

// mostListsShare limits the lists in memory to a third of the number of entries, in bytes. Classes seldom need that
// much.
const mostListsShare = 3

// listsBytes returns the memory for lists if the values are in memory, too.
func listsBytes(l *slice.Layout) int64 {
	return max(leastLists(l), 2*int64(l.Entries())/mostListsShare)
}
