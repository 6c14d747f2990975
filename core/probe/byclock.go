package probe

import (
	"cmp"
	"context"
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// ByClock are tables that say how long it takes to mate under the fifty-move rule, by the clock.
type ByClock interface {
	// Value returns the value of a position with a clock, in rounds of plies to mate.
	Value(ctx context.Context, p *board.Position, clock int) (value.Value, error)

	// Has returns an error if there is no table of a class.
	Has(ctx context.Context, class material.Class) error

	// Close closes all tables, to open them again when they are needed.
	Close() error
}

// WithClock makes the prober say what tables that go by the clock say, too, as far as they are there; or go by them, if
// it has no others yet.
func (pr *Prober) WithClock(tables ByClock) *Prober {
	pr.tellers = append(pr.tellers, &clocked{tables})
	return pr
}

// clocked is the [teller] of tables that go by the clock.
type clocked struct{ ByClock }

func (c *clocked) rules() *value.Metric { return value.WithGoal(value.ToMate) }
func (c *clocked) renew() error         { return nil } // its tables have no parts
func (c *clocked) unproven()            {}

func (c *clocked) missing(ctx context.Context, classes []material.Class) (missing []material.Class, err error) {
	for _, class := range classes {
		if err := c.Has(ctx, class); errors.Is(err, store.ErrMissing) {
			missing = append(missing, class)
		}
	}
	return missing, nil
}

// judge implements [teller]. With a clock of a hundred plies the game is over.
func (c *clocked) judge(ctx context.Context, p *board.Position, moves []child, clock int) (j *judgement, err error) {
	over := clock >= value.FiftyMoves
	j = &judgement{after: make([]value.Value, len(moves))}
	for i := range moves {
		next := clock + 1
		if p.IsZeroing(moves[i].move) {
			next = 0
		}
		if over {
			continue
		}
		if j.after[i], err = c.Value(ctx, &moves[i].after, next); err != nil {
			return nil, err
		}
	}
	if over && len(moves) > 0 || clock > value.FiftyMoves {
		return j, nil
	}
	if j.value, err = backup(c.rules(), p, moves, j.after); err != nil || p.EnPassant != board.NoSquare {
		return j, err
	}
	said, err := c.Value(ctx, p, clock)
	if err != nil {
		return nil, err
	}
	class, _ := material.OfPosition(p)
	return j, hold(c.rules(), class, said, j.value)
}

// tell implements [teller]. What others call a win and these a draw is a draw by the rule.
func (c *clocked) tell(v *Verdict, val value.Value) {
	if val == value.Draw {
		v.Category = cmp.Or(v.Category, value.DrawCategory).Drawn()
		return
	}
	plies := int(val.Outcome()) * val.Round()
	v.Category, v.DTM50 = val.Outcome().Category(), &plies
}
