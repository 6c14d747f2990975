package encode

import (
	"fmt"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/format/palette"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// Kept has the slices of a class that is being built, so that a solver can look up pawn pushes in them. It keeps the
// sides to move after such a push, until the last slice that can push there. The values are in memory without packing
// or, if the build has scratch, lightly packed there. Several goroutines may use it at once, and several encoders one
// after the other.
type Kept struct {
	*facefile.PushChunks
	lastFor [][]slice.Number // by slice: the slices that it uses as the last user
	past    slice.Number     // slices whose last user is before this one are dropped
	room    []value.Byte

	mu     sync.Mutex           // guards the fields below
	levels map[slice.Number]int // of the kept slices
	chunks map[facefile.ChunkKey]keptChunk
	spill  spill
}

// A keptChunk is a chunk in one of three places.
type keptChunk struct {
	values []value.Byte // in memory, not packed
	packed []byte       // in memory, packed; for example because scratch is full
	piece  scratch.Piece
}

// NewKept returns an empty Kept for slices of a layout.
func NewKept(l *slice.Layout) *Kept {
	k := &Kept{
		PushChunks: facefile.NewPushChunks(l),
		levels:     map[slice.Number]int{},
		chunks:     map[facefile.ChunkKey]keptChunk{},
	}
	if k.Sides != 0 {
		k.lastFor = make([][]slice.Number, l.Slices())
		for number, user := range k.LastUser {
			k.lastFor[user] = append(k.lastFor[user], slice.Number(number))
		}
	}
	return k
}

// KeptBytes returns the largest memory for the kept slices of a class, without scratch.
func KeptBytes(l *slice.Layout) int64 {
	sides := facefile.SidesAfterPushes(l.Class).Count()
	if sides == 0 {
		return 0
	}
	most, known := mostKept[[2]int{l.Class.Count(board.White, board.Pawn), l.Class.Count(board.Black, board.Pawn)}]
	if !known || l.Class.Rights() != 0 {
		most = NewKept(l).most()
	}
	return int64(sides) * int64(most) * int64(l.Entries())
}

// mostKept has the results of [Kept.most] without castling rights, by the numbers of White's and Black's pawns.
// Computing them takes seconds in a browser.
var mostKept = map[[2]int]int{
	{1, 0}: 9, {0, 1}: 9,
	{2, 0}: 129, {0, 2}: 129, {1, 1}: 270,
	{3, 0}: 1669, {2, 1}: 5074, {1, 2}: 4993,
	{4, 0}: 17089, {3, 1}: 66377, {2, 2}: 100037,
}

// most returns the largest number of slices that are kept at once, each until the last slice that needs it.
func (k *Kept) most() int {
	kept, most := 0, 0
	for number := range k.Layout.Slices() { // as keep does
		kept++
		most = max(most, kept)
		kept -= len(k.lastFor[number])
	}
	return most
}

// keep keeps the next slice, and drops the slices that only earlier slices needed. These were solved before they were
// encoded.
func (k *Kept) keep(number slice.Number, values solve.Sink) (err error) {
	for ; k.Sides != 0 && k.past < number; k.past++ {
		k.drop(k.lastFor[k.past])
	}
	levels := values.Levels()
	k.Each(number, func(key facefile.ChunkKey) {
		for key.Level = range levels {
			if err == nil {
				err = k.keepChunk(key, levels[key.Level])
			}
		}
	})
	k.mu.Lock()
	defer k.mu.Unlock()
	k.levels[number] = len(levels)
	return err
}

func (k *Kept) keepChunk(key facefile.ChunkKey, values solve.Sink) error {
	first, end := k.Layout.Chunk(key.Chunk)
	entries := int(end-first) * k.Layout.FrameEntries()
	if k.room == nil {
		k.room = make([]value.Byte, entries)
	}
	view, err := values.View(key.Side, k.Layout.FirstEntry(first), entries, k.room)
	if err == nil {
		k.put(key, view)
	}
	return err
}

// turnTo sets the next slice. If it comes before the slices that were kept, some that it needs have been dropped. Then
// turnTo drops all.
func (k *Kept) turnTo(number slice.Number) {
	if number < k.past {
		k.Clear()
	}
}

// Clear drops all slices. No encoder may use them at the same time.
func (k *Kept) Clear() {
	clear(k.chunks)
	clear(k.levels)
	k.past = 0
}

// put keeps a chunk.
func (k *Kept) put(key facefile.ChunkKey, values []value.Byte) {
	var c keptChunk
	if k.spill.hasRoom() || key.Level > 0 { // a later level has almost only draws
		c.packed = palette.Pack(values)
	} else {
		c.values = slices.Clone(values)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if c.packed != nil {
		if piece, ok := k.spill.add(c.packed); ok {
			c = keptChunk{piece: piece}
		}
	}
	k.chunks[key] = c
}

func (k *Kept) drop(numbers []slice.Number) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, number := range numbers {
		k.Each(number, func(key facefile.ChunkKey) {
			for key.Level = range k.levels[number] {
				delete(k.chunks, key)
			}
		})
		delete(k.levels, number)
	}
}

// read reads the values of a chunk.
func (k *Kept) read(key facefile.ChunkKey, into []value.Byte) error {
	if values := k.find(key).values; values != nil {
		copy(into, values)
		return nil
	}
	packed, err := k.pack(key)
	if err != nil {
		return err
	}
	return palette.Unpack(packed, into)
}

// pack returns a packed chunk.
func (k *Kept) pack(key facefile.ChunkKey) ([]byte, error) {
	switch c := k.find(key); {
	case c.values != nil:
		return palette.Pack(c.values), nil
	case c.packed != nil:
		return c.packed, nil
	case c.piece != scratch.Piece{}:
		return k.spill.read(c.piece)
	}
	return nil, fmt.Errorf("%w: slice %d is not encoded yet, or not kept", store.ErrMissing, key.Number)
}

// levelsOf returns the number of levels of a kept slice, and 0 if it is not kept.
func (k *Kept) levelsOf(number slice.Number) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.levels[number]
}

// find returns a chunk, or an empty one if it is not kept.
func (k *Kept) find(key facefile.ChunkKey) keptChunk {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.chunks[key]
}
