package uci

import (
	"strings"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// end finds the lines of proven candidates, and reports for the last time.
func (t *thought) end() {
	for _, c := range t.shown() {
		c.line = t.lineAfter(c)
	}
	t.report(0, 0)
}

// lineAfter returns the best play after a move that wins or loses.
func (t *thought) lineAfter(c *candidate) (moves []board.Move) {
	if !c.settled() || c.low == value.Drawn {
		return nil
	}
	p, counters := c.after, c.counters
	if !t.exact {
		line, err := t.search.Line(t.ctx, p)
		if err != nil {
			return nil
		}
		if moves = line.Moves; line.End != search.EndTable {
			return moves
		}
		for _, m := range moves {
			counters = counters.After(p.Turn, p.IsZeroing(m))
			p = p.Play(m)
		}
	}
	line, _ := t.prober.LineBy(t.ctx, t.by, p, t.clock(counters))
	for _, m := range line.Moves { // up to an error: a table may be missing, or the time over
		next, _ := find(&p, m.UCI)
		moves = append(moves, next)
		p = m.After
	}
	return moves
}

// report writes the scores of the shown candidates. The counts are those of the search under way, and add to those of
// ended searches.
func (t *thought) report(nodes, tableHits int64) {
	t.reported = time.Now()
	t.depth, t.plies = max(t.depth, 1), max(t.plies, 1)
	first := t.first()
	doubt := first.doubt()
	if t.rule && !t.exact && !t.filtered && first.plies == 0 && first.settled() && first.low != value.Drawn {
		doubt = words.New("command.uci.doubt.clock", "doubt", doubt, "plies", t.game.counters.Clock).String()
	}
	if doubt != "" && doubt != t.doubt {
		t.doubt = doubt
		t.remark(doubt)
	}
	stats := t.search.Table().Stats()
	elapsed := time.Since(t.began)
	nodes += t.nodes
	tableHits += t.tableHits
	perSecond := int64(float64(nodes) / max(elapsed.Seconds(), 1e-3))
	for i, c := range t.shown() {
		if i == 0 {
			c = first
		}
		t.line(
			"info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d tbhits %d time %d pv %s",
			t.depth,
			t.plies,
			i+1,
			c.score(),
			nodes,
			perSecond,
			stats.Used*1000/stats.Entries,
			tableHits,
			elapsed.Milliseconds(),
			strings.Join(t.names(c), " "),
		)
	}
}

// names returns the names of a candidate's move and of those after it.
func (t *thought) names(c *candidate) (names []string) {
	p := t.game.Position
	for _, m := range append([]board.Move{c.Move}, c.line...) {
		name := m
		if t.chess960 {
			name = ontoRook(&p, m)
		}
		names = append(names, name.String())
		p = p.Play(m)
	}
	return names
}

// first returns the best candidate as it is shown. Programs take its score for that of the position, whose upper bound
// may be higher because of another move.
func (t *thought) first() *candidate {
	first := *t.best()
	if first.high < value.Win {
		first.estimate = min(first.estimate, 0)
	}
	for _, c := range t.candidates {
		first.high = max(first.high, c.high)
	}
	return &first
}
