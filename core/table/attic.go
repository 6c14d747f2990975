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
//
// They are in memory or, if there is scratch, only there: then nothing makes room
// for others, but what does not fit is not kept.
type attic struct {
	budget  int64 // bytes of memory
	zstd    func() *zstd.Encoder
	outside outside

	mu     sync.Mutex // guards what follows
	packed map[partKey]*list.Element
	recent list.List // of *packedPart, most recently used first
	bytes  int64     // of those in memory
}

type packedPart struct {
	key partKey
	packedFrame
}

func newAttic(budget int64) *attic {
	return &attic{
		budget: budget,
		zstd:   sync.OnceValue(newLightEncoder),
		packed: map[partKey]*list.Element{},
	}
}

// put keeps the values of a part, for as long as there is room.
func (a *attic) put(key partKey, values []value.Value) {
	if a.find(key) != nil || a.isClosed() {
		return // it came from here, or there is no room
	}
	frame := packValues(a.zstd(), values)
	p := &packedPart{key, packedFrame{bytes: frame}}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.packed[key] != nil {
		return // another one was faster
	}
	if a.outside.pile.Room != nil && !a.outside.moveOut(&p.packedFrame) {
		return // it is quicker with it, but goes without
	}
	a.packed[key] = a.recent.PushFront(p)
	a.bytes += int64(len(p.bytes))
	for a.bytes > a.budget {
		a.remove(a.recent.Back())
	}
}

// isClosed reports whether nothing more is kept.
func (a *attic) isClosed() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.outside.closed
}

// get fills in the values of a part, and returns false if it is not kept.
func (a *attic) get(key partKey, into []value.Value) bool {
	p := a.find(key)
	if p == nil {
		return false
	}
	frame, err := a.outside.bytesOf(p.packedFrame)
	if err != nil {
		return false // it is still in its table
	}
	if err := unpackValues(frame, into); err != nil {
		panic(err) // it is what was packed
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

// size returns the number of bytes that are kept in memory.
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
	a.bytes -= int64(len(p.bytes))
}
