package verify

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
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

// Unpacked verifies a small table as a large one with castling rights is verified: it reads frames of at least 64
// entries from scratch.
func Unpacked(
	ctx context.Context, tables store.Store, class material.Class, open func() (scratch.File, error),
) (*Result, error) {
	before := unpackedFrame
	unpackedFrame = 64
	defer func() { unpackedFrame = before }()
	lib := library.New(tables, 1<<30)
	defer lib.Close()
	t, err := lib.Open(ctx, class)
	if err != nil {
		return nil, err
	}
	v := newVerification(ctx, lib, t, Options{Scratch: open, Threads: 2}.withDefaults())
	v.newWorker = func() worker { return newUnpackingWorker(v) }
	return &v.total.result, v.all(t)
}
