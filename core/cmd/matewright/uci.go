package main

import (
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/uci"
	"github.com/matewright/matewright/core/value"
)

type uciCommand struct {
	cacheFlag
	syzygyFlag
}

// Run runs the engine of a chess program until its input ends.
func (c *uciCommand) Run(s *session) error { return c.play(s, s.kind.Metric()) }

// play uses the tables of a metric to choose among equally good moves. Other tables have the effect of the fifty-move
// rule and the distance to mate. They also answer if the first ones are missing.
func (c *uciCommand) play(s *session, metric *value.Metric) error {
	toMate := value.WithGoal(value.ToMate)
	byFiftyMoves := kind.ForMetric(value.ByFiftyMoves())
	byRule := home.ProberOf(s.tables, kind.ForMetric(metric), kind.ForMetric(toMate), byFiftyMoves, kind.ByClock).Any()
	if metric.HasFiftyMoveRule() {
		metric = toMate
	}
	withoutRule := probe.By(metric, s.tables(kind.ForMetric(metric)))
	if metric != toMate {
		withoutRule.AddMetric(toMate, s.tables(kind.ForMetric(toMate))).Any()
	}
	endings := s.shelf()
	defer endings.Close()
	err := uci.Run(s.ctx, s.stdin, s.stdout, uci.Settings{
		Tables: s.tables(kind.ForMetric(toMate)), ByRule: byRule, WithoutRule: withoutRule,
		Endings: endings, Syzygy: s.syzygy, CacheBytes: c.readingBytes(), MostHash: home.SpareMemory(),
	})
	if s.ctx.Err() != nil {
		return nil // programs end their engines by a signal, too
	}
	return err
}
