// Package cache caches decoded parts of files within a budget of bytes.
package cache

import (
	"container/list"
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// A Cache keeps the parts that were used last, by key. A part that several goroutines want is decoded once.
type Cache[K comparable, V any] struct {
	budget atomic.Int64 // bytes of parts
	lent   atomic.Int64 // bytes more, for some time

	mu     sync.Mutex // guards the fields below
	parts  map[K]*list.Element
	recent list.List // of *Part[K, V], most recently used first
	bytes  int64     // of all parts
	slabs
}

// A Part is a decoded part of a file. The cache never changes it, nor reuses its memory. So a goroutine that has a part
// can still read it after the cache has dropped it.
type Part[K comparable, V any] struct {
	Key   K
	Value V // once it is decoded

	size  int           // bytes
	ready chan struct{} // closed once the value and the error are set
	err   error
	pieces
}

// New returns an empty cache with a budget of 0 bytes.
func New[K comparable, V any]() *Cache[K, V] { return &Cache[K, V]{parts: map[K]*list.Element{}} }

// Limit sets the budget.
func (c *Cache[K, V]) Limit(bytes int64) {
	c.budget.Store(bytes)
	c.makeRoom()
}

// Budget returns the budget in bytes, without those that are lent.
func (c *Cache[K, V]) Budget() int64 { return c.budget.Load() }

// Reserve adds to the budget, in place of earlier calls.
func (c *Cache[K, V]) Reserve(bytes int64) {
	c.lent.Store(bytes)
	c.makeRoom()
}

// Get returns a part of a size in bytes. If it is not cached, Get calls decode, which sets the value.
func (c *Cache[K, V]) Get(ctx context.Context, key K, size int, decode func(*Part[K, V]) error) (*Part[K, V], error) {
	for {
		p, mine := c.Claim(key, size)
		if mine {
			c.Settle(p, decode(p))
			return p, p.err
		}
		if p.Wait(ctx) == nil {
			return p, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		// Decoding failed for another caller, whose context may have ended.
	}
}

// Claim returns a part of a size in bytes. If mine is true, no other goroutine decodes it: the caller must do so, and
// call [Cache.Settle]. Callers that decode several parts at once claim each of them.
func (c *Cache[K, V]) Claim(key K, size int) (p *Part[K, V], mine bool) {
	p, found := c.find(key, size)
	if !found {
		c.makeRoom()
	}
	return p, !found
}

// Settle ends the decoding of a claimed part, whose value is set unless there is an error. Then the part is not cached.
func (c *Cache[K, V]) Settle(p *Part[K, V], err error) {
	if p.err = err; err != nil {
		c.Drop(p)
	}
	close(p.ready)
}

// Wait waits until a part is decoded, and returns the error of that.
func (p *Part[K, V]) Wait(ctx context.Context) error {
	select {
	case <-p.ready:
		return p.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Put caches the value of a part that has a size in bytes, unless a part with its key is cached. The value needs no
// decoding.
func (c *Cache[K, V]) Put(key K, size int, value V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.parts[key] == nil {
		c.add(&Part[K, V]{Key: key, Value: value, size: size, ready: decoded})
		c.dropOldest()
	}
}

// decoded is the channel of parts that need no decoding.
var decoded = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Begin begins to decode a part that will soon be wanted, unless it is cached.
func (c *Cache[K, V]) Begin(key K, size int, decode func(*Part[K, V]) error) {
	if p, mine := c.Claim(key, size); mine {
		go func() { c.Settle(p, decode(p)) }()
		runtime.Gosched() // with one thread, the request of the store comes first
	}
}

// Await waits until all parts with matching keys that are in the cache now are decoded.
func (c *Cache[K, V]) Await(match func(K) bool) {
	var parts []*Part[K, V]
	c.mu.Lock()
	for key, e := range c.parts {
		if match(key) {
			parts = append(parts, e.Value.(*Part[K, V]))
		}
	}
	c.mu.Unlock()
	for _, p := range parts {
		<-p.ready
	}
}

// Peek returns a part if it is decoded, else nil.
func (c *Cache[K, V]) Peek(key K) *Part[K, V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.parts[key]
	if e == nil || !e.Value.(*Part[K, V]).isReady() {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*Part[K, V])
}

// find returns a part, which is new unless it was found.
func (c *Cache[K, V]) find(key K, size int) (p *Part[K, V], found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.parts[key]; e != nil {
		c.recent.MoveToFront(e)
		return e.Value.(*Part[K, V]), true
	}
	p = &Part[K, V]{Key: key, size: size, ready: make(chan struct{})}
	c.add(p)
	return p, false
}

// add adds a part. The caller has the mutex.
func (c *Cache[K, V]) add(p *Part[K, V]) {
	c.parts[p.Key] = c.recent.PushFront(p)
	c.bytes += int64(p.size)
}

// makeRoom drops the parts that were not used for the longest time, until the rest is
// within the budget. A part that is being decoded stays: decoding may read many others,
// after which the part would be lost.
func (c *Cache[K, V]) makeRoom() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropOldest()
}

// dropOldest is makeRoom for callers with the mutex.
func (c *Cache[K, V]) dropOldest() {
	for e := c.recent.Back(); e != nil && c.bytes+max(0, c.unused-unusedSlabs) > c.budget.Load()+c.lent.Load(); {
		last := e
		if e = e.Prev(); last.Value.(*Part[K, V]).isReady() {
			c.remove(last)
		}
	}
}

func (p *Part[K, V]) isReady() bool {
	select {
	case <-p.ready:
		return p.err == nil
	default:
		return false
	}
}

// Resize sets the size of a part that takes fewer bytes than expected.
func (c *Cache[K, V]) Resize(p *Part[K, V], size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.parts[p.Key]; e != nil && e.Value.(*Part[K, V]) == p {
		c.bytes += int64(size - p.size)
		p.size = size
	}
}

// Drop drops a part.
func (c *Cache[K, V]) Drop(p *Part[K, V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.parts[p.Key]; e != nil && e.Value.(*Part[K, V]) == p {
		c.remove(e)
	}
}

// Forget drops all parts whose key matches.
func (c *Cache[K, V]) Forget(match func(K) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, e := range c.parts {
		if match(key) {
			c.remove(e)
		}
	}
}

// Sizes calls do with each decoded part and the bytes that it counts.
func (c *Cache[K, V]) Sizes(do func(p *Part[K, V], bytes int)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.parts {
		if p := e.Value.(*Part[K, V]); p.isReady() {
			do(p, p.size)
		}
	}
}

func (c *Cache[K, V]) remove(e *list.Element) {
	p := c.recent.Remove(e).(*Part[K, V])
	delete(c.parts, p.Key)
	c.bytes -= int64(p.size)
	c.giveBack(&p.pieces)
}

// Take returns n zeros for the value of a part that is being decoded.
func Take[T ~uint8, K comparable, V any](c *Cache[K, V], a *Allocator[T], p *Part[K, V], n int) []T {
	if n == 0 || n > SlabBytes/2 {
		return make([]T, n)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return takeFrom(&c.slabs, a, &p.pieces, n)
}
