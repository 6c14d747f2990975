package solve

import (
	"unsafe"

	"github.com/matewright/matewright/core/board"
)

// Holds returns what the solver and a sink that it has filled hold in memory, as
// [Plan.Parts] names it.
func (s *Solver) Holds(into Sink) []Part {
	var bits int64
	g := &s.work
	for c := range g.sides {
		side := &g.sides[c]
		for _, set := range [][]board.Bitboard{side.won, side.held, side.next.words, side.canWin, side.canLose, side.next.rows} {
			bits += 8 * int64(len(set))
		}
	}
	lists := Part{listsPart, int64(g.pool.made) * chunkBytes}
	switch into := into.(type) {
	case *Values:
		return []Part{{bitsPart, bits}, {valuesPart, int64(len(into[0]) + len(into[1]))}, lists}
	case *Outside:
		for c := range into.decided {
			for ply := range into.decided[c] {
				lists.Bytes += int64(cap(into.decided[c][ply].spilled)) * int64(unsafe.Sizeof(spilledChunk{}))
			}
		}
		return []Part{{bitsPart, bits}, lists, {mergingPart, int64(cap(into.room))}}
	}
	return nil
}
