package uci

import (
	"slices"

	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/value"
)

// askEndings records the bounds of the candidates from stored endings, and their plies to the next exit or to mate.
// Without these, play might not make progress. If plies to mate are known at all, they alone decide: play by two
// measures in turn might not make progress either.
func (t *thought) askEndings() {
	if t.endings == nil {
		return
	}
	a, err := t.endings.Answer(t.tools.ctx, &t.game.Position)
	switch {
	case err != nil:
		t.remark(problem.From(err))
		return
	case a == nil:
		return
	}
	if a.Settled() && a.Low != value.Drawn {
		if err := t.endings.Measure(t.ctx, &t.game.Position, a); err != nil && t.ctx.Err() == nil {
			t.remark(problem.From(err))
		}
	}
	for _, m := range a.Moves {
		i := slices.IndexFunc(t.candidates, func(c *candidate) bool { return c.Move == m.Move })
		if i >= 0 { // and not left out by "searchmoves"
			t.candidates[i].learn(m.Low, m.High)
			c := t.candidates[i]
			c.toExit, c.toMate = m.Plies, m.Mate.Most
			// Unless the mate of the position is exact, another move may be faster. The fifty-move rule matters only to
			// longer mates.
			if a.Mate.IsExact() && m.Mate.IsExact() && m.Mate.Most+t.game.counters.Clock <= value.FiftyMoves {
				c.mates(m.Mate.Most * int(m.Low))
			}
		}
	}
	t.sort()
}

// isOpen reports whether a search for a proof may help: it may find an outcome, or the way to a win.
func (t *thought) isOpen() bool {
	best := t.best()
	return best.low == value.Win && best.toExit == 0 && best.toMate == 0 ||
		slices.ContainsFunc(t.shown(), func(c *candidate) bool { return !c.settled() })
}
