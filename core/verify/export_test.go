package verify

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/table"
)

// Alone recomputes every entry by itself, and by nothing else.
func Alone(ctx context.Context, store table.Store, class material.Class) error {
	library := table.NewLibrary(store, 1<<30)
	defer library.Close()
	t, err := library.Open(ctx, class)
	if err != nil {
		return err
	}
	w := newWorker(newVerification(ctx, library, t.Layout, Options{Every: 1}.withDefaults()))
	for number := range t.Layout.Slices() {
		for _, c := range board.Colors {
			for frame := range t.Layout.Frames().Len() {
				first := slice.Place{Slice: number, Side: c, Entry: frame * t.Layout.FrameEntries()}
				stored, err := w.stored(first)
				if err != nil {
					return err
				}
				if err := w.sample(first, stored); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
