package paged

import (
	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
)

// cycles is the worker of half-cycles. Workers with another order of frames embed it.
type cycles struct {
	Pages
	order order
	scans *scans

	threads int     // the largest number for a slice
	second  *cycles // for another thread; nil with one thread

	next       kernel.Candidates // of the side of the scan, in a window
	nextWindow window            // of next
	won        rowCache          // the positions that the other side has won
	wonOpen    []board.Bitboard  // by row of these: the words that are not wholly won
	decision   kernel.Decision
	retraction kernel.Retraction
	released   spill.FrameReader
	own        []board.Bitboard // some rows of the set that decides a frame, see [OwnSet]
	release    []board.Bitboard // lanes of these rows whose exits decide
	mask       []board.Bitboard // of a frame, if windows have a band of it
	tooLong    bool             // a line is too long for the sink
	scanned    int              // scans and passes so far
}

// An order is the order in which a ply decides the frames of a slice.
type order interface {
	// open allocates memory.
	open()

	// another returns a worker that decides the same slice, with its own memory.
	another() *cycles

	// decide finds the positions that a side wins or loses at a ply, after all plies before it.
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
	bits := kernel.BytesOfAll(h.next.Words, h.next.Rows, h.next.Open, h.won.words, h.wonOpen, h.own, h.release, h.mask)
	return []solve.Part{
		{Name: solve.BitsPart, Bytes: bits},
		{Name: solve.ListsPart, Bytes: h.Listed()},
		{Name: solve.FramesPart, Bytes: framesBytes(int64(h.Rows.Frames.Len()))},
	}
}

// Traffic returns the reads and writes of the bits of the slice, and the number of scans and passes.
func (h *cycles) Traffic() (t Traffic, scans int) { return h.File.Traffic, h.scanned }

// MakeRoom implements [Course].
func (h *cycles) MakeRoom() {
	h.second = nil
	h.order.open()
}

func (h *cycles) open() {
	h.openWindows(h.scans.lookups << h.Rows.Upper)
	h.openSecond()
}

// openSecond adds a second worker, if a slice may use two threads.
func (h *cycles) openSecond() {
	if h.threads > 1 {
		h.second = h.order.another()
	}
}

// openWindows allocates memory for scans, and for the given number of rows of the other side's won positions.
func (h *cycles) openWindows(wonRows int) {
	slots := h.scans.targets << h.Rows.Upper
	kernel.Reset(&h.next.Words, slots*kernel.RowWords)
	kernel.Reset(&h.next.Rows, slots)
	kernel.Reset(&h.next.Open, slots)
	kernel.Reset(&h.next.Active, int(h.Rows.Frames.Len()))
	h.next.Places = &h.nextWindow.Places
	kernel.Reset(&h.won.words, wonRows*kernel.RowWords)
	kernel.Reset(&h.won.Rows, (wonRows+63)/64)
	h.won.From = &h.won
	kernel.Reset(&h.wonOpen, wonRows)
	h.won.file, h.won.err = &h.File, nil
	h.view(nil, h.scans.lookups)
	kernel.Reset(&h.own, maxTogether*kernel.RowWords)
	kernel.Reset(&h.release, maxTogether*kernel.RowWords)
}

// view empties the windows, and sets them to whole frames or to a band of them. The window of the other side's won
// positions gets the given number of slots.
func (h *cycles) view(b *kernel.Band, wonSlots int) {
	h.Rows.Band = b
	h.nextWindow.begin(&h.Rows, h.scans.targets)
	h.won.begin(&h.Rows, wonSlots)
}

// Solve implements [solve.Worker].
func (h *cycles) Solve(observe solve.Observer) error { return h.Run(h, observe) }

// Room implements [Course].
func (h *cycles) Room() []board.Bitboard { return h.next.Words }

// DecideBoth implements [Course]. A second worker decides one side at the same time: neither worker reads the other's
// writes at a ply.
func (h *cycles) DecideBoth(ply int) error {
	if h.second == nil {
		if err := h.order.decide(board.White, ply); err != nil {
			return err
		}
		return h.order.decide(board.Black, ply)
	}
	for _, c := range board.Colors {
		h.DecidedAt(c, ply+pliesAhead) // a later allocation would move lists that the other worker reads
	}
	var both errgroup.Group
	both.Go(func() error { return h.second.order.decide(board.Black, ply) })
	both.Go(func() error { return h.order.decide(board.White, ply) })
	err := both.Wait()
	h.Found, h.second.Found = h.Found+h.second.Found, 0
	h.File.Traffic.add(&h.second.File.Traffic)
	h.scanned++
	return err
}

// pliesAhead is the largest number of plies after the current one that a course may decide, too.
const pliesAhead = 3

func (h *cycles) another() *cycles {
	other := new(cycles)
	other.share(h)
	other.order = other
	other.open()
	return other
}

// share sets up a worker for the same slice as another one.
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

// wonRows returns the positions that the other side has won.
func (h *cycles) wonRows() kernel.WonRows {
	return kernel.WonRows{Words: h.won.words, Open: h.wonOpen, Places: &h.won.Places, Loaded: &h.won.Loaded}
}

// openNext opens an empty slot for the candidates of a frame.
func (h *cycles) openNext(c board.Color, ply int, frame slice.FrameNo) error {
	if h.nextWindow.has(frame) {
		return nil
	}
	h.File.Traffic.Frames++
	first, end := h.nextWindow.open(frame)
	return h.readMask(OwnSet(c, ply), frame, h.next.Open[first:end])
}

// readMask reads the mask of a frame, or of the band of the windows.
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

// writeMask writes the mask of a frame, or of the band of the windows.
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

// OwnSet returns the set that excludes candidates for a ply: the ply cannot decide the positions in it.
func OwnSet(c board.Color, ply int) SetNo {
	if kernel.IsWin(ply) {
		return WonBy(c)
	}
	return heldBy(c)
}

// openWonFrame opens a slot for the other side's won positions in a frame, and reads their mask only.
func (h *cycles) openWonFrame(frame slice.FrameNo) error {
	if h.won.has(frame) {
		return nil
	}
	h.File.Traffic.Frames++
	first, end := h.won.open(frame)
	h.won.forget(first, end)
	return h.readMask(h.won.set, frame, h.wonOpen[first:end])
}
