package solve

import (
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

func init() { Register(halfCycles{}) }

// halfCycles is grandfather with its bits in scratch, but for a window of frames.
//
// What a side decides at a ply takes one scan over the frames (scan.go), in which its king moves in the inner loop
// and the other king in the outer one. So what the scan works on is close together: with some thirty frames in memory
// each is loaded once. Frame by frame a scan
//
//  1. takes back what the other side's frontier has in the frame to this one and those that moves of the king lead to. Reads the frontier,
//     which is a list, by frame; writes next.
//  2. releases exits in each frame to which nothing more is taken back, and decides its candidates. Reads next and, where
//     they may win, won, or else held and, in the frames around, what the other side has won; writes won or
//     held, and values.
//
// Next is empty behind it, and need not be kept. The other side's scan follows, with the loops swapped.
//
// After H. G. Muller, who calls them half-cycles: see RATIONALE.md.
type halfCycles struct{ grandfatherSpilled }

func (halfCycles) Name() string { return "half-cycles" }

// Slowdown comes from KRRvKR, which takes 7.6 s to solve where grandfather-spilled takes 5.5.
func (halfCycles) Slowdown() float64 { return 16e-9 }

func (halfCycles) Words() Words {
	return Words{Where: "mostly on disk", By: "going over the kings' squares, a few at a time"}
}

func (m halfCycles) Plan(l *slice.Layout) Plan {
	plan := m.grandfatherSpilled.Plan(l)
	plan.Method = m
	rs := planRows(l)
	frames := int(rs.frames.Len())
	held := min(scansOf(rs.frames).slots, frames) << rs.upper // rows
	for i := range plan.Parts {
		if plan.Parts[i].Name == bitsPart {
			plan.Parts[i].Bytes = bitsOfRows(rs, 3, held)
		}
	}
	plan.Parts = append(plan.Parts, Part{framesPart, framesBytes(frames)})
	plan.Scratch += pagesBytes(rs) + int64(l.Entries()) // frontiers are put in order, and written again
	return plan
}

// framesBytes is what it takes to know where frames are, and their rows in lists.
func framesBytes(frames int) int64 {
	frame := 2 * unsafe.Sizeof(page{})
	frame += unsafe.Sizeof([2]places{}[0][0][0]) * uintptr(2*len(places{})+1)
	frame += 2 * (unsafe.Sizeof(scanStep{}) + unsafe.Sizeof(slice.FrameNo(0)))
	return int64(frames) * int64(frame)
}

func (halfCycles) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	g := &retrograde{layout: l, metric: metric, state: state{held: true}}
	g.proof = &asking{retrograde: g}
	return &cycles{retrograde: g}
}

// cycles is the worker of half-cycles.
type cycles struct {
	*retrograde
	scans   *scans
	decided [2]places
	due     []place // of a ply and a side, by frame
	ordered rowList
	scanned int // scans so far
}

// places say where the rows of a side begin in its frontiers: by ply, as frontiers are, and by frame.
type places [value.MostWait + 1][]place

// of returns those in the frontier of a ply.
func (p *places) of(ply int) []place { return p[ply%len(p)] }

// nowhere is the place of a frame that has no row in a list.
var nowhere = place{block: -1}

// setNowhere makes a list of so many frames.
func setNowhere(list *[]place, frames int) {
	reset(list, frames)
	for frame := range *list {
		(*list)[frame] = nowhere
	}
}

// Limit implements [Worker]. All lists go to the scratch of the sink.
func (h *cycles) Limit(bytes int64, room scratch.Room) {
	h.state.pager = &pages{room: room, capacity: scansOf(planRows(h.layout).frames).slots}
	h.retrograde.Limit(bytes, room)
}

// Begin implements [Worker].
func (h *cycles) Begin(number slice.Number, into Sink) error {
	err := h.retrograde.Begin(number, into)
	h.scanned = 0
	h.scans = scansOf(h.rows.frames)
	for c := range h.decided {
		for ply := range h.decided[c] {
			setNowhere(&h.decided[c][ply], int(h.rows.frames.Len()))
		}
	}
	return err
}

// Solve implements [Worker].
func (h *cycles) Solve(observe Observer) error { return h.solveBy(h.ply, observe) }

// ply is [retrograde.ply], but takes back first what was decided before.
func (h *cycles) ply(ply int) (more bool, err error) {
	from := h.decidedBefore(ply)
	for _, c := range board.Colors {
		if ply > value.MaxByteRound {
			err = h.takeBack(c, from)
		} else {
			err = h.scan(c, ply, from)
		}
		if err != nil {
			return false, err
		}
	}
	if ply > value.MaxByteRound {
		if err := h.wantNoCandidate(); err != nil {
			return false, err
		}
	}
	if from >= 0 {
		for _, c := range board.Colors {
			if err := h.endPly(c, from); err != nil {
				return false, err
			}
		}
	}
	return h.anyDueAfter(ply) || h.anyWaiting(), h.pool.err()
}

// scan takes back what was decided at an earlier ply, if that is one, and decides what a side wins or loses.
func (h *cycles) scan(c board.Color, ply, from int) error {
	h.scanned++
	if err := h.findDue(c, ply); err != nil {
		return err
	}
	to := h.beginTakingBack(c, from)
	defer to.close()
	in := h.beginDeciding(c, ply)
	defer in.close()
	frontier, decided := h.sides[c].frontier(ply), h.decided[c].of(ply)
	for _, step := range h.scans.of[c] {
		if from >= 0 {
			if err := h.takeBackFrame(&to, from, step.frame); err != nil {
				return err
			}
		}
		for _, frame := range step.complete {
			if err := h.releaseFrame(&in, c, ply, frame); err != nil {
				return err
			}
			at := frontier.next()
			any, err := h.decideIn(&in, c, ply, frame)
			if err != nil {
				return err
			}
			if any {
				decided[frame] = at
			}
		}
	}
	h.sides[c].due[ply].clear(&h.pool)
	return nil
}

// takeBackFrame takes back what the other side has decided in a frame at a ply.
func (h *cycles) takeBackFrame(to *window, ply int, frame slice.FrameNo) error {
	t := &h.takeback
	at := h.decided[t.color.Other()].of(ply)[frame]
	if at == nowhere {
		return nil
	}
	if err := to.moveTo(frame); err != nil {
		return err
	}
	to.wrote(t.color, nextSet)
	rows := h.sides[t.color.Other()].frontier(ply).readAt(at, &h.pool)
	for ; h.isIn(&rows, frame); rows.next() {
		t.takeBack(rows.number, rows.words, rows.lanes)
	}
	rows.close()
	return h.pool.err()
}

// isIn reports whether a reader stands on a row of a frame.
func (h *cycles) isIn(rows *rowReader, frame slice.FrameNo) bool {
	return rows.number >= 0 && h.rows.frameOf(rows.number) == frame
}

// findDue finds out where the exits that decide at a ply are, frame by frame. Where a frame's exits are not listed together, it
// releases them.
func (h *cycles) findDue(c board.Color, ply int) error {
	setNowhere(&h.due, int(h.rows.frames.Len()))
	if h.rows.cells != nil {
		return h.release(c, ply)
	}
	last := slice.FrameNo(noFrame)
	for due := h.sides[c].due[ply].read(&h.pool); due.number >= 0; due.next() {
		if frame := h.rows.frameOf(due.number); frame != last {
			h.due[frame], last = due.place(), frame
		}
	}
	return h.pool.err()
}

// releaseFrame releases what is due in a frame.
func (h *cycles) releaseFrame(in *window, c board.Color, ply int, frame slice.FrameNo) error {
	if h.due[frame] == nowhere {
		return nil
	}
	if err := in.moveTo(frame); err != nil {
		return err
	}
	in.wrote(c, h.releasing(ply).writes)
	due := h.sides[c].due[ply].readAt(h.due[frame], &h.pool)
	for ; h.isIn(&due, frame); due.next() {
		h.releaseRow(c, ply, &due)
	}
	due.close()
	return h.pool.err()
}

// endPly hands a frontier over to the record, with its frames in order.
func (h *cycles) endPly(c board.Color, ply int) error {
	frontier, decided := h.sides[c].frontier(ply), h.decided[c].of(ply)
	for frame, at := range decided {
		if at == nowhere {
			continue
		}
		decided[frame] = nowhere
		rows := frontier.readAt(at, &h.pool)
		for ; h.isIn(&rows, slice.FrameNo(frame)); rows.next() {
			copy(h.ordered.addRow(rows.number, rows.words, &h.pool)[:], rows.lanes)
		}
		rows.close()
	}
	frontier.clear(&h.pool)
	h.record.endPly(c, ply, &h.ordered, &h.pool)
	h.ordered.clear(&h.pool)
	return h.pool.err()
}
