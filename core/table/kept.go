package table

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// keptSlices has the slices of a class that is being built, lightly packed in
// memory, so that pawn pushes can be looked up in them: of each slice the sides
// to move after such a push, until no slice that can push there is to come. It
// may be used by several goroutines at once.
type keptSlices struct {
	layout  *slice.Layout
	grid    *tile.Grid
	sides   sideSet
	zstd    *zstd.Encoder
	lastFor [][]int // by slice: those of which it is the last user

	mu    sync.Mutex // guards what follows
	spans map[spanKey][]byte
}

type spanKey struct {
	number int
	side   board.Color
	span   int
}

func newKeptSlices(l *slice.Layout) *keptSlices {
	k := &keptSlices{layout: l, grid: tile.NewGrid(l, board.White), spans: map[spanKey][]byte{}}
	for _, c := range board.Colors {
		if l.Class.Count(c, board.Pawn) > 0 {
			k.sides |= only(c.Other())
		}
	}
	if k.sides != 0 {
		k.zstd = newZstdEncoder(zstd.SpeedFastest)
		k.lastFor = lastUses(l)
	}
	return k
}

// lastUses returns, by slice, the slices that no later one pushes into.
func lastUses(l *slice.Layout) [][]int {
	last := make([]int, l.Slices())
	for number := range last {
		last[number] = number
		for _, to := range l.Pushes(number) {
			last[to] = number
		}
	}
	uses := make([][]int, l.Slices())
	for number, user := range last {
		uses[user] = append(uses[user], number)
	}
	return uses
}

// keep keeps the next slice, and drops those that only the one before it
// needed: it was solved before it was encoded.
func (k *keptSlices) keep(number int, values *solve.Values) {
	if k.sides != 0 && number > 0 {
		k.drop(k.lastFor[number-1])
	}
	for _, c := range board.Colors {
		if !k.sides.has(c) {
			continue
		}
		for span := range k.grid.Spans() {
			s := k.grid.Span(span)
			frame := k.zstd.EncodeAll(valueBytes(values[c][s.Entry:s.Entry+s.Entries]), nil)
			k.mu.Lock()
			k.spans[spanKey{number, c, span}] = frame
			k.mu.Unlock()
		}
	}
}

func (k *keptSlices) drop(numbers []int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, number := range numbers {
		for _, c := range board.Colors {
			for span := range k.grid.Spans() {
				delete(k.spans, spanKey{number, c, span})
			}
		}
	}
}

// read fills in the values of a span.
func (k *keptSlices) read(key spanKey, into []value.Value) error {
	k.mu.Lock()
	frame, ok := k.spans[key]
	k.mu.Unlock()
	if !ok {
		return fmt.Errorf("slice %d of %v is not encoded yet, or not kept", key.number, k.layout.Class)
	}
	raw := valueBytes(into)
	d := keptDecoder()
	out, err := d.DecodeAll(frame, raw[:0:len(raw)])
	if err != nil || len(out) != len(raw) {
		panic(fmt.Sprint("a slice in memory is damaged: ", err))
	}
	return nil
}

// keptDecoder unpacks spans in memory; it can be used by several goroutines.
var keptDecoder = sync.OnceValue(func() *zstd.Decoder { return newZstdDecoder(1 << 30) })

// valueBytes returns the memory of values as bytes.
func valueBytes(v []value.Value) []byte {
	return unsafe.Slice((*byte)(unsafe.SliceData(v)), len(v))
}
