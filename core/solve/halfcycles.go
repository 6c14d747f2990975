package solve

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

func init() { Register(halfCycles{}) }

// halfCycles is grandfather with its bits in scratch, but for a window of frames.
//
// What a side decides at a ply takes one scan over the frames, in which its own king moves in the inner
// loop and the other king in the outer one: what the other side lost, or won, at the ply before is taken back to
// frames of its column, and a frame is decided as soon as nothing more can be taken back to it. All that reads and
// writes is close together then, so that each frame is loaded once in a scan: there are two for each ply.
//
//  1. White's scan. Reads the frontier of Black; next is written and read in the window, and what is
//     left of it goes nowhere. Won is read and written at a ply that wins; at one that loses, held is, and what Black
//     has won is read.
//  2. Black's scan, the same with the loops swapped.
//
// After H. G. Muller, who calls them half-cycles; his newly won set is the frontier, a list. See RATIONALE.md.
type halfCycles struct{ grandfatherSpilled }

func (halfCycles) Name() string { return "half-cycles" }

func (halfCycles) Slowdown() float64 { return 16e-9 }

func (halfCycles) Words() Words {
	return Words{Where: "mostly on disk", By: "going over the kings' squares, a few at a time"}
}

func (m halfCycles) Plan(l *slice.Layout) Plan {
	plan := m.grandfatherSpilled.Plan(l)
	plan.Method = m
	rs := planRows(l)
	held := min(scansOf(rs.frames).slots, int(rs.frames.Len())) << rs.upper // rows
	plan.Parts[0].Bytes = 2 * 8 * int64(3*rs.room(held)+3*held)
	plan.Scratch += pagesBytes(rs) + int64(l.Entries())/2 // frontiers are ordered, and written again
	return plan
}

func (halfCycles) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	g := &retrograde{layout: l, metric: metric, state: state{held: true}}
	g.proof = &asking{retrograde: g}
	return &cycles{retrograde: g}
}

// cycles is the worker of half-cycles.
type cycles struct {
	*retrograde
	scans  *scans
	places [2]places
}

// places say where in its frontiers the rows of a side begin: by ply, as frontiers are, and by frame.
type places [value.MostWait + 1][]place

// of returns those of the frontier of a ply.
func (p *places) of(ply int) []place { return p[ply%len(p)] }

// nowhere is the place of a frame that has no row in a list.
var nowhere = place{block: -1}

// begin forgets all places in a frontier.
func (p *places) begin(ply, frames int) {
	list := &p[ply%len(p)]
	*list = slices.Grow((*list)[:0], frames)[:frames]
	for frame := range *list {
		(*list)[frame] = nowhere
	}
}

// Limit implements [Worker].
func (h *cycles) Limit(bytes int64, room scratch.Room) {
	rs := planRows(h.layout)
	h.state.pager = &pages{room: room, slots: scansOf(rs.frames).slots}
	h.retrograde.Limit(bytes, scratch.Behind(room, pagesBytes(rs)))
}

// Begin implements [Worker].
func (h *cycles) Begin(number slice.Number, into Sink) error {
	err := h.retrograde.Begin(number, into)
	h.scans = scansOf(h.rows.frames)
	for c := range h.places {
		for ply := range h.places[c] {
			h.places[c].begin(ply, int(h.rows.frames.Len()))
		}
	}
	return err
}

// Solve implements [Worker].
func (h *cycles) Solve(observe Observer) error { return h.solveBy(h.ply, observe) }

// ply is [retrograde.ply], but takes back first what was decided before.
func (h *cycles) ply(ply int) (more bool, err error) {
	for _, c := range board.Colors {
		if ply <= value.MaxByteRound {
			if err := h.release(c, ply); err != nil {
				return false, err
			}
		}
		any, err := h.scan(c, ply)
		if err != nil {
			return false, err
		}
		more = more || any
	}
	if ply > value.MaxByteRound {
		if err := h.wantNoCandidate(); err != nil {
			return false, err
		}
	}
	if from := h.decidedBefore(ply); from >= 0 {
		for _, c := range board.Colors {
			if err := h.endPly(c, from); err != nil {
				return false, err
			}
		}
	}
	return more || h.anyDueAfter(ply) || h.anyWaiting(), h.pool.err()
}

// scan takes back and decides what a side wins or loses at a ply.
func (h *cycles) scan(c board.Color, ply int) (progress bool, err error) {
	to := h.beginTakingBack(c, ply-1)
	defer to.close()
	in := h.beginDeciding(c, ply)
	defer in.close()
	decided, places := h.sides[c].frontier(ply), h.places[c].of(ply)
	for _, step := range h.scans.of[c] {
		if err := h.takeBackTo(&to, ply, step.frame); err != nil {
			return false, err
		}
		if ply > value.MaxByteRound {
			continue
		}
		for _, frame := range step.complete {
			at := decided.next()
			any, err := h.decideIn(&in, c, ply, frame)
			if err != nil {
				return false, err
			}
			if any {
				progress, places[frame] = true, at
			}
		}
	}
	return progress, nil
}

// takeBackTo takes back the rows of a frame that were decided before a ply.
func (h *cycles) takeBackTo(to *window, ply int, frame slice.FrameNo) error {
	from := h.decidedBefore(ply)
	if from < 0 {
		return nil
	}
	decided := h.takeback.color.Other()
	at := h.places[decided].of(from)[frame]
	if at == nowhere {
		return nil
	}
	if err := to.moveTo(frame); err != nil {
		return err
	}
	to.wrote(h.takeback.color, nextSet)
	return h.eachRow(h.sides[decided].frontier(from), frame, at, h.takeback.takeBack)
}

// eachRow calls f with each row that a list has of a frame, from a place on.
func (h *cycles) eachRow(list *rowList, frame slice.FrameNo, at place, f func(number rowNo, words board.Bitboard, lanes []board.Bitboard)) error {
	rows := list.readAt(at, &h.pool)
	for ; rows.number >= 0 && h.rows.frameOf(rows.number) == frame; rows.next() {
		f(rows.number, rows.words, rows.lanes)
	}
	rows.close()
	return h.pool.err()
}

// endPly hands a frontier over to the record, in the order of its rows' numbers.
func (h *cycles) endPly(c board.Color, ply int) error {
	frontier, places := h.sides[c].frontier(ply), h.places[c].of(ply)
	ordered := rowList{}
	for frame, at := range places {
		if at == nowhere {
			continue
		}
		err := h.eachRow(frontier, slice.FrameNo(frame), at, func(number rowNo, words board.Bitboard, lanes []board.Bitboard) {
			copy(ordered.addRow(number, words, &h.pool)[:], lanes)
		})
		if err != nil {
			return err
		}
	}
	frontier.clear(&h.pool)
	h.record.endPly(c, ply, &ordered, &h.pool)
	ordered.clear(&h.pool)
	h.places[c].begin(ply, len(places))
	return nil
}
