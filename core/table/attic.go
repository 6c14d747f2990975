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

	pieces catalogue // of those in scratch
}

type packedPart struct {
	key   partKey
	bytes []byte
}

func newAttic(budget int64) *attic {
	return &attic{
		budget: budget,
		zstd:   sync.OnceValue(newLightEncoder),
		packed: map[partKey]*list.Element{},
		pieces: newCatalogue(),
	}
}

// put keeps the values of a part, for as long as there is room.
func (a *attic) put(key partKey, values []value.Value) {
	if a.has(key) {
		return // it came from here, or there is no room
	}
	frame := packValues(a.zstd(), values)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.packed[key] != nil {
		return // another one was faster
	}
	if a.outside.hasRoom() {
		a.putOutside(key, frame)
		return
	}
	a.packed[key] = a.recent.PushFront(&packedPart{key, frame})
	a.bytes += int64(len(frame))
	for a.bytes > a.budget {
		a.remove(a.recent.Back())
	}
}

// putOutside keeps a part in scratch, unless there is no room: it is quicker with it, but
// goes without.
func (a *attic) putOutside(key partKey, frame []byte) {
	if piece, ok := a.outside.add(frame); ok {
		a.outside.closed = !a.pieces.add(&a.outside.pile, key, piece)
	}
}

// has reports whether a part need not be put: it is here, or there is no room.
func (a *attic) has(key partKey) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.outside.hasRoom() {
		return a.packed[key] != nil
	}
	return a.outside.closed || a.pieces.has(key)
}

// keepsOutside reports whether there is room in scratch.
func (a *attic) keepsOutside() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.outside.hasRoom() && !a.outside.closed
}

// get fills in the values of a part, and returns false if it is not kept.
func (a *attic) get(key partKey, into []value.Value) bool {
	frame := a.find(key)
	if frame == nil {
		return false
	}
	if err := unpackValues(frame, into); err != nil {
		panic(err) // it is what was packed
	}
	return true
}

// find returns what a part was packed to, or nil.
func (a *attic) find(key partKey) []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	if e := a.packed[key]; e != nil {
		a.recent.MoveToFront(e)
		return e.Value.(*packedPart).bytes
	}
	if !a.pieces.has(key) {
		return nil
	}
	piece, err := a.pieces.find(&a.outside.pile, key)
	if err != nil {
		return nil // it is still in its table
	}
	frame, err := a.outside.read(piece)
	if err != nil {
		return nil // and so is this
	}
	return frame
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
	a.pieces.forget(of)
}

func (a *attic) remove(e *list.Element) {
	p := a.recent.Remove(e).(*packedPart)
	delete(a.packed, p.key)
	a.bytes -= int64(len(p.bytes))
}
