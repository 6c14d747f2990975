package steps

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

type tryFn struct{ Ply Ply }

// ProcessElement finds candidates for losses in a place, and sends questions about their king's moves.
func (f *tryFn) ProcessElement(ctx context.Context, at int, records func(*[]byte) bool, emit func(int, []byte)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	all, sum, err := w.gather(records)
	if err != nil {
		return err
	}
	for _, color := range board.Colors {
		held, err := w.bits(heldBits, color)
		if err != nil {
			return err
		}
		lost, err := w.bits(wonBits, color.Other())
		if err != nil {
			return err
		}
		dues, err := w.due(color)
		if err != nil {
			return err
		}
		first, end := w.frames(w.at)
		for frame := first; frame < end; frame++ {
			rows, ask, err := w.steps.Try(
				color,
				frame,
				all[color][frame],
				dues(frame),
				w.of(held, frame),
				w.of(lost, frame),
			)
			if err != nil {
				return err
			}
			if len(rows) > 0 {
				w.send(emit, record{candidate, color, frame, frame, rows})
			}
			for _, to := range ask {
				w.send(emit, record{question, color, to, frame, rows})
			}
		}
		// Bits that exits no longer hold: the positions are lost with the candidates, or are not.
		if err := w.writeBits(ctx, plyName(f.Ply.Ply), released, color, w.at, held); err != nil {
			return err
		}
	}
	return w.visit(emit, sum)
}

type answerFn struct{ Ply Ply }

// ProcessElement answers the questions to a place, and passes on the candidates.
func (f *answerFn) ProcessElement(
	ctx context.Context, at int, records func(*[]byte) bool, emit func(int, []byte),
) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	var lost [2][]board.Bitboard // by the side of the question
	sum, err := w.each(records, func(r record) (err error) {
		switch r.kind {
		case candidate:
			w.send(emit, r)
		case question:
			if lost[r.color] == nil {
				if lost[r.color], err = w.bits(wonBits, r.color.Other()); err != nil {
					return err
				}
			}
			saved, err := w.steps.Answer(r.color, r.rows, r.frame, w.of(lost[r.color], r.frame))
			if err == nil && len(saved) > 0 {
				w.send(emit, record{answer, r.color, r.from, r.frame, saved})
			}
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	return w.visit(emit, sum)
}

type loseFn struct{ Ply Ply }

// ProcessElement decides which positions of a place are lost.
func (f *loseFn) ProcessElement(ctx context.Context, at int, records func(*[]byte) bool, emit func(int, Sum)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	candidates, saved := [2]map[slice.FrameNo][]byte{{}, {}}, [2]map[slice.FrameNo][][]byte{{}, {}}
	sum, err := w.each(records, func(r record) error {
		switch r.kind {
		case candidate:
			candidates[r.color][r.frame] = r.rows
		case answer:
			saved[r.color][r.frame] = append(saved[r.color][r.frame], r.rows)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, color := range board.Colors {
		bits, err := w.readBitsOf(ctx, w.name(plyName(f.Ply.Ply), released, color, w.at), w.at, w.steps.Words())
		if err != nil {
			return err
		}
		err = w.decide(
			color,
			heldBits,
			bits,
			&sum,
			func(frame slice.FrameNo, held []board.Bitboard) ([]byte, int, error) {
				return w.steps.Lose(color, frame, candidates[color][frame], saved[color][frame], held)
			},
		)
		if err != nil {
			return err
		}
	}
	sum.emit(emit)
	return nil
}
