package main

import "github.com/matewright/matewright/core/uci"

type uciCommand struct{ cacheFlag }

// Run is the engine of a chess program with a board, which it talks to.
func (c *uciCommand) Run(s *session) error {
	return uci.Run(s.ctx, s.stdin, s.stdout, uci.Settings{Tables: s.store, CacheBytes: c.readingBytes(), MostHash: spareMemory()})
}
