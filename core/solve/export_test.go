package solve

import (
	"errors"
	"slices"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A Holder is a worker that says what it and a sink that it has filled hold in memory,
// as [Plan.Parts] names it.
type Holder interface{ Holds(into Sink) []Part }

// Holds asks the worker.
func (s *Solver) Holds(into Sink) []Part { return s.worker.(Holder).Holds(into) }

// Holds implements [Holder].
func (g *retrograde) Holds(into Sink) []Part {
	var bits int64
	for c := range g.sides {
		side := &g.sides[c]
		bits += bytesOfAll(side.won, side.held, side.next.words, side.canWin, side.canLose, side.next.rows)
	}
	lists := Part{listsPart, int64(g.pool.made) * blockBytes}
	var parts []Part
	switch proof := g.proof.(type) {
	case *counting:
		if g.rows.cells != nil {
			parts = append(parts, Part{countsPart, 2 * int64(len(proof.counts[0])) * int64(unsafe.Sizeof(counts{}))})
		}
	}
	switch into := into.(type) {
	case *Values:
		parts = append(parts, Part{ValuesPart, int64(len(into[0]) + len(into[1]))})
	case *Spilled:
		for c := range into.decided {
			for ply := range into.decided[c] {
				lists.Bytes += int64(cap(into.decided[c][ply].spilled)) * int64(unsafe.Sizeof(spilledBlock{}))
			}
		}
		parts = append(parts, Part{mergingPart, int64(cap(into.room))})
	}
	return append(parts, Part{bitsPart, bits}, lists)
}

// Holds implements [Holder].
func (h *cycles) Holds(into Sink) []Part {
	bits := bytesOfAll(h.next.words, h.next.rows, h.next.open, h.asked.words, h.open, h.own, h.release)
	lists := int64(0)
	add := func(list *frameList) { lists += int64(cap(list.pieces)) * int64(unsafe.Sizeof(framePiece{})) }
	for c := range h.due {
		add(&h.checks[c])
		for ply := range h.due[c] {
			add(&h.due[c][ply])
		}
		for ply := range h.decided[c] {
			add(&h.decided[c][ply])
		}
	}
	return []Part{{bitsPart, bits}, {listsPart, lists}, {framesPart, framesBytes(int64(h.rows.frames.Len()))}}
}

func bytesOfAll(sets ...[]board.Bitboard) (bytes int64) {
	for _, set := range sets {
		bytes += 8 * int64(len(set))
	}
	return bytes
}

// Miscounted solves a slice by out-count, and returns the number of positions that
// have no value in the end and still to be counted moves, but not as many as they have
// to positions that the opponent has not won; and of those that have as many.
func Miscounted(l *slice.Layout, source Source, number slice.Number) (wrong, right int, err error) {
	s := NewBy(outCount{}, l, value.DTM, source, nil)
	g := s.worker.(*retrograde)
	n := g.proof.(*counting)
	if err := errors.Join(g.Begin(number, NewValues(l)), s.findExits(number), g.analyse(s.observe)); err != nil {
		return 0, 0, err
	}
	for _, c := range board.Colors {
		left := slices.Clone(n.counts[c])
		for word := range n.counts[c] {
			done := n.counts[c][word].done()
			clear(n.counts[c][word][:])
			n.counts[c][word][neverPlane] = done
			row, bit := g.rows.of(rowWord(word))
			g.sides[c].canLose[row] |= bit
		}
		n.countMoves(c)
		for word, count := range n.counts[c] {
			lanes := mayLose(g.sides[c].won[word], &count)
			var differ, some board.Bitboard
			for i := range count {
				differ |= (count[i] ^ left[word][i]) & lanes
				some |= count[i] & lanes
			}
			wrong += differ.Count()
			right += (some &^ differ).Count()
		}
	}
	return wrong, right, nil
}

// TrafficOf says what half-cycles has read and written for the last slice, and how many scans it took, over how many frames.
func TrafficOf(s *Solver) (traffic Traffic, scans int, frames slice.FrameNo) {
	h := s.worker.(*cycles)
	return h.file.Traffic, h.scanned, h.rows.frames.Len()
}
