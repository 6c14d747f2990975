package paged

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
)

// decide implements order. It takes back the other side's frontier, and decides the candidates.
func (h *cycles) decide(c board.Color, ply int) error {
	h.scanned++
	var frontier spill.FrameList
	if from := kernel.DecidedBefore(ply, h.Metric); from >= 0 {
		frontier = h.decided[c.Other()][from]
	}
	if ply == 0 {
		for _, piece := range h.Checks[c].Pieces {
			h.next.Active[piece.Frame] = true
		}
	}
	h.won.set = WonBy(c.Other())
	h.retraction.Begin(&h.Rows, c, h.next, &h.retraction)
	h.decision.Begin(&h.Rows, c, h.wonRows())
	for _, step := range h.scans.of[c] {
		if pieces := frontier.View(step.frame); len(pieces) > 0 {
			if err := h.retract(c, ply, step.frame, pieces); err != nil {
				return err
			}
		}
		for i := range step.complete {
			if err := h.complete(c, ply, step.complete[i].frame); err != nil {
				return err
			}
			for _, frame := range step.complete[i].passed {
				h.won.close(frame)
			}
		}
	}
	h.DecidedAt(c, ply).Sort()
	if !kernel.IsWin(ply) {
		h.HeldFrom[c] = ply + 1
	}
	return nil
}

// retract takes back the frontier in a frame.
func (h *cycles) retract(c board.Color, ply int, frame slice.FrameNo, pieces []spill.FramePiece) error {
	if err := h.openAround(c, ply, frame); err != nil {
		return err
	}
	rows := &h.Frontier
	for rows.Begin(&h.Sink.Pile, pieces); rows.Number >= 0; rows.Next() {
		h.retraction.Retract(rows.Number, rows.Words, rows.Lanes)
	}
	return rows.Err
}

// openAround opens slots for the candidates of a frame and of those around it, which moves are taken back to.
func (h *cycles) openAround(c board.Color, ply int, frame slice.FrameNo) error {
	if err := h.openNext(c, ply, frame); err != nil {
		return err
	}
	for _, move := range h.Rows.Frames.At(frame).Moves[c] {
		if err := h.openNext(c, ply, move.Frame); err != nil {
			return err
		}
	}
	return nil
}

// complete decides the candidates of a frame.
func (h *cycles) complete(c board.Color, ply int, frame slice.FrameNo) error {
	if due, active := h.dueAt(c, ply, frame), h.next.Active[frame]; active || len(due) > 0 {
		h.next.Active[frame] = false
		if err := h.openNext(c, ply, frame); err != nil {
			return err
		}
		if err := h.decideFrame(c, ply, frame, due); err != nil {
			return err
		}
	}
	h.nextWindow.close(frame)
	return nil
}

// dueAt returns the positions of a frame that exits may decide at a ply. With a band it returns nil.
func (h *cycles) dueAt(c board.Color, ply int, frame slice.FrameNo) []spill.FramePiece {
	if ply >= len(h.Due[c]) || h.Rows.Band != nil {
		return nil
	}
	return h.Due[c][ply].View(frame)
}

// decideFrame decides the candidates of a frame, some rows at a time.
func (h *cycles) decideFrame(c board.Color, ply int, frame slice.FrameNo, due []spill.FramePiece) error {
	if ply == 0 {
		if err := h.addChecks(c, frame); err != nil {
			return err
		}
	}
	first, end := h.nextWindow.slot(frame)
	if !kernel.IsWin(ply) {
		if err := h.openWonAround(c, frame, h.next.Rows[first:end]); err != nil {
			return err
		}
	}
	masked := false
	h.released.Begin(&h.Sink.Pile, due)
	n := min(maxTogether, h.nextWindow.run)
	for at := first; at < end; at += kernel.BitsRow(n) {
		block := rowBlock{c: c, ply: ply, first: h.nextWindow.number(at), at: at, n: n}
		if h.released.Number >= 0 && h.released.Number < block.first+n {
			h.releaseBlock(&block)
			masked = true
		}
		if err := h.decideBlock(&block); err != nil {
			return err
		}
		masked = masked || block.masked
	}
	if err := errors.Join(h.released.Err, h.won.err); err != nil {
		return err
	}
	if err := h.Writer.Flush(h.DecidedAt(c, ply), frame, &h.Sink.Pile); err != nil || !masked {
		return err
	}
	return h.writeMask(OwnSet(c, ply), frame, h.next.Open[first:end])
}

// addChecks makes the positions in check candidates, as they may be mates.
func (h *cycles) addChecks(c board.Color, frame slice.FrameNo) error {
	rows := &h.Frontier
	for rows.Begin(&h.Sink.Pile, h.Checks[c].View(frame)); rows.Number >= 0; rows.Next() {
		h.next.AddRow(&h.Rows, h.next.At(frame, rows.Number), rows.Words, rows.Lanes)
	}
	return rows.Err
}

// openWonAround opens slots for the other side's won positions in a frame and those around it, which candidates may
// move to. It does not read their rows.
func (h *cycles) openWonAround(c board.Color, frame slice.FrameNo, rows []board.Bitboard) error {
	h.won.readTogether(rows)
	if err := h.openWonFrame(frame); err != nil {
		return err
	}
	for _, move := range h.Rows.Frames.At(frame).Moves[c] {
		if err := h.openWonFrame(move.Frame); err != nil {
			return err
		}
	}
	return nil
}
