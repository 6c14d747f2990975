package steps

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

type valuesFn struct{ Ply Ply }

// ProcessElement makes the values of a place.
func (f *valuesFn) ProcessElement(ctx context.Context, at int, emit func(int, Sum)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	first, end := w.frames(w.at)
	for _, color := range board.Colors {
		values := make([]value.Byte, int(end-first)*w.layout.FrameEntries())
		for ply := range f.Ply.Ply + 1 {
			rows, err := w.readRows(ctx, plyName(ply), decided, color, w.at)
			if err != nil {
				return err
			}
			for _, of := range rows {
				if err := w.steps.Put(ply, of, first, values); err != nil {
					return err
				}
			}
		}
		if err := w.Files.Write(ctx, w.valueName(color, w.at), value.RawBytes(values)); err != nil {
			return err
		}
	}
	Sum{}.emit(emit)
	return nil
}
