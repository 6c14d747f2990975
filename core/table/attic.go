package table

import (
	"container/list"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// An attic keeps spans that are hard to come by, lightly packed, in case they
// are asked for again: unpacking takes a small part of the time that decoding
// or looking ahead takes, and a span takes a small part of its room. They come
// from the cache, or from where they were solved, see [Library.Remember]. It may be
// used by several goroutines at once.
type attic struct {
	budget int64 // bytes
	zstd   func() *zstd.Encoder

	mu     sync.Mutex // guards what follows
	packed map[partKey]*list.Element
	recent list.List // of *packedPart, most recently used first
	bytes  int64
}

type packedPart struct {
	key   partKey
	frame []byte
}

func newAttic(budget int64) *attic {
	return &attic{
		budget: budget,
		zstd:   sync.OnceValue(func() *zstd.Encoder { return newZstdEncoder(zstd.SpeedFastest) }),
		packed: map[partKey]*list.Element{},
	}
}

// put keeps the values of a part, for as long as there is room.
func (a *attic) put(key partKey, values []value.Value) {
	if a.find(key) != nil {
		return // it came from here
	}
	p := &packedPart{key, packValues(a.zstd(), values)}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.packed[key] != nil {
		return // another one was faster
	}
	a.packed[key] = a.recent.PushFront(p)
	a.bytes += int64(len(p.frame))
	for a.bytes > a.budget {
		a.remove(a.recent.Back())
	}
}

// get fills in the values of a part, and returns false if it is not kept.
func (a *attic) get(key partKey, into []value.Value) bool {
	p := a.find(key)
	if p == nil {
		return false
	}
	if err := unpackValues(p.frame, into); err != nil {
		panic(err) // it never left the memory
	}
	return true
}

func (a *attic) find(key partKey) *packedPart {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.packed[key]
	if e == nil {
		return nil
	}
	a.recent.MoveToFront(e)
	return e.Value.(*packedPart)
}

// size returns the number of bytes that are kept.
func (a *attic) size() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.bytes
}

// letGo makes the parts of a table with one side to move the first to be dropped.
func (a *attic) letGo(of any, side board.Color) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for key, e := range a.packed {
		if key.of == of && key.side == side {
			a.recent.MoveToBack(e)
		}
	}
}

// forget drops all parts of a table.
func (a *attic) forget(of any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for key, e := range a.packed {
		if key.of == of {
			a.remove(e)
		}
	}
}

func (a *attic) remove(e *list.Element) {
	p := a.recent.Remove(e).(*packedPart)
	delete(a.packed, p.key)
	a.bytes -= int64(len(p.frame))
}
