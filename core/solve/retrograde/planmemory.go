package retrograde

import (
	"unsafe"

	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// bitsBytes returns the memory for so many bits a position and side, and for what is
// known of rows: canWin, canLose, next.
func bitsBytes(l *slice.Layout, bits int) int64 {
	rs := kernel.RowsOf(l)
	return bitsOfRows(rs, bits, rs.Count)
}

// bitsOfRows is bitsBytes for so many rows.
func bitsOfRows(rs *kernel.Rows, bits, count int) int64 {
	return 2 * 8 * int64(bits*rs.Room(count)+3*count)
}

// blockBytes is what a block takes in memory.
const blockBytes = int64(unsafe.Sizeof(block{}))

// leastLists returns what lists hold at least: a block each, and one while it is read; for each side one a ply, and
// two frontiers, see [value.Metric.Wait].
func leastLists(l *slice.Layout) int64 {
	return int64(2*(value.Default().Limit(l.Class)+1+2)+2) * blockBytes
}

// mostListsShare is how much of the entries' number lists may take in memory, in
// bytes: a third, which classes seldom need.
const mostListsShare = 3

// listsBytes returns the memory for lists where there is room for values, too.
func listsBytes(l *slice.Layout) int64 {
	return max(leastLists(l), 2*int64(l.Entries())/mostListsShare)
}
