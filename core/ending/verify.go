package ending

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/words"
)

// A WrongError reports a stored slice whose bounds do not follow from those of the slices after it.
type WrongError struct{ Slice Slice }

// Message returns the slice as a message.
func (e *WrongError) Message() words.Message { return words.New("core.ending.wrong", "slice", e.Slice) }

// Error returns the slice.
func (e *WrongError) Error() string { return e.Message().String() }

// VerifyOptions are the means to verify an ending.
type VerifyOptions struct {
	Threads int   // at least one is used
	Memory  int64 // for solvers, in bytes; see [LeastMemory], and [LeastMateMemory] if there are mates
}

// Verify solves every stored slice again, given the stored bounds of the slices after it. The stored bounds must
// contain those found. If no slice after it has changed since a slice was solved, they must be the same. Then Verify
// finds the stored plies to mate again, in the same way.
//
// The slices with the lowest potential come first. So without an error all bounds are right, even if a stranger wrote
// the journal. Errors are [*WrongError], [*MemoryError], and those of the context and of the room.
//
// Observe, unless it is nil, is called after each slice, and after each with plies to mate. While these take long, it
// is called several times a second. One goroutine at a time calls it.
func (r *Reader) Verify(ctx context.Context, o VerifyOptions, observe func(done, of int)) error {
	r.kept.mu.Lock()
	list := inOrder(slices.Collect(maps.Keys(r.kept.nodes)))
	r.kept.mu.Unlock()
	all := newCrew(o.Threads, o.Memory, r.kept)
	for _, s := range list {
		if n := s.pieces.count(); n > all.widest() {
			return &MemoryError{LeastMemory(n)}
		}
	}
	done, mated := 0, r.kept.withMates()
	var reports reporter
	if observe != nil {
		reports.begin(func() { observe(done, len(list)+len(mated)) })
	}
	all.remind(reports.remind)
	another := func() { done++ }
	err := all.each(ctx, list, func(ctx context.Context, solver *solver, s Slice) error {
		if err := r.verifySlice(ctx, solver, s); err != nil {
			return err
		}
		reports.update(another)
		return nil
	})
	if err != nil {
		return err
	}
	all.forget()
	return r.verifyMates(ctx, o, mated, &reports, another)
}

// verifyMates is Verify for the mates of some slices, whose bounds are right. It calls a function after each slice.
func (r *Reader) verifyMates(ctx context.Context, o VerifyOptions, list []Slice, reports *reporter, done func()) error {
	all := newCrew(o.Threads, o.Memory, r.kept)
	all.wordBytes = mateWordBytes
	for _, s := range list {
		if n := s.pieces.count(); n > all.mostPieces() {
			return &MemoryError{LeastMateMemory(n)}
		}
	}
	all.remind(reports.remind)
	return all.each(ctx, list, func(ctx context.Context, solver *solver, s Slice) error {
		right, err := r.kept.areRight(ctx, solver, s)
		if err == nil && !right {
			err = &WrongError{s}
		}
		if err == nil {
			reports.update(done)
		}
		return err
	})
}

// verifySlice verifies a slice, given that those after it are right.
func (r *Reader) verifySlice(ctx context.Context, solver *solver, s Slice) error {
	if s.isWide() {
		return r.verifyWide(ctx, solver, s)
	}
	open, err := solver.solve(ctx, s)
	if err != nil {
		return err
	}
	contains := codes.contains
	isStale := r.kept.isStale(s)
	if !isStale {
		contains = func(w, other codes) bool { return w == other }
	}
	for _, c := range board.Colors {
		stored, err := r.kept.block(s, c)
		if errors.Is(err, errDamaged) || err == nil && !isStale && stored.open != open {
			return &WrongError{s}
		}
		if err != nil {
			return err
		}
		for i, w := range stored.words {
			if !contains(w, solver.codes(c, i)) {
				return &WrongError{s}
			}
		}
	}
	return nil
}

// verifyWide verifies the wins of a wide slice. They may be fewer than those found.
func (r *Reader) verifyWide(ctx context.Context, solver *solver, s Slice) error {
	stored, err := r.kept.block(s, board.White)
	if errors.Is(err, errDamaged) {
		return &WrongError{s}
	}
	if err != nil {
		return err
	}
	found, open, err := solver.solveWide(ctx, s)
	if err != nil {
		return err
	}
	for i, lost := range stored.slab.lost {
		if lost&^found.lost[i]|stored.slab.safe[i]&^found.safe[i] != 0 {
			return &WrongError{s}
		}
	}
	all, err := r.kept.open(s)
	if all == nil || err != nil {
		return err
	}
	for _, lanes := range open {
		if lanes&^all.next() != 0 && all.err == nil {
			return &WrongError{s}
		}
	}
	if all.err != nil || !all.isEmpty() {
		return &WrongError{s}
	}
	return nil
}

// contains reports whether the bounds of a word contain those of another one. The same positions must be illegal or a
// stalemate.
func (w codes) contains(other codes) bool {
	if w.legal() != other.legal() || w.stalemate() != other.stalemate() {
		return false
	}
	for _, c := range board.Colors {
		wide, narrow := w.wins(c), other.wins(c)
		if wide[surely]&^narrow[surely]|narrow[maybe]&^wide[maybe] != 0 {
			return false
		}
	}
	return true
}
