package solve

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// cycles is the worker of half-cycles, and what those have in common that go over the frames in another order.
type cycles struct {
	paged
	order order
	scans *scans

	threads int     // that may work on a slice
	second  *cycles // of another thread; nil if one does all

	next      candidates // of the side that a scan is of, in a window
	taking    window
	asked     askedRows        // what the other side has won
	askedOpen []board.Bitboard // where it is not
	decision  decision
	takeback  takeback
	released  frameReader
	own       []board.Bitboard // some rows of the set that a frame is decided by
	release   []board.Bitboard // lanes of these whose exits decide
	mask      []board.Bitboard // of a frame of which windows have a band
	tooLong   bool             // a line is longer than the sink has room for
	scanned   int              // scans so far, and passes
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

// Begin implements [Worker].
func (h *cycles) Begin(number slice.Number, into Sink, with Resources) (saved int, err error) {
	h.threads = with.Threads
	if saved, err = h.begin(number, into, with); err != nil {
		return 0, err
	}
	h.scans, h.tooLong, h.scanned = scansOf(h.rows.frames), false, 0
	return saved, nil
}

// Holds implements [Worker].
func (h *cycles) Holds() []Part {
	bits := bytesOfAll(h.next.words, h.next.rows, h.next.open, h.asked.words, h.askedOpen, h.own, h.release, h.mask)
	return []Part{{bitsPart, bits}, {listsPart, h.listed()}, {framesPart, framesBytes(int64(h.rows.frames.Len()))}}
}

// Traffic returns what was read and written of the bits of the slice, and how many scans and passes that took.
func (h *cycles) Traffic() (t Traffic, scans int) { return h.file.Traffic, h.scanned }

// makeRoom implements course.
func (h *cycles) makeRoom() {
	h.second = nil
	h.order.open()
}

func (h *cycles) open() {
	h.openWindows(h.scans.asking << h.rows.upper)
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
	slots := h.scans.taking << h.rows.upper
	reset(&h.next.words, slots*rowWords)
	reset(&h.next.rows, slots)
	reset(&h.next.open, slots)
	reset(&h.next.active, int(h.rows.frames.Len()))
	h.next.places = &h.taking.places
	reset(&h.asked.words, asked*rowWords)
	reset(&h.asked.rows, (asked+63)/64)
	h.asked.from = &h.asked
	reset(&h.askedOpen, asked)
	h.asked.file, h.asked.err = &h.file, nil
	h.view(nil, h.scans.asking)
	reset(&h.own, maxTogether*rowWords)
	reset(&h.release, maxTogether*rowWords)
}

// view has windows show whole frames, or the rows of a band: so many at once of what the other side has won.
func (h *cycles) view(b *band, asking int) {
	h.rows.band = b
	h.taking.begin(&h.rows, h.scans.taking)
	h.asked.begin(&h.rows, asking)
}

// Solve implements [Worker].
func (h *cycles) Solve(observe Observer) error { return h.run(h, observe) }

// room implements course.
func (h *cycles) room() []board.Bitboard { return h.next.words }

// decideBoth implements course: if there is a second worker, at once. What one of them writes at a ply the other one
// does not read.
func (h *cycles) decideBoth(ply int) error {
	if h.second == nil {
		if err := h.order.decide(board.White, ply); err != nil {
			return err
		}
		return h.order.decide(board.Black, ply)
	}
	for _, c := range board.Colors {
		h.decidedAt(c, ply+aheadPlies) // makes room for lists, which later would move those that the other one reads
	}
	black := make(chan error, 1)
	go func() { black <- h.second.order.decide(board.Black, ply) }()
	err := h.order.decide(board.White, ply)
	if other := <-black; err == nil {
		err = other
	}
	h.found, h.second.found = h.found+h.second.found, 0
	h.file.Traffic.add(&h.second.file.Traffic)
	h.scanned++
	return err
}

// aheadPlies is how many plies after the one that is being decided a course may decide, too.
const aheadPlies = 3

func (h *cycles) another() *cycles {
	other := new(cycles)
	other.share(h)
	other.order = other
	other.open()
	return other
}

// share has a worker go over the same slice as another one.
func (h *cycles) share(with *cycles) {
	h.paged = paged{layout: with.layout, metric: with.metric, rows: with.rows, sink: with.sink, lists: with.lists, lastRound: with.lastRound}
	h.file.room, h.file.rows = with.file.room, &h.rows
	h.scans = with.scans
}

// decide implements order. It takes back what the other side's frontier has, and decides.
func (h *cycles) decide(c board.Color, ply int) error {
	h.scanned++
	var frontier frameList
	if from := decidedBefore(ply, h.metric); from >= 0 {
		frontier = h.decided[c.Other()][from]
	}
	if ply == 0 {
		for _, piece := range h.checks[c].pieces {
			h.next.active[piece.frame] = true
		}
	}
	h.asked.set = wonBy(c.Other())
	h.takeback.begin(&h.rows, c, h.next, &h.takeback)
	h.decision.begin(&h.rows, c, h.wonRows())
	for _, step := range h.scans.of[c] {
		if pieces := frontier.of(step.frame); len(pieces) > 0 {
			if err := h.takeBack(c, ply, step.frame, pieces); err != nil {
				return err
			}
		}
		for i := range step.complete {
			if err := h.complete(c, ply, step.complete[i].frame); err != nil {
				return err
			}
			for _, frame := range step.complete[i].passed {
				h.asked.close(frame)
			}
		}
	}
	h.decidedAt(c, ply).sort()
	if !isWin(ply) {
		h.heldFrom[c] = ply + 1
	}
	return nil
}

// wonRows returns what the other side has won.
func (h *cycles) wonRows() wonRows {
	return wonRows{h.asked.words, h.askedOpen, &h.asked.places, &h.asked.loaded}
}

// takeBack takes back what the frontier has in a frame.
func (h *cycles) takeBack(c board.Color, ply int, frame slice.FrameNo, pieces []framePiece) error {
	if err := h.openAround(c, ply, frame); err != nil {
		return err
	}
	rows := &h.frontier
	for rows.begin(&h.sink.pile, pieces); rows.number >= 0; rows.next() {
		h.takeback.takeBack(rows.number, rows.words, rows.lanes)
	}
	return rows.err
}

// openAround makes room for the candidates of a frame and those around it, to which it is taken back.
func (h *cycles) openAround(c board.Color, ply int, frame slice.FrameNo) error {
	if err := h.openNext(c, ply, frame); err != nil {
		return err
	}
	for _, move := range h.rows.frames.At(frame).Moves[c] {
		if err := h.openNext(c, ply, move.Frame); err != nil {
			return err
		}
	}
	return nil
}

// openNext makes room for the candidates of a frame, without any.
func (h *cycles) openNext(c board.Color, ply int, frame slice.FrameNo) error {
	if h.taking.has(frame) {
		return nil
	}
	h.file.Traffic.Frames++
	first, end := h.taking.open(frame)
	return h.readMask(ownSet(c, ply), frame, h.next.open[first:end])
}

// readMask reads the mask of a frame, or of the band of it that windows show.
func (h *cycles) readMask(set setNo, frame slice.FrameNo, into []board.Bitboard) error {
	first, _ := h.rows.ofFrame(frame)
	switch b := h.rows.band; {
	case b == nil:
		return h.file.readMask(set, first, into)
	case hasMasks(b):
		return eachMask(b, into, func(at rowNo, mask []board.Bitboard) error { return h.file.readMask(set, first+at, mask) })
	}
	if err := h.file.readMask(set, first, h.mask); err != nil {
		return err
	}
	for i := range into {
		into[i] = h.mask[h.rows.band.stretch(rowNo(i))]
	}
	return nil
}

// writeMask writes it.
func (h *cycles) writeMask(set setNo, frame slice.FrameNo, from []board.Bitboard) error {
	first, _ := h.rows.ofFrame(frame)
	switch b := h.rows.band; {
	case b == nil:
		return h.file.writeMask(set, first, from)
	case hasMasks(b):
		return eachMask(b, from, func(at rowNo, mask []board.Bitboard) error { return h.file.writeMask(set, first+at, mask) })
	}
	if err := h.file.readMask(set, first, h.mask); err != nil {
		return err
	}
	for i, words := range from {
		h.mask[h.rows.band.stretch(rowNo(i))] = words
	}
	return h.file.writeMask(set, first, h.mask)
}

// ownSet is the set that candidates for a ply are held to: what is in it can't be decided.
func ownSet(c board.Color, ply int) setNo {
	if isWin(ply) {
		return wonBy(c)
	}
	return heldBy(c)
}

// complete decides the candidates of a frame.
func (h *cycles) complete(c board.Color, ply int, frame slice.FrameNo) error {
	if due, active := h.dueAt(c, ply, frame), h.next.active[frame]; active || len(due) > 0 {
		h.next.active[frame] = false
		if err := h.openNext(c, ply, frame); err != nil {
			return err
		}
		if err := h.decideFrame(c, ply, frame, due); err != nil {
			return err
		}
	}
	h.taking.close(frame)
	return nil
}

// dueAt returns what may be decided in a frame by exits: only of whole frames.
func (h *cycles) dueAt(c board.Color, ply int, frame slice.FrameNo) []framePiece {
	if ply >= len(h.due[c]) || h.rows.band != nil {
		return nil
	}
	return h.due[c][ply].of(frame)
}

// decideFrame decides the candidates of a frame, some rows at a time.
func (h *cycles) decideFrame(c board.Color, ply int, frame slice.FrameNo, due []framePiece) error {
	if ply == 0 {
		if err := h.addChecks(c, frame); err != nil {
			return err
		}
	}
	first, end := h.taking.slot(frame)
	if !isWin(ply) {
		if err := h.openAsked(c, frame, h.next.rows[first:end]); err != nil {
			return err
		}
	}
	masked := false
	h.released.begin(&h.sink.pile, due)
	n := min(maxTogether, h.taking.run)
	for at := first; at < end; at += bitsRow(n) {
		block := rowBlock{c: c, ply: ply, first: h.taking.number(at), at: at, n: n}
		if h.released.number >= 0 && h.released.number < block.first+n {
			h.releaseBlock(&block)
			masked = true
		}
		if err := h.decideBlock(&block); err != nil {
			return err
		}
		masked = masked || block.masked
	}
	if err := errors.Join(h.released.err, h.asked.err); err != nil {
		return err
	}
	if err := h.writer.flush(h.decidedAt(c, ply), frame, &h.sink.pile); err != nil || !masked {
		return err
	}
	return h.writeMask(ownSet(c, ply), frame, h.next.open[first:end])
}

// addChecks makes candidates of those in check: they may be mated.
func (h *cycles) addChecks(c board.Color, frame slice.FrameNo) error {
	rows := &h.frontier
	for rows.begin(&h.sink.pile, h.checks[c].of(frame)); rows.number >= 0; rows.next() {
		h.next.addRow(&h.rows, h.next.at(frame, rows.number), rows.words, rows.lanes)
	}
	return rows.err
}

// openAsked makes room for what the other side has won in a frame and around it, where the candidates of the frame may
// move to. Of that nothing is read yet.
func (h *cycles) openAsked(c board.Color, frame slice.FrameNo, rows []board.Bitboard) error {
	h.asked.readTogether(rows)
	if err := h.openAskedFrame(frame); err != nil {
		return err
	}
	for _, move := range h.rows.frames.At(frame).Moves[c] {
		if err := h.openAskedFrame(move.Frame); err != nil {
			return err
		}
	}
	return nil
}

func (h *cycles) openAskedFrame(frame slice.FrameNo) error {
	if h.asked.has(frame) {
		return nil
	}
	h.file.Traffic.Frames++
	first, end := h.asked.open(frame)
	h.asked.forget(first, end)
	return h.readMask(h.asked.set, frame, h.askedOpen[first:end])
}
