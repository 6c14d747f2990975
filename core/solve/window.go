package solve

import (
	"math"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// A window has some frames in memory, each in a slot with room for its rows.
type window struct {
	upper   int             // log2 of the rows of a frame
	offsets []int32         // by frame: what to add to the number of a row to find it in memory, or absent
	frames  []slice.FrameNo // by slot
	free    []int           // slots
}

// absent is the offset of a frame that is not in memory: with it, no row is found.
const absent = math.MinInt32

// begin empties the window.
func (w *window) begin(rs *rows, slots int) {
	w.upper = rs.upper
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

// at returns where a row of a frame is.
func (w *window) at(frame slice.FrameNo, number rowNo) bitsRow {
	return bitsRow(number) + bitsRow(w.offsets[frame])
}

func (w *window) has(frame slice.FrameNo) bool { return w.offsets[frame] != absent }

// open gives a frame a slot, and returns the rows of that: the first one, and the one after the last.
func (w *window) open(frame slice.FrameNo) (first, end bitsRow) {
	slot := w.free[len(w.free)-1] // there are as many as a scan takes
	w.free = w.free[:len(w.free)-1]
	w.frames[slot] = frame
	w.offsets[frame] = int32((slot - int(frame)) << w.upper)
	return bitsRow(slot << w.upper), bitsRow((slot + 1) << w.upper)
}

// close takes the slot back, if the frame has one.
func (w *window) close(frame slice.FrameNo) {
	if w.has(frame) {
		w.free = append(w.free, (int(w.offsets[frame])>>w.upper)+int(frame))
		w.offsets[frame] = absent
	}
}

// askedRows are rows of a set that are read from its file when they are asked for.
type askedRows struct {
	window
	words []board.Bitboard
	file  *rowFile
	set   setNo
	there []uint64 // by row: it was read

	together rowNo // so many are read at once, which may be asked for, too
	err      error // the first
}

// maxTogether is the most rows that are read at once: those in which all men but one of the upper ones stand still.
const maxTogether = 64

// need reads a row, if it is not there yet.
func (a *askedRows) need(at bitsRow) {
	if a.there[at>>6]>>(at&63)&1 == 0 {
		a.read(at)
	}
}

func (a *askedRows) read(at bitsRow) {
	n := bitsRow(a.together)
	first := at &^ (n - 1)
	some := ^uint64(0) >> (64 - n) << (first & 63)
	if a.there[at>>6]&some != 0 { // what is there need not be read again
		first, n = at, 1
		some = 1 << (at & 63)
	}
	a.there[at>>6] |= some
	frame := a.frames[at>>a.upper]
	number := rowNo(first - bitsRow(a.offsets[frame]))
	if err := a.file.read(a.set, number, a.words[first<<6:(first+n)<<6]); err != nil && a.err == nil {
		a.err = err
	}
}

// forget says that no row of a slot was read.
func (a *askedRows) forget(first, end bitsRow) {
	for at := first; at < end; at++ {
		a.there[at>>6] &^= 1 << (at & 63)
	}
}
