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

// ByClock are tables of the plies to mate under the fifty-move rule for each clock.
type ByClock interface {
	// ValueAt returns the value of a position with a clock, in rounds of plies to mate.
	ValueAt(ctx context.Context, p *board.Position, clock int) (value.Value, error)

	// Has returns an error if there is no table of a class.
	Has(ctx context.Context, class material.Class) error

	// Close closes all tables, to open them again when they are needed.
	Close() error
}

// WithClock adds tables by the clock: the prober also returns their values, if they exist. If it has no other tables
// yet, they become its first ones.
func (pr *Prober) WithClock(tables ByClock) *Prober {
	pr.sources = append(pr.sources, &clocked{tables})
	return pr
}

// clocked is the [source] of tables by the clock.
type clocked struct{ ByClock }

func (c *clocked) rules() *value.Metric { return value.WithGoal(value.ToMate) }
func (c *clocked) renew() error         { return nil } // these tables have no parts
func (c *clocked) unproven()            {}
func (c *clocked) isSyzygy() bool       { return false }
func (c *clocked) hasRule() bool        { return true }

func (c *clocked) missing(ctx context.Context, classes []material.Class) (missing []material.Class, err error) {
	for _, class := range classes {
		if err := c.Has(ctx, class); errors.Is(err, store.ErrMissing) {
			missing = append(missing, class)
		}
	}
	return missing, nil
}

// judge implements [source].
func (c *clocked) judge(ctx context.Context, list []*pending) {
	for _, a := range list {
		a.judgement, a.err = c.judgeOne(ctx, &a.Position, a.moves, a.Clock)
	}
}

// judgeOne judges a position. With a clock of a hundred plies the game is over.
func (c *clocked) judgeOne(
	ctx context.Context, p *board.Position, moves []*child, clock int,
) (j *judgement, err error) {
	over := clock >= value.FiftyMoves
	j = &judgement{after: make([]value.Value, len(moves))}
	for i := range moves {
		next := clock + 1
		if moves[i].kind != value.Quiet {
			next = 0
		}
		if over {
			continue
		}
		if j.after[i], err = c.ValueAt(ctx, &moves[i].after, next); err != nil {
			return nil, err
		}
	}
	if over && len(moves) > 0 || clock > value.FiftyMoves {
		return j, nil
	}
	if j.value, err = backup(c.rules(), p, moves, j.after); err != nil || p.EnPassant != board.NoSquare {
		return j, err
	}
	stored, err := c.ValueAt(ctx, p, clock)
	if err != nil {
		return nil, err
	}
	class, _ := material.OfPosition(p)
	return j, checkStored(c.rules(), class, stored, j.value)
}

// addTo implements [source]. A win of other tables that is a draw here is a draw by the rule.
func (c *clocked) addTo(v *Verdict, val value.Value) {
	if val == value.Draw {
		v.Category = cmp.Or(v.Category, value.DrawCategory).Drawn()
		return
	}
	plies := int(val.Outcome()) * val.Round()
	v.Category, v.DTM50 = val.Outcome().Category(), &plies
}
