//go:build js && wasm

package indexeddb

import (
	"slices"
	"sync"
	"syscall/js"
)

// cacheSize is the number of blocks that a cache keeps: 16 MiB of JavaScript's
// memory, which unlike Go's is given back.
const cacheSize = 16

// A cache keeps the blocks that were read last. A probe reads a few KiB here
// and there; a table that is streamed is read in pieces smaller than a block.
type cache struct {
	mu     sync.Mutex
	blocks []cachedBlock // the one used last is last
}

type cachedBlock struct {
	key   cacheKey
	block js.Value
}

type cacheKey struct {
	generation string
	n          int
}

func (c *cache) get(key cacheKey) (js.Value, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.blocks, func(b cachedBlock) bool { return b.key == key })
	if i < 0 {
		return js.Undefined(), false
	}
	found := c.blocks[i]
	c.blocks = append(slices.Delete(c.blocks, i, i+1), found)
	return found.block, true
}

// put adds a block, or returns the one that another reader added meanwhile.
func (c *cache) put(key cacheKey, block js.Value) js.Value {
	if twin, ok := c.get(key); ok {
		release(block)
		return twin
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.blocks) == cacheSize {
		release(c.blocks[0].block)
		c.blocks = slices.Delete(c.blocks, 0, 1)
	}
	c.blocks = append(c.blocks, cachedBlock{key, block})
	return block
}

func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, b := range c.blocks {
		release(b.block)
	}
	c.blocks = nil
}

// release empties an array's buffer. Left to the collectors it would stay
// until Go's has run, then JavaScript's. Browsers of before 2024 can't.
func release(array js.Value) {
	if buffer := array.Get("buffer"); buffer.Get("transfer").Truthy() {
		buffer.Call("transfer", 0)
	}
}
