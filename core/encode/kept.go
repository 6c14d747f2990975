package encode

import (
	"fmt"
	"sync"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// keptSlices has the slices of a class that is being built, lightly packed, in
// memory or, if it can be, in scratch, so that pawn pushes can be looked up in
// them: of each slice the sides to move after such a push, until no slice that can
// push there is to come. It may be used by several goroutines at once.
type keptSlices struct {
	*format.PushChunks
	lastFor [][]slice.Number // by slice: those of which it is the last user
	past    slice.Number     // what the slices before this one used last is dropped
	room    []value.Byte

	mu     sync.Mutex // guards what follows
	chunks map[format.ChunkKey]packedFrame
	spill  spill
}

// A packedFrame is packed values, in memory or in scratch.
type packedFrame struct {
	bytes []byte // nil if it is in scratch:
	piece scratch.Piece
}

func newKeptSlices(l *slice.Layout) *keptSlices {
	k := &keptSlices{PushChunks: format.NewPushChunks(l), chunks: map[format.ChunkKey]packedFrame{}}
	if k.Sides != 0 {
		k.lastFor = make([][]slice.Number, l.Slices())
		for number, user := range k.LastUser {
			k.lastFor[user] = append(k.lastFor[user], slice.Number(number))
		}
	}
	return k
}

// keep keeps the next slice, and drops those that only slices before it
// needed: they were solved before they were encoded.
func (k *keptSlices) keep(number slice.Number, values solve.Sink) (err error) {
	for ; k.Sides != 0 && k.past < number; k.past++ {
		k.drop(k.lastFor[k.past])
	}
	size := k.Layout.FrameEntries()
	k.Each(number, func(key format.ChunkKey) {
		if err != nil {
			return
		}
		first, end := k.Layout.Chunk(key.Chunk)
		if k.room == nil {
			k.room = make([]value.Byte, int(end-first)*size)
		}
		var view []value.Byte
		if view, err = values.View(key.Side, k.Layout.FirstEntry(first), int(end-first)*size, k.room); err == nil {
			k.put(key, format.PackValues(view))
		}
	})
	return err
}

// put keeps a packed chunk.
func (k *keptSlices) put(key format.ChunkKey, frame []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if piece, ok := k.spill.add(frame); ok {
		k.chunks[key] = packedFrame{piece: piece}
	} else {
		k.chunks[key] = packedFrame{bytes: frame}
	}
}

func (k *keptSlices) drop(numbers []slice.Number) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, number := range numbers {
		k.Each(number, func(key format.ChunkKey) { delete(k.chunks, key) })
	}
}

// read fills in the values of a chunk.
func (k *keptSlices) read(key format.ChunkKey, into []value.Byte) error {
	frame, err := k.frame(key)
	if err != nil {
		return err
	}
	return format.UnpackValues(frame, into)
}

// frame returns a packed chunk.
func (k *keptSlices) frame(key format.ChunkKey) ([]byte, error) {
	k.mu.Lock()
	f, ok := k.chunks[key]
	k.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("%w: slice %d is not encoded yet, or not kept", store.ErrMissing, key.Number)
	}
	if f.bytes != nil {
		return f.bytes, nil
	}
	return k.spill.read(f.piece)
}
