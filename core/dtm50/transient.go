package dtm50

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A Transient has values of classes that it solves in memory and does not store. Storing takes most of the time of a
// build. It is for a few positions, and only one goroutine may use it.
type Transient struct{ held held }

// NewTransient returns a Transient without classes.
func NewTransient() *Transient { return &Transient{held{}} }

// Solve solves a class, and those that it depends on. Observe gets each class with the share of its slices that are
// solved. If it returns an error, Solve ends with that error, and the class is not usable.
func (t *Transient) Solve(
	ctx context.Context, class material.Class, observe func(class material.Class, done float64) error,
) error {
	if err := CheckClasses([]material.Class{class}); err != nil {
		return err
	}
	for _, c := range material.Closure(class) {
		withClock := c.WithoutRights() == class.WithoutRights() // only quiet moves keep the clock
		if h := t.held[c]; c.BareKings() || h != nil && (h.pairs != nil || !withClock) {
			continue
		}
		if err := t.solve(ctx, c, withClock, observe); err != nil {
			delete(t.held, c)
			return err
		}
	}
	return nil
}

// solve solves the slices of a class, with all pairs or only with the values with a clock at 0.
func (t *Transient) solve(
	ctx context.Context, class material.Class, withClock bool, observe func(class material.Class, done float64) error,
) error {
	l := slice.NewLayout(class)
	progress := func(done float64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return observe(class, done)
	}
	each := func(number slice.Number, solver *lookahead.Clocked, values leveledValues) error {
		if values.later != nil {
			return errWide
		}
		if withClock {
			s := newSolved(l, number, solver, values)
			own := t.held[class]
			own.pairs = append(own.pairs, [2]*heldPairs{pairsOf(l, board.White, s), pairsOf(l, board.Black, s)})
		}
		return nil
	}
	return t.held.solve(l, nil, 1, progress, each)
}

// ValueAt returns the value of a position with a clock, as [library.Library.ValueAt] does.
func (t *Transient) ValueAt(ctx context.Context, p *board.Position, clock int) (value.Value, error) {
	class, _ := material.OfPosition(p)
	if class.BareKings() {
		return value.Draw, nil
	}
	if p.EnPassant != board.NoSquare {
		return t.byMoves(ctx, p, clock)
	}
	c := t.held[class]
	if c == nil || clock > 0 && c.pairs == nil {
		return value.Draw, store.Named(class.String(), store.ErrMissing)
	}
	at := c.layout.Locate(p)
	if clock == 0 {
		return c.slices[at.Slice][at.Side][at.Entry].Value(), nil
	}
	return c.pairs[at.Slice][at.Side].at(c.layout, at.Entry, min(clock, value.FiftyMoves)).Value(), nil
}

// byMoves returns the value of a position that allows a capture en passant. No slice has it.
func (t *Transient) byMoves(ctx context.Context, p *board.Position, clock int) (value.Value, error) {
	var best value.Backup
	for _, m := range p.LegalMoves(nil) {
		after, next := p.Play(m), clock+1
		if p.IsZeroing(m) {
			next = 0
		}
		v, err := t.ValueAt(ctx, &after, next)
		if err != nil {
			return value.Draw, err
		}
		best.Add(metric, value.KindOf(p, m), v)
	}
	return best.ValueAt(p, clock), nil
}

// Has returns an error if a class is not solved.
func (t *Transient) Has(_ context.Context, class material.Class) error {
	if t.held[class] == nil {
		return store.Named(class.String(), store.ErrMissing)
	}
	return nil
}

// Close does nothing: the memory is that of the Transient.
func (*Transient) Close() error { return nil }
