package table

import (
	"container/list"
	"maps"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
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

	pieces map[pieceKey]scratch.Piece // in scratch
	owners map[any]pieceKey           // each one's bits of the keys
}

type packedPart struct {
	key   partKey
	bytes []byte
}

// A pieceKey is a partKey in few bytes: there are many parts in scratch, and what is
// known of them is in memory.
type pieceKey uint64

// mostPieces bounds that memory to some 6 MiB. KPPvKP has about so many in 96 MiB.
const mostPieces = 1 << 17

// Bits of a pieceKey, above those of the index.
const (
	numberBits = 24 // the bits below are the index
	kindBits   = 48
	sideBits   = 51
	ownerBits  = 52
)

// pieceKey returns the short form of a key.
func (a *attic) pieceKey(key partKey) pieceKey {
	owner, ok := a.owners[key.of]
	if !ok {
		owner = pieceKey(len(a.owners)) << ownerBits
		a.owners[key.of] = owner
	}
	return owner | pieceKey(key.side)<<sideBits | pieceKey(key.kind)<<kindBits | pieceKey(key.number)<<numberBits | pieceKey(key.index)
}

func newAttic(budget int64) *attic {
	return &attic{
		budget: budget,
		zstd:   sync.OnceValue(newLightEncoder),
		packed: map[partKey]*list.Element{},
		pieces: map[pieceKey]scratch.Piece{},
		owners: map[any]pieceKey{},
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
	if a.outside.pile.Room != nil {
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
	f := packedFrame{bytes: frame}
	if len(a.pieces) < mostPieces && a.outside.moveOut(&f) {
		a.pieces[a.pieceKey(key)] = f.piece
	}
}

// has reports whether a part need not be put: it is here, or there is no room.
func (a *attic) has(key partKey) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.outside.pile.Room == nil {
		return a.packed[key] != nil
	}
	_, ok := a.pieces[a.pieceKey(key)]
	return ok || a.outside.closed || len(a.pieces) == mostPieces
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
	piece, ok := a.pieces[a.pieceKey(key)]
	if !ok {
		return nil
	}
	frame, err := a.outside.bytesOf(packedFrame{piece: piece})
	if err != nil {
		return nil // it is still in its table
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
	if owner, ok := a.owners[of]; ok {
		maps.DeleteFunc(a.pieces, func(key pieceKey, _ scratch.Piece) bool { return key>>ownerBits == owner>>ownerBits })
	}
}

func (a *attic) remove(e *list.Element) {
	p := a.recent.Remove(e).(*packedPart)
	delete(a.packed, p.key)
	a.bytes -= int64(len(p.bytes))
}
