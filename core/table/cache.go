package table

import (
	"context"
	"sync"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// A Cache remembers the blocks of tables that were decompressed last, so that
// the memory for probing is bounded, however many tables are open. It may be
// used by several goroutines at once.
type Cache struct {
	mu     sync.Mutex
	limit  int
	recent []cachedBlock // most recently used first
}

type cachedBlock struct {
	table  *Table
	number int
	values []value.Value
}

// NewCache returns a cache of so many blocks, each of up to [BlockEntries]
// bytes. A probe reads some ten or twenty, and the next probe mostly the same.
func NewCache(blocks int) *Cache { return &Cache{limit: blocks} }

// Open is the function [Open], for a table that shares the cache.
func (c *Cache) Open(ctx context.Context, store Store, class material.Class) (*Table, error) {
	t, err := open(ctx, store, class)
	if err != nil {
		return nil, named(class.String(), err)
	}
	t.cache = c
	return t, nil
}

// get returns the values of a block, or nil.
func (c *Cache) get(t *Table, number int) []value.Value {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, b := range c.recent {
		if b.table == t && b.number == number {
			copy(c.recent[1:i+1], c.recent[:i])
			c.recent[0] = b
			return b.values
		}
	}
	return nil
}

func (c *Cache) put(t *Table, number int, values []value.Value) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.recent) < c.limit {
		c.recent = append(c.recent, cachedBlock{})
	}
	copy(c.recent[1:], c.recent)
	c.recent[0] = cachedBlock{t, number, values}
}

// forget drops the blocks of a table.
func (c *Cache) forget(t *Table) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.recent[:0]
	for _, b := range c.recent {
		if b.table != t {
			kept = append(kept, b)
		}
	}
	clear(c.recent[len(kept):])
	c.recent = kept
}
