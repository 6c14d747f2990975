package table

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
)

// TestPackValues: what is kept takes as much memory as it has bytes.
func TestPackValues(t *testing.T) {
	e := newLightEncoder()
	values := make([]value.Value, 1<<16)
	for i := range values {
		values[i] = value.Value(i >> 8)
	}
	packed := packValues(e, values)
	if len(packed) > len(values)/10 || cap(packed) > 2*len(packed)+1024 {
		t.Errorf("%d values are packed into %d bytes with room for %d", len(values), len(packed), cap(packed))
	}
	got := make([]value.Value, len(values))
	if err := unpackValues(packed, got); err != nil || !slices.Equal(got, values) {
		t.Error("other values are unpacked")
	}
}

// TestAttic: what is put comes back, or nothing; memory is bounded, what was
// used last stays, and a table's parts can be forgotten.
func TestAttic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	a := newAttic(50_000)
	first, second := new(Table), new(Table)
	stored := map[partKey][]value.Value{}
	var keys []partKey
	for i := range 100 {
		key := partKey{of: first, kind: spanPart, number: i}
		if i%2 == 1 {
			key.of = second
		}
		values := make([]value.Value, 1000)
		for j := range values {
			values[j] = value.Value(r.IntN(256))
		}
		a.put(key, values)
		stored[key] = values
		keys = append(keys, key)
		a.get(keys[0], make([]value.Value, 1000)) // stays
	}
	kept := func() (n int) {
		for _, key := range keys {
			got := make([]value.Value, 1000)
			if a.get(key, got) {
				n++
				if !slices.Equal(got, stored[key]) {
					t.Fatalf("part %d has changed", key.number)
				}
			}
		}
		return n
	}
	if n := kept(); n < 40 || n > 50 || a.bytes > a.budget || !a.get(keys[0], make([]value.Value, 1000)) {
		t.Errorf("%d parts are kept, in %d bytes", n, a.bytes)
	}
	a.forget(first)
	if n := kept(); n < 20 || n > 25 || a.get(keys[0], make([]value.Value, 1000)) {
		t.Errorf("%d parts are kept of the other table", n)
	}
	a.forget(second)
	if kept() != 0 || a.bytes != 0 || a.recent.Len() != 0 {
		t.Errorf("%d bytes are kept of nothing", a.bytes)
	}
}

// TestAtticLetsGo: what no one is known to need goes first, unless it is asked
// for after all.
func TestAtticLetsGo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	values := make([]value.Value, 1000)
	for j := range values {
		values[j] = value.Value(r.IntN(256))
	}
	table := new(Table)
	key := func(i int) partKey { return partKey{of: table, side: board.Color(i & 1), number: i} }
	a := newAttic(10_500) // ten of them
	for i := range 10 {
		a.put(key(i), values)
	}
	a.letGo(table, board.Black)
	a.get(key(3), make([]value.Value, 1000))
	for i := 10; i < 14; i++ {
		a.put(key(2*i), values)
	}
	for i := range 10 {
		if kept := a.find(key(i)) != nil; kept != (i%2 == 0 || i == 3) {
			t.Errorf("part %d is kept: %v", i, kept)
		}
	}
}

// TestAtticOutside: parts in scratch are told apart by all that names them, those of an
// owner can be forgotten, and nothing is kept in memory.
func TestAtticOutside(t *testing.T) {
	file := scratch.Lazily(scratch.FilesIn(t.TempDir()))
	defer file.Close()
	a := newAttic(50_000)
	a.outside.pile.Room = file
	first, second := new(Table), new(Encoder)
	var keys []partKey
	for _, of := range []any{first, second} {
		for _, kind := range []partKind{spanPart, framePart, chunkPart, pinnedPart} {
			for _, number := range []int{0, 1, 64, 1 << 20} {
				for _, side := range board.Colors {
					keys = append(keys, partKey{of, kind, number, side, 0}, partKey{of, kind, number, side, 3}, partKey{of, kind, number, side, 67})
				}
			}
		}
	}
	outside := func() (n int) {
		for _, p := range a.pieces.pages {
			n += bits.OnesCount64(p.has)
		}
		return n
	}
	valuesOf := func(i int) []value.Value { return slices.Repeat([]value.Value{value.Value(i)}, 1000) }
	for i, key := range keys {
		a.put(key, valuesOf(i))
		a.put(key, valuesOf(255)) // it is there already
	}
	if a.size() > 0 || outside() != len(keys) {
		t.Errorf("%d bytes are in memory, %d of %d parts outside", a.size(), outside(), len(keys))
	}
	a.forget(second)
	for i, key := range keys {
		got := make([]value.Value, 1000)
		if found := a.get(key, got); found != (key.of == first) || found && !slices.Equal(got, valuesOf(i)) {
			t.Errorf("part %d: %v, or its values have changed", i, found)
		}
	}
}
