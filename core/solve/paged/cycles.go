package paged

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
)

// cycles is the worker of half-cycles, and what those have in common that go over the frames in another order.
type cycles struct {
	Pages
	order order
	scans *scans

	threads int     // that may work on a slice
	second  *cycles // of another thread; nil if one does all

	next       kernel.Candidates // of the side that a scan is of, in a window
	taking     window
	asked      rowCache         // what the other side has won
	askedOpen  []board.Bitboard // where it is not
	decision   kernel.Decision
	retraction kernel.Retraction
	released   spill.FrameReader
	own        []board.Bitboard // some rows of the set that a frame is decided by
	release    []board.Bitboard // lanes of these whose exits decide
	mask       []board.Bitboard // of a frame of which windows have a band
	tooLong    bool             // a line is longer than the sink has room for
	scanned    int              // scans so far, and passes
}

// An order is that in which the frames of a slice are decided at a ply.
type order interface {
	// open makes room.
	open()

	// another returns a worker that decides the same slice, with room of its own.
	another() *cycles

	// decide finds what a side wins or loses at a ply, once all before is known.
	decide(c board.Color, ply int) error
}

// Begin implements [solve.Worker].
func (h *cycles) Begin(number slice.Number, into solve.Sink, with solve.Resources) (saved int, err error) {
	h.threads = with.Threads
	if saved, err = h.BeginSlice(number, into, with); err != nil {
		return 0, err
	}
	h.scans, h.tooLong, h.scanned = scansOf(h.Rows.Frames), false, 0
	return saved, nil
}

// Holds implements [solve.Worker].
func (h *cycles) Holds() []solve.Part {
	bits := kernel.BytesOfAll(
		h.next.Words,
		h.next.Rows,
		h.next.Open,
		h.asked.words,
		h.askedOpen,
		h.own,
		h.release,
		h.mask,
	)
	return []solve.Part{
		{Name: solve.BitsPart, Bytes: bits},
		{Name: solve.ListsPart, Bytes: h.Listed()},
		{Name: solve.FramesPart, Bytes: framesBytes(int64(h.Rows.Frames.Len()))},
	}
}

// Traffic returns what was read and written of the bits of the slice, and how many scans and passes that took.
func (h *cycles) Traffic() (t Traffic, scans int) { return h.File.Traffic, h.scanned }

// MakeRoom implements course.
func (h *cycles) MakeRoom() {
	h.second = nil
	h.order.open()
}

func (h *cycles) open() {
	h.openWindows(h.scans.asking << h.Rows.Upper)
	h.openSecond()
}

// openSecond makes room for a second worker, if one is to help.
func (h *cycles) openSecond() {
	if h.threads > 1 {
		h.second = h.order.another()
	}
}

// openWindows makes room for scans, and so many rows of what the other side has won.
func (h *cycles) openWindows(asked int) {
	slots := h.scans.taking << h.Rows.Upper
	kernel.Reset(&h.next.Words, slots*kernel.RowWords)
	kernel.Reset(&h.next.Rows, slots)
	kernel.Reset(&h.next.Open, slots)
	kernel.Reset(&h.next.Active, int(h.Rows.Frames.Len()))
	h.next.Places = &h.taking.Places
	kernel.Reset(&h.asked.words, asked*kernel.RowWords)
	kernel.Reset(&h.asked.Rows, (asked+63)/64)
	h.asked.From = &h.asked
	kernel.Reset(&h.askedOpen, asked)
	h.asked.file, h.asked.err = &h.File, nil
	h.view(nil, h.scans.asking)
	kernel.Reset(&h.own, maxTogether*kernel.RowWords)
	kernel.Reset(&h.release, maxTogether*kernel.RowWords)
}

// view has windows show whole frames, or the rows of a band: so many at once of what the other side has won.
func (h *cycles) view(b *kernel.Band, asking int) {
	h.Rows.Band = b
	h.taking.begin(&h.Rows, h.scans.taking)
	h.asked.begin(&h.Rows, asking)
}

// Solve implements [solve.Worker].
func (h *cycles) Solve(observe solve.Observer) error { return h.Run(h, observe) }

// Room implements course.
func (h *cycles) Room() []board.Bitboard { return h.next.Words }

// DecideBoth implements course: if there is a second worker, at once. What one of them writes at a ply the other one
// does not read.
func (h *cycles) DecideBoth(ply int) error {
	if h.second == nil {
		if err := h.order.decide(board.White, ply); err != nil {
			return err
		}
		return h.order.decide(board.Black, ply)
	}
	for _, c := range board.Colors {
		h.DecidedAt(c, ply+pliesAhead) // makes room for lists, which later would move those that the other one reads
	}
	black := make(chan error, 1)
	go func() { black <- h.second.order.decide(board.Black, ply) }()
	err := h.order.decide(board.White, ply)
	if other := <-black; err == nil {
		err = other
	}
	h.Found, h.second.Found = h.Found+h.second.Found, 0
	h.File.Traffic.add(&h.second.File.Traffic)
	h.scanned++
	return err
}

// pliesAhead is how many plies after the one that is being decided a course may decide, too.
const pliesAhead = 3

func (h *cycles) another() *cycles {
	other := new(cycles)
	other.share(h)
	other.order = other
	other.open()
	return other
}

// share has a worker go over the same slice as another one.
func (h *cycles) share(with *cycles) {
	h.Pages = Pages{
		Layout:    with.Layout,
		Metric:    with.Metric,
		Rows:      with.Rows,
		Sink:      with.Sink,
		lists:     with.lists,
		LastRound: with.LastRound,
	}
	h.File.Room, h.File.Rows = with.File.Room, &h.Rows
	h.scans = with.scans
}

// wonRows returns what the other side has won.
func (h *cycles) wonRows() kernel.WonRows {
	return kernel.WonRows{Words: h.asked.words, Open: h.askedOpen, Places: &h.asked.Places, Loaded: &h.asked.Loaded}
}

// openNext makes room for the candidates of a frame, without any.
func (h *cycles) openNext(c board.Color, ply int, frame slice.FrameNo) error {
	if h.taking.has(frame) {
		return nil
	}
	h.File.Traffic.Frames++
	first, end := h.taking.open(frame)
	return h.readMask(OwnSet(c, ply), frame, h.next.Open[first:end])
}

// readMask reads the mask of a frame, or of the band of it that windows show.
func (h *cycles) readMask(set SetNo, frame slice.FrameNo, into []board.Bitboard) error {
	first, _ := h.Rows.OfFrame(frame)
	switch b := h.Rows.Band; {
	case b == nil:
		return h.File.ReadMask(set, first, into)
	case hasMasks(b):
		return eachMask(
			b,
			into,
			func(at kernel.RowNo, mask []board.Bitboard) error { return h.File.ReadMask(set, first+at, mask) },
		)
	}
	if err := h.File.ReadMask(set, first, h.mask); err != nil {
		return err
	}
	for i := range into {
		into[i] = h.mask[h.Rows.Band.Stretch(kernel.RowNo(i))]
	}
	return nil
}

// writeMask writes it.
func (h *cycles) writeMask(set SetNo, frame slice.FrameNo, from []board.Bitboard) error {
	first, _ := h.Rows.OfFrame(frame)
	switch b := h.Rows.Band; {
	case b == nil:
		return h.File.writeMask(set, first, from)
	case hasMasks(b):
		return eachMask(
			b,
			from,
			func(at kernel.RowNo, mask []board.Bitboard) error { return h.File.writeMask(set, first+at, mask) },
		)
	}
	if err := h.File.ReadMask(set, first, h.mask); err != nil {
		return err
	}
	for i, words := range from {
		h.mask[h.Rows.Band.Stretch(kernel.RowNo(i))] = words
	}
	return h.File.writeMask(set, first, h.mask)
}

// OwnSet is the set that candidates for a ply are held to: what is in it can't be decided.
func OwnSet(c board.Color, ply int) SetNo {
	if kernel.IsWin(ply) {
		return WonBy(c)
	}
	return heldBy(c)
}

func (h *cycles) openAskedFrame(frame slice.FrameNo) error {
	if h.asked.has(frame) {
		return nil
	}
	h.File.Traffic.Frames++
	first, end := h.asked.open(frame)
	h.asked.forget(first, end)
	return h.readMask(h.asked.set, frame, h.askedOpen[first:end])
}
