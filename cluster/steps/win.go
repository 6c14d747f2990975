package steps

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

type winFn struct{ Ply Ply }

// ProcessElement decides which positions of a place are won.
func (f *winFn) ProcessElement(ctx context.Context, at int, records func(*[]byte) bool, emit func(int, Sum)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	all, sum, err := w.gather(records)
	if err != nil {
		return err
	}
	for _, color := range board.Colors {
		won, err := w.bits(wonBits, color)
		if err != nil {
			return err
		}
		dues, err := w.due(color)
		if err != nil {
			return err
		}
		err = w.decide(color, wonBits, won, &sum, func(frame slice.FrameNo, won []board.Bitboard) ([]byte, int, error) {
			return w.steps.Win(color, frame, append(all[color][frame], dues(frame)), won)
		})
		if err != nil {
			return err
		}
	}
	sum.emit(emit)
	return nil
}
