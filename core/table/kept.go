package table

import (
	"bytes"
	"cmp"
	"fmt"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// keptSlices has the slices of a class that is being built, lightly packed, in
// memory or, if it can be, in scratch, so that pawn pushes can be looked up in
// them: of each slice the sides to move after such a push, until no slice that can
// push there is to come. It may be used by several goroutines at once.
type keptSlices struct {
	layout   *slice.Layout
	sides    sideSet
	lastUser []int   // by slice: the last one that pushes into it, or itself
	lastFor  [][]int // by slice: those of which it is the last user
	room     []value.Value

	mu      sync.Mutex // guards what follows
	chunks  map[chunkKey]packedFrame
	outside outside
}

// A packedFrame is packed values, in memory or in scratch.
type packedFrame struct {
	bytes []byte // nil if it is in scratch:
	piece scratch.Piece
}

// A chunkKey names a chunk, see [slice.Layout.Chunk].
type chunkKey struct {
	number int
	side   board.Color
	chunk  int
}

func newKeptSlices(l *slice.Layout) *keptSlices {
	k := &keptSlices{layout: l, chunks: map[chunkKey]packedFrame{}}
	for _, c := range board.Colors {
		if l.Class.Count(c, board.Pawn) > 0 {
			k.sides |= only(c.Other())
		}
	}
	if k.sides != 0 {
		k.lastUser = lastUsers(l)
		k.lastFor = make([][]int, l.Slices())
		for number, user := range k.lastUser {
			k.lastFor[user] = append(k.lastFor[user], number)
		}
	}
	return k
}

// lastUsers returns, by slice, the last slice that pushes into it, or itself.
func lastUsers(l *slice.Layout) []int {
	last := make([]int, l.Slices())
	for number := range last {
		last[number] = number
		for _, to := range l.Pushes(number) {
			last[to] = number
		}
	}
	return last
}

// keep keeps the next slice, and drops those that only the one before it
// needed: it was solved before it was encoded.
func (k *keptSlices) keep(number int, values solve.Sink) (err error) {
	if k.sides != 0 && number > 0 {
		k.drop(k.lastFor[number-1])
	}
	size := k.layout.FrameEntries()
	k.each(number, func(key chunkKey) {
		if err != nil {
			return
		}
		first, end := k.layout.Chunk(key.chunk)
		if k.room == nil {
			k.room = make([]value.Value, (end-first)*size)
		}
		var view []value.Value
		if view, err = values.View(key.side, first*size, (end-first)*size, k.room); err == nil {
			k.put(key, packValues(view))
		}
	})
	return err
}

func (k *keptSlices) put(key chunkKey, frame []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if piece, ok := k.outside.add(frame); ok {
		k.chunks[key] = packedFrame{piece: piece}
	} else {
		k.chunks[key] = packedFrame{bytes: frame}
	}
}

func (k *keptSlices) drop(numbers []int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, number := range numbers {
		k.each(number, func(key chunkKey) { delete(k.chunks, key) })
	}
}

// read fills in the values of a chunk.
func (k *keptSlices) read(key chunkKey, into []value.Value) error {
	frame, err := k.frame(key)
	if err != nil {
		return err
	}
	return unpackValues(frame, into)
}

// frame returns a packed chunk.
func (k *keptSlices) frame(key chunkKey) ([]byte, error) {
	k.mu.Lock()
	f, ok := k.chunks[key]
	k.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("slice %d of %v is not encoded yet, or not kept", key.number, k.layout.Class)
	}
	if f.bytes != nil {
		return f.bytes, nil
	}
	return k.outside.read(f.piece)
}

func (k *keptSlices) has(key chunkKey) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, ok := k.chunks[key]
	return ok
}

// each calls do with all chunks of a slice, in their order.
func (k *keptSlices) each(number int, do func(chunkKey)) {
	for _, c := range board.Colors {
		if k.sides.has(c) {
			for chunk := range k.layout.Chunks() {
				do(chunkKey{number, c, chunk})
			}
		}
	}
}

// packValues packs values lightly, to be kept for a while, as an S2 block: three to five times as
// quickly as zstd at its fastest, to half as much again.
func packValues(values []value.Value) []byte {
	room := packRoom.Get().(*[]byte)
	defer packRoom.Put(room)
	*room = s2.Encode((*room)[:cap(*room)], valueBytes(values))
	return bytes.Clone(*room) // without room for all of them unpacked
}

var packRoom = sync.Pool{New: func() any { return new([]byte) }}

// zstdMagic begins what shards of older builds have instead: no block of so many values does.
const zstdMagic = "\x28\xb5\x2f\xfd"

// unpackValues fills in values that were packed.
func unpackValues(frame []byte, into []value.Value) error {
	raw := valueBytes(into)
	out := raw
	var err error
	if bytes.HasPrefix(frame, []byte(zstdMagic)) {
		out, err = keptDecoder().DecodeAll(frame, raw[:0:len(raw)])
	} else if n, lengthErr := s2.DecodedLen(frame); lengthErr != nil || n != len(raw) {
		err = fmt.Errorf("a block of %d values: %w", n, cmp.Or(lengthErr, errShort))
	} else {
		out, err = s2.Decode(raw, frame)
	}
	if err == nil && len(out) != len(raw) {
		err = fmt.Errorf("%d values instead of %d", len(out), len(raw))
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return nil
}

// keptDecoder unpacks what older builds packed; it can be used by several goroutines.
var keptDecoder = sync.OnceValue(func() *zstd.Decoder { return newZstdDecoder(1 << 30) })

// valueBytes returns the memory of values as bytes.
func valueBytes(v []value.Value) []byte {
	return unsafe.Slice((*byte)(unsafe.SliceData(v)), len(v))
}
