package main

import (
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/uci"
	"github.com/matewright/matewright/core/value"
)

type uciCommand struct{ cacheFlag }

// Run is the engine of a chess program with a board, which it talks to.
func (c *uciCommand) Run(s *session) error {
	tables := store.NewFileStore(metricDir(s.home, value.DTM)) // programs ask for mates
	return uci.Run(s.ctx, s.stdin, s.stdout, uci.Settings{Tables: tables, CacheBytes: c.readingBytes(), MostHash: spareMemory()})
}
