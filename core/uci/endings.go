package uci

import (
	"slices"

	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/value"
)

// askEndings records the bounds of the candidates from stored endings.
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
	for _, m := range a.Moves {
		i := slices.IndexFunc(t.candidates, func(c *candidate) bool { return c.Move == m.Move })
		if i >= 0 { // and not left out by "searchmoves"
			t.candidates[i].learn(m.Low, m.High)
		}
	}
	t.sort()
}

// isOpen reports whether a search for a proof may help: it may find an outcome, or the way to a win.
func (t *thought) isOpen() bool {
	return t.best().low == value.Win || slices.ContainsFunc(t.shown(), func(c *candidate) bool { return !c.settled() })
}
