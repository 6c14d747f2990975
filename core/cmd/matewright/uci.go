package main

import (
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/uci"
	"github.com/matewright/matewright/core/value"
)

type uciCommand struct{ cacheFlag }

// Run is the engine of a chess program with a board, which it talks to.
func (c *uciCommand) Run(s *session) error { return c.play(s, s.kind.Metric()) }

// play has the tables of a metric choose among moves that keep as much. Those of all others say by
// how much the fifty-move rule matters, how far mate is, and answer where the first are missing.
func (c *uciCommand) play(s *session, metric *value.Metric) error {
	toMate := value.WithGoal(value.ToMate)
	byRule := s.home.Prober(kind.Of(metric), kind.Of(toMate), kind.Of(value.ByFiftyMoves()), kind.ByClock).Any()
	if metric.KnowsFiftyMoves() {
		metric = toMate
	}
	withoutRule := probe.By(metric, s.home.Tables(metric))
	if metric != toMate {
		withoutRule.With(toMate, s.home.Tables(toMate)).Any()
	}
	err := uci.Run(s.ctx, s.stdin, s.stdout, uci.Settings{
		Tables: s.home.Tables(toMate), ByRule: byRule, WithoutRule: withoutRule,
		CacheBytes: c.readingBytes(), MostHash: home.SpareMemory(),
	})
	if s.ctx.Err() != nil {
		return nil // programs end their engines by a signal, too
	}
	return err
}
