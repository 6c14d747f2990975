package ending

import (
	"context"
	"errors"
	"maps"
	"slices"
)

// Mates finds the plies to mate of all positions that are solved and won or lost. It stores them in the journal, and
// continues after an earlier call. It ends early if the context ends, which is not an error. If play can reach only few
// slices, it solves all of these first, so that bounds meet.
//
// Slices with more pieces than the memory has room for are left out, see [LeastMateMemory]. A win that needs them has
// no plies to mate. A mate of more than 254 moves is left out, too.
//
// Observe, unless it is nil, is called as by [Reader.Verify]. Errors are those of the room.
func (e *Ending) Mates(ctx context.Context, observe func(done, of int)) error {
	if observe != nil {
		e.reporter.begin(func() { observe(0, e.progress.Todo) })
		defer e.reporter.begin(nil)
	}
	err := e.solveRest(ctx)
	if err == nil {
		err = e.findMates(ctx, observe)
	}
	if err != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// fewPositions is how many positions are solved to find mates. They take a second or two.
const fewPositions = 1 << 26

// solveRest solves all slices that play can reach, unless they have too many positions.
func (e *Ending) solveRest(ctx context.Context) error {
	const few = fewPositions / (2 * 64 * 64) // slices of kings and pawns
	within := func(s Slice, _ bool) bool { return s.pieces.count() <= e.most }
	list, err := closure(ctx.Err, starts(&e.root), few+1, within)
	if err != nil || len(list) > few || positionsIn(list) > fewPositions {
		return err
	}
	return e.solveAll(ctx, inOrder(list))
}

// findMates finds the mates of all solved slices.
func (e *Ending) findMates(ctx context.Context, observe func(done, of int)) error {
	all := newCrew(len(e.crew.solvers), e.crew.memory, e.kept)
	all.wordBytes = mateWordBytes
	most := all.mostPieces()
	list := slices.Collect(maps.Keys(e.kept.nodes))
	list = inOrder(slices.DeleteFunc(list, func(s Slice) bool { return s.pieces.count() > most }))
	done := 0
	var reports reporter
	if observe != nil {
		reports.begin(func() { observe(done, len(list)) })
	}
	all.remind(reports.remind)
	e.crew.forget()
	all.limit = e.kept.limit
	e.kept.shareMates(searchShare)
	defer func() {
		e.kept.shareMates(mateShare)
		e.crew.share(1, MaxPieces) // for measuring
	}()
	err := all.each(ctx, list, func(ctx context.Context, solver *solver, s Slice) error {
		if e.kept.isUnmated(s) {
			if err := e.kept.findMates(ctx, solver, s); err != nil {
				return err
			}
		}
		reports.update(func() { done++ })
		return nil
	})
	e.progress.Bytes = e.kept.journal.pile.Bytes()
	return err
}

// findMates finds and stores the mates of a slice.
func (k *kept) findMates(ctx context.Context, solver *solver, s Slice) error {
	fastest, err := solver.mates(ctx, s, k, most, nil)
	if err == nil {
		err = k.putMates(s, most, fastest)
	}
	if err != nil {
		return err
	}
	bound, err := solver.mates(ctx, s, k, least, fastest)
	if err != nil {
		return err
	}
	if bound.equal(fastest) {
		bound = nil
	}
	return k.putMates(s, least, bound)
}
