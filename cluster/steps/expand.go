package steps

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

type expandFn struct{ Ply Ply }

// ProcessElement expands the positions that were decided in a place.
func (f *expandFn) ProcessElement(ctx context.Context, at int, emit func(int, []byte)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	emit(at, record{}.append(nil))
	from := w.steps.Before(f.Ply.Ply)
	if from < 0 {
		return nil
	}
	for _, color := range board.Colors {
		rows, err := w.readRows(ctx, plyName(from), decided, color.Other(), w.at)
		if err != nil {
			return err
		}
		for _, of := range rows {
			err := w.steps.Expand(color, of, func(to slice.FrameNo, rows []byte) {
				w.send(emit, record{kind: expanded, color: color, frame: to, rows: rows})
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
