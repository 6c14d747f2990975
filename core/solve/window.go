package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// A window has some frames in memory, each in a slot with room for its rows, or for those of a band.
type window struct {
	places
	upper  int             // log2 of the rows of a slot
	run    rowNo           // rows of a slot, from a multiple of this on, whose numbers follow each other
	frames []slice.FrameNo // by slot
	free   []int           // slots
}

// begin empties the window.
func (w *window) begin(rs *rows, slots int) {
	w.band, w.upper, w.run = rs.band, rs.upper, 1<<rs.upper
	if w.band != nil {
		w.upper, w.run = rs.upper-6+bandBits, 1<<w.band.shift
	}
	reset(&w.offsets, int(rs.frames.Len()))
	for frame := range w.offsets {
		w.offsets[frame] = absent
	}
	reset(&w.frames, slots)
	w.free = w.free[:0]
	for slot := range slots {
		w.free = append(w.free, slot)
	}
}

// number returns the number of the row that is there.
func (w *window) number(at bitsRow) rowNo {
	number := rowNo(at - bitsRow(w.offsets[w.frames[at>>w.upper]]))
	if w.band != nil {
		number = w.band.stretch(number)
	}
	return number
}

// has reports whether a frame is in memory.
func (w *window) has(frame slice.FrameNo) bool { return w.offsets[frame] != absent }

// open gives a frame a slot, and returns the rows of that: the first one, and the one after the last.
func (w *window) open(frame slice.FrameNo) (first, end bitsRow) {
	slot := w.free[len(w.free)-1] // there are as many as a scan takes
	w.free = w.free[:len(w.free)-1]
	w.frames[slot] = frame
	w.offsets[frame] = int32((slot - int(frame)) << w.upper)
	return w.slot(frame)
}

// slot returns the rows of a frame that is there.
func (w *window) slot(frame slice.FrameNo) (first, end bitsRow) {
	first = bitsRow(w.offsets[frame]) + bitsRow(frame)<<w.upper
	return first, first + 1<<w.upper
}

// close takes the slot back, if the frame has one.
func (w *window) close(frame slice.FrameNo) {
	if w.has(frame) {
		w.free = append(w.free, (int(w.offsets[frame])>>w.upper)+int(frame))
		w.offsets[frame] = absent
	}
}

// askedRows are rows of a set that are read from its file when they are used.
type askedRows struct {
	window
	loaded
	words []board.Bitboard
	file  *rowFile
	set   setNo

	together rowNo // rows that are read at once, whether they are used or not
	err      error // the first
}

// maxTogether is the most rows that are read at once: those in which all men but one of the upper ones stand still.
const maxTogether = 64

// readTogether says how many rows are read at once in a frame, given the words of each row that has candidates.
func (a *askedRows) readTogether(rows []board.Bitboard) {
	some := 0
	for _, words := range rows {
		if words != 0 {
			some++
		}
	}
	a.together = 1
	for a.together < min(maxTogether, a.run) && some*denseShare > len(rows) {
		a.together *= 2
		some /= 2
	}
}

// denseShare says how many rows are read together: the more, the greater the share of rows with candidates.
const denseShare = 128

// loadRow implements loader.
func (a *askedRows) loadRow(at bitsRow) {
	n := bitsRow(a.together)
	first := at &^ (n - 1)
	some := ^uint64(0) >> (64 - n) << (first & 63)
	if a.rows[at>>6]&some != 0 { // what is there need not be read again
		first, n = at, 1
		some = 1 << (at & 63)
	}
	a.rows[at>>6] |= some
	if err := a.file.read(a.set, a.number(first), a.words[first<<6:(first+n)<<6]); err != nil && a.err == nil {
		a.err = err
	}
}

// forget marks the rows of a slot as not loaded.
func (a *askedRows) forget(first, end bitsRow) {
	for at := first; at < end; at++ {
		a.rows[at>>6] &^= 1 << (at & 63)
	}
}
