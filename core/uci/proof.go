package uci

import (
	"context"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/value"
)

// look estimates the candidates, deeper and deeper, and returns the depth that it has reached. That
// is less than the given depth if it was stopped, or has found the quickest mate.
func (t *thought) look(depth int, nodes int64) (done int) {
	ctx, cancel := t.lookContext()
	defer cancel()
	l := &look{
		ctx:    ctx,
		most:   nodes,
		rule:   t.rule && t.game.counters.Clock < value.FiftyMoves,
		memory: &t.memory,
	} // once a draw can be claimed, the look orders the draws
	if !t.lookUntil.IsZero() {
		l.least = min(leastPerMilli*max(0, time.Until(t.lookUntil).Milliseconds()), leastNodes)
	}
	if !t.exact {
		l.tables, l.vague = t.tables, t.syzygy != nil
		l.player, l.drawn, l.seen = t.game.Turn, t.game.occurred(2), t.game.occurred(1)
	}
	l.memory.begin()
	defer func() { t.nodes += l.nodes }()
	for d := 1; d <= depth; d++ {
		l.selective = d > fullDepth && t.goal.mate == 0
		if !t.lookTo(l, d) {
			return done
		}
		done = d
		t.sort()
		if t.exact {
			continue
		}
		t.depth, t.plies = d, max(t.plies, l.reached)
		t.report(l.nodes, 0)
		if t.best().plies != 0 {
			return done
		}
	}
	return done
}

// lookContext returns the context of a look.
func (t *thought) lookContext() (context.Context, context.CancelFunc) {
	if t.lookUntil.IsZero() {
		return t.ctx, func() {}
	}
	return context.WithDeadline(t.ctx, t.lookUntil)
}

// lookTo estimates the candidates to a depth, and reports whether it was not stopped.
func (t *thought) lookTo(l *look, depth int) bool {
	best := -mated
	estimates := make([]int, len(t.candidates))
	for i, c := range t.candidates {
		bound := best
		if t.lines > 1 || t.exact || !c.isUnknown() {
			bound = -mated
		}
		estimates[i] = l.after(&c.after, c.counters, depth-1, 1, bound, mated, lateness{first: bound == -mated})
		if l.stopped {
			return false
		}
		if !c.isUnknown() {
			continue
		}
		c := *c
		c.estimate = estimates[i]
		best = max(best, c.clamped())
	}
	for i, c := range t.candidates {
		c.estimate = estimates[i]
		if t.exact {
			continue
		}
		if plies, ok := matePlies(estimates[i]); ok && l.selective {
			c.wins(plies, false)
		} else if ok && c.plies == 0 {
			c.mates(plies)
		} else if plies, ok := tablePlies(estimates[i]); ok && !(l.vague && c.settled()) {
			c.wins(plies, l.vague) // outcomes without the fifty-move rule do not change those by it
		}
	}
	return true
}

// prove searches for a proof.
func (t *thought) prove() {
	least := value.Win // some of the moves may end less well than the position
	if len(t.goal.moves) == 0 {
		t.searchFrom(t.game.Position, 0, func(r *search.Result) {
			t.learn(r)
			least = r.Low
		})
	}
	if len(t.shown()) > 1 || t.best().low < least {
		t.proveEach()
	}
	t.end()
}

// learn records the bounds of the moves from a search.
func (t *thought) learn(r *search.Result) {
	for i, m := range r.Moves {
		j := slices.IndexFunc(t.candidates, func(c *candidate) bool { return c.Move == m.Move })
		c := t.candidates[j]
		c.learn(m.Low, m.High)
		c.isProof = i == 0
	}
	t.sort()
}

// proveEach searches for a proof for each of the shown candidates, in turn and with more and more work. The search from
// the position itself ends with the proof of one move, and ignores "searchmoves". Its outcome may come from a table
// without a move.
func (t *thought) proveEach() {
	for nodes, ended := int64(1<<12), false; !ended; nodes *= 2 {
		ended = true
		for _, c := range slices.Clone(t.shown()) {
			if c.settled() {
				continue
			}
			t.searchFrom(c.after, nodes, func(r *search.Result) {
				c.learn(-r.High, -r.Low)
				ended = ended && r.Nodes < nodes && !c.settled() // the search has reached its largest depth
				t.sort()
			})
		}
		if ended = ended || t.ctx.Err() != nil || t.left() < 0; !ended {
			t.report(0, 0)
		}
	}
}

// left returns the number of nodes left: 0 without a limit, negative if all are used.
func (t *thought) left() int64 {
	switch {
	case t.goal.nodes == 0:
		return 0
	case t.goal.nodes <= t.nodes:
		return -1
	}
	return t.goal.nodes - t.nodes
}

// searchFrom searches for a proof from a position, with a limit of nodes if that is not 0, and passes the results to
// learn.
func (t *thought) searchFrom(p board.Position, nodes int64, learn func(*search.Result)) {
	left := t.left()
	switch {
	case left < 0:
		return
	case left > 0 && nodes > 0:
		nodes = min(nodes, left)
	case left > 0:
		nodes = left
	}
	limits := search.Limits{Nodes: nodes, Depth: int(t.goal.depth)}
	single := nodes == left // otherwise this is one of several searches
	limits.Observe = func(r *search.Result) {
		if single && r.Depth > t.depth || time.Since(t.reported) > time.Second {
			learn(r)
			t.count(r)
			t.report(r.Nodes, r.TableHits)
		}
	}
	prove := func() (*search.Result, error) { return t.search.Prove(t.ctx, p, limits) }
	r, err := service.AgainIf(isStale, t.reopen, prove)
	if err != nil {
		t.inform("command.uci.withoutTables", "problem", problem.From(err))
		t.search.Use(nil)
		if r, err = prove(); err != nil {
			t.remark(problem.From(err))
			return
		}
	}
	learn(r)
	t.count(r)
	t.nodes += r.Nodes
	t.tableHits += r.TableHits
}

// reopen makes the search open its tables again.
func (t *thought) reopen(error) error {
	err := t.library.Close()
	t.useTables()
	return err
}

// count records the depth and the plies of a search.
func (t *thought) count(r *search.Result) {
	t.depth, t.plies = max(t.depth, r.Depth), max(t.plies, r.Plies)
}
