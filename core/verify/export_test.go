package verify

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// Alone recomputes every entry alone, without a lookahead.
func Alone(ctx context.Context, tables store.Store, class material.Class) error {
	lib := library.New(tables, 1<<30)
	defer lib.Close()
	t, err := lib.Open(ctx, class)
	if err != nil {
		return err
	}
	w := newFrameWorker(newVerification(ctx, lib, t, Options{Every: 1}.withDefaults()))
	for number := range t.Layout.Slices() {
		for _, c := range board.Colors {
			for frame := range t.Layout.Frames().Len() {
				first := slice.Place{Slice: number, Side: c, Entry: t.Layout.FirstEntry(frame)}
				for i := range w.levels {
					if err := w.read(&w.levels[i], first); err != nil {
						return err
					}
				}
				if err := w.sample(first); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
