package uci

import (
	"slices"

	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// probeTables probes tables for the position and all moves, and reports whether they order these. If Syzygy files only
// have the outcomes, it only records them.
func (t *thought) probeTables() bool {
	r, err := service.AgainIf(isStale, func(error) error { return t.prober.Forget() }, t.probe)
	if err != nil {
		t.inform("command.uci.searching", "problem", problem.From(err))
		return false
	}
	t.exact, t.filtered = !r.Unordered, r.Unordered
	t.tableHits = int64(len(r.Moves))
	for _, c := range t.candidates {
		number := slices.IndexFunc(r.Moves, func(m probe.Move) bool { return m.UCI == c.String() })
		t.judge(c, r, number)
		if m := &r.Moves[number]; t.filtered && m.Zeroing && !m.Unsure && c.low == value.Win {
			c.toExit = 1
		}
	}
	t.sort()
	if t.filtered {
		t.inform("command.uci.outcomes", "class", r.Class)
		return false
	}
	if t.best().low == value.Drawn { // prefer a draw that keeps the men
		t.look(2, lookNodes)
	}
	t.depth = max(1, abs(t.best().plies))
	t.plies = t.depth
	t.end()
	return true
}

// probe probes tables.
//
// DTM alone does not lead to the quickest mate that comes in time. The game may repeat positions until the clock forces
// progress. By DTZ50 it cannot. A draw by the rule becomes a win if the other side makes a mistake, most likely if only
// a few plies are missing.
func (t *thought) probe() (*probe.Result, error) {
	t.by = nil
	r, err := t.prober.ProbeAt(t.tools.ctx, t.game.Position, t.clock(t.game.counters))
	if err != nil || !t.rule {
		return r, err
	}
	byRule := r.Category == value.CursedWinCategory || r.Category == value.BlessedLossCategory
	if byRule || t.byDTZ || t.game.repeated() && r.Category == value.WinCategory && r.DTM50 == nil {
		t.by = value.ByFiftyMoves()
		return t.prober.ProbeBy(t.tools.ctx, t.by, t.game.Position, t.clock(t.game.counters))
	}
	return r, nil
}

// judge records the verdict of tables on a candidate, the move with a number among those of a result.
func (t *thought) judge(c *candidate, r *probe.Result, number int) {
	m := &r.Moves[number]
	c.rank = number
	plies := m.DTM
	if plies != nil {
		c.atLeast = abs(*plies) + 1
	}
	if t.rule && !m.Unsure {
		plies = m.DTM50
	}
	outcome := value.Drawn
	switch m.Category {
	case value.LossCategory:
		outcome = value.Win
	case value.WinCategory:
		outcome = value.Loss
	case value.DrawCategory: // these are equal
		c.rank = slices.IndexFunc(r.Moves, func(m probe.Move) bool { return m.Category == value.DrawCategory })
	}
	switch {
	case c.plies == 1, c.repeats && c.drawn:
		return
	case outcome == value.Drawn, plies == nil:
		c.learn(outcome, outcome)
	default:
		c.mates((abs(*plies) + 1) * int(outcome))
	}
	if !c.allows || !c.drawn {
		c.note = t.noteOf(c, m)
	}
}

// noteOf returns the parts of a verdict beyond the score, in words.
func (t *thought) noteOf(c *candidate, m *probe.Move) string {
	moves := max(0, (c.atLeast+1)/2)
	switch {
	case m.Unsure && t.rule:
		return words.New("command.uci.note.unsure", "plies", t.game.counters.Clock).String()
	case m.Category == value.BlessedLossCategory: // of the other side
		return words.New("command.uci.note.cursed", "moves", moves).String()
	case m.Category == value.CursedWinCategory:
		return words.New("command.uci.note.blessed", "moves", moves).String()
	case c.plies == 0 && c.low == value.Win:
		return words.New("command.uci.note.win").String()
	case c.plies == 0 && c.high == value.Loss:
		return words.New("command.uci.note.loss").String()
	}
	return ""
}
