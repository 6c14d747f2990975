package solve

import (
	"slices"
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
		parts := []Part{{bitsPart, bits}, {valuesPart, int64(len(into[0]) + len(into[1]))}, lists}
		if g.count && g.rows.cells != nil {
			parts = append(parts, Part{countsPart, 2 * int64(len(g.sides[0].counts)) * int64(unsafe.Sizeof(counts{}))})
		}
		return parts
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

// Miscounted solves a slice by out-count, and returns the number of positions that
// have no value in the end and still to be counted moves, but not as many as they have
// to positions that the opponent has not won; and of those that have as many.
func (s *Solver) Miscounted(number int) (wrong, right int, err error) {
	g := &s.work
	g.count = true
	if err := s.findExits(number, NewValues(s.layout)); err != nil {
		return 0, 0, err
	}
	if err := g.analyse(s.observe); err != nil {
		return 0, 0, err
	}
	for _, c := range board.Colors {
		side := &g.sides[c]
		left := slices.Clone(side.counts)
		for word := range side.counts {
			done := side.counts[word].done()
			clear(side.counts[word][:])
			side.counts[word][neverPlane] = done
			row, bit := g.rows.of(word)
			side.canLose[row] |= bit
		}
		g.countMoves(c)
		for word, n := range side.counts {
			lanes := ^(side.won[word] | n.done())
			var differ, some board.Bitboard
			for i := range n {
				differ |= (n[i] ^ left[word][i]) & lanes
				some |= n[i] & lanes
			}
			wrong += differ.Count()
			right += (some &^ differ).Count()
		}
	}
	return wrong, right, nil
}
