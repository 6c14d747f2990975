package paged

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
)

// A window has some frames in memory. Each frame has a slot with room for its rows, or for those of a band.
type window struct {
	kernel.Places
	upper  int             // log2 of the rows of a slot
	run    kernel.RowNo    // the rows of a slot have consecutive numbers in groups of this size
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

// number returns the number of the row at a place.
func (w *window) number(at kernel.BitsRow) kernel.RowNo {
	number := kernel.RowNo(at - kernel.BitsRow(w.Offsets[w.frames[at>>w.upper]]))
	if w.Band != nil {
		number = w.Band.Stretch(number)
	}
	return number
}

// has reports whether a frame is in memory.
func (w *window) has(frame slice.FrameNo) bool { return w.Offsets[frame] != kernel.Absent }

// open gives a frame a slot, and returns the first row of the slot and the row after the last.
func (w *window) open(frame slice.FrameNo) (first, end kernel.BitsRow) {
	slot := w.free[len(w.free)-1] // the window has enough slots for a scan
	w.free = w.free[:len(w.free)-1]
	w.frames[slot] = frame
	w.Offsets[frame] = int32((slot - int(frame)) << w.upper)
	return w.slot(frame)
}

// slot returns the first row of a frame in memory, and the row after the last.
func (w *window) slot(frame slice.FrameNo) (first, end kernel.BitsRow) {
	first = kernel.BitsRow(w.Offsets[frame]) + kernel.BitsRow(frame)<<w.upper
	return first, first + 1<<w.upper
}

// close frees the slot of a frame, if it has one.
func (w *window) close(frame slice.FrameNo) {
	if w.has(frame) {
		w.free = append(w.free, (int(w.Offsets[frame])>>w.upper)+int(frame))
		w.Offsets[frame] = kernel.Absent
	}
}

// A rowCache has rows of a set, and reads them from the file at their first use.
type rowCache struct {
	window
	kernel.Loaded
	words []board.Bitboard
	file  *RowFile
	set   SetNo

	together kernel.RowNo // rows of one read, used or not
	err      error        // the first error
}

// maxTogether is the largest number of rows of one read: those that differ only in the square of one upper man.
const maxTogether = 64

// readTogether sets the number of rows of one read in a frame, given the words with candidates of each row.
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

// denseShare determines the number of rows of one read, which increases with the share of rows with candidates.
const denseShare = 128

// LoadRow implements [kernel.Loader].
func (a *rowCache) LoadRow(at kernel.BitsRow) {
	n := kernel.BitsRow(a.together)
	first := at &^ (n - 1)
	some := ^uint64(0) >> (64 - n) << (first & 63)
	if a.Rows[at>>6]&some != 0 { // loaded rows must not be read again
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
