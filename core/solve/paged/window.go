package paged

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
)

// A window has some frames in memory, each in a slot with room for its rows, or for those of a band.
type window struct {
	kernel.Places
	upper  int             // log2 of the rows of a slot
	run    kernel.RowNo    // rows of a slot, from a multiple of this on, whose numbers follow each other
	frames []slice.FrameNo // by slot
	free   []int           // slots
}

// begin empties the window.
func (w *window) begin(rs *kernel.Rows, slots int) {
	w.Band, w.upper, w.run = rs.Band, rs.Upper, 1<<rs.Upper
	if w.Band != nil {
		w.upper, w.run = rs.Upper-6+kernel.BandBits, 1<<w.Band.Shift
	}
	kernel.Reset(&w.Offsets, int(rs.Frames.Len()))
	for frame := range w.Offsets {
		w.Offsets[frame] = kernel.Absent
	}
	kernel.Reset(&w.frames, slots)
	w.free = w.free[:0]
	for slot := range slots {
		w.free = append(w.free, slot)
	}
}

// number returns the number of the row that is there.
func (w *window) number(at kernel.BitsRow) kernel.RowNo {
	number := kernel.RowNo(at - kernel.BitsRow(w.Offsets[w.frames[at>>w.upper]]))
	if w.Band != nil {
		number = w.Band.Stretch(number)
	}
	return number
}

// has reports whether a frame is in memory.
func (w *window) has(frame slice.FrameNo) bool { return w.Offsets[frame] != kernel.Absent }

// open gives a frame a slot, and returns the rows of that: the first one, and the one after the last.
func (w *window) open(frame slice.FrameNo) (first, end kernel.BitsRow) {
	slot := w.free[len(w.free)-1] // there are as many as a scan takes
	w.free = w.free[:len(w.free)-1]
	w.frames[slot] = frame
	w.Offsets[frame] = int32((slot - int(frame)) << w.upper)
	return w.slot(frame)
}

// slot returns the rows of a frame that is there.
func (w *window) slot(frame slice.FrameNo) (first, end kernel.BitsRow) {
	first = kernel.BitsRow(w.Offsets[frame]) + kernel.BitsRow(frame)<<w.upper
	return first, first + 1<<w.upper
}

// close takes the slot back, if the frame has one.
func (w *window) close(frame slice.FrameNo) {
	if w.has(frame) {
		w.free = append(w.free, (int(w.Offsets[frame])>>w.upper)+int(frame))
		w.Offsets[frame] = kernel.Absent
	}
}

// rowCache are rows of a set that are read from its file when they are used.
type rowCache struct {
	window
	kernel.Loaded
	words []board.Bitboard
	file  *RowFile
	set   SetNo

	together kernel.RowNo // rows that are read at once, whether they are used or not
	err      error        // the first
}

// maxTogether is the most rows that are read at once: those in which all men but one of the upper ones stand still.
const maxTogether = 64

// readTogether says how many rows are read at once in a frame, given the words of each row that has candidates.
func (a *rowCache) readTogether(rows []board.Bitboard) {
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

// LoadRow implements loader.
func (a *rowCache) LoadRow(at kernel.BitsRow) {
	n := kernel.BitsRow(a.together)
	first := at &^ (n - 1)
	some := ^uint64(0) >> (64 - n) << (first & 63)
	if a.Rows[at>>6]&some != 0 { // what is there need not be read again
		first, n = at, 1
		some = 1 << (at & 63)
	}
	a.Rows[at>>6] |= some
	if err := a.file.Read(a.set, a.number(first), a.words[first<<6:(first+n)<<6]); err != nil && a.err == nil {
		a.err = err
	}
}

// forget marks the rows of a slot as not loaded.
func (a *rowCache) forget(first, end kernel.BitsRow) {
	for at := first; at < end; at++ {
		a.Rows[at>>6] &^= 1 << (at & 63)
	}
}
