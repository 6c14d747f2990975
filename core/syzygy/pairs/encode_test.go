package pairs

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// list are values in memory. Those that do not matter are [UpTo].
type list struct {
	values   []uint16
	alphabet int
}

func (l *list) Len() int64    { return int64(len(l.values)) }
func (l *list) Alphabet() int { return l.alphabet }

func (l *list) Read(first int64, into []uint16) error {
	copy(into, l.values[first:])
	return nil
}

// made returns values with runs and patterns, some of which do not matter.
func made(random *rand.Rand, n, alphabet int, freely float64) *list {
	l := &list{alphabet: alphabet}
	for len(l.values) < n {
		run, v := 1+random.IntN(40), uint16(random.IntN(1+random.IntN(alphabet)))
		for i := range run {
			u := v
			if i%7 == 3 {
				u = uint16(alphabet-1) - v
			}
			if random.Float64() < freely {
				u = UpTo(uint16(random.IntN(alphabet)))
			}
			l.values = append(l.values, u)
		}
	}
	l.values = l.values[:n]
	return l
}

// expand decodes all values of a side, one block after the other, by its header alone. It is slow and plain.
func expand(t *testing.T, e *Encoded) (values []uint16) {
	t.Helper()
	header := e.Header(nil, 0)
	most, least := int(header[8]), int(header[9])
	offsets := header[10:]
	tree := offsets[2*(most-least+1)+2:]
	first := make([]int, most+1) // symbol of each length
	for bits := least; bits <= most; bits++ {
		first[bits] = int(binary.LittleEndian.Uint16(offsets[2*(bits-least):]))
	}
	start := make([]uint64, most+2) // code of that symbol
	for bits := most - 1; bits >= least; bits-- {
		start[bits] = (start[bits+1] + uint64(first[bits]-first[bits+1])) / 2
	}
	var add func(symbol int)
	add = func(symbol int) {
		b := tree[3*symbol:]
		left, right := int(b[0])|int(b[1]&15)<<8, int(b[1]>>4)|int(b[2])<<4
		if right == pairEnd {
			values = append(values, uint16(left))
			return
		}
		add(left)
		add(right)
	}
	size := 1 << header[1]
	for block, length := range e.lengths[:e.blocks] {
		data, bit := e.Data()[block*size:][:size], 0
		end := len(values) + int(length) + 1
		for len(values) < end {
			code, bits := uint64(0), 0
			for bits < least || code < start[bits] {
				code = code<<1 | uint64(data[bit/8]>>(7-bit%8)&1)
				bit++
				bits++
			}
			add(first[bits] + int(code-start[bits]))
		}
		if len(values) != end {
			t.Fatalf("block %d ends with %d values, want %d", block, len(values), end)
		}
	}
	return values
}

// TestEncode encodes values, and decodes them by a plain decoder. The reader of files decodes some.
func TestEncode(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		n, alphabet int
		freely      float64
	}{{1, 2, 0}, {2, 1, 0}, {500, 2, 0}, {5000, 3, .5}, {100_000, 5, .2}, {200_000, 1, 0}, {70_000, 300, .1}} {
		l := made(random, c.n, c.alphabet, c.freely)
		e, err := Encode(context.Background(), l, Options{Slots: make(Slots, 2), BlockBits: 6})
		if err != nil {
			t.Fatal(err)
		}
		got := expand(t, e)
		if len(got) != c.n {
			t.Fatalf("%v: %d values", c, len(got))
		}
		for i, v := range l.values {
			if v&free == 0 && got[i] != v || v&free != 0 && got[i] > v&^free {
				t.Fatalf("%v: value %d is %d, want %d", c, i, got[i], v)
			}
		}
		wantRead(t, e, got)
	}
}

// wantRead reads values as those of a file.
func wantRead(t *testing.T, e *Encoded, want []uint16) {
	t.Helper()
	header := e.Header(nil, 0)
	for len(header)%2 != 0 {
		header = append(header, 0)
	}
	file := e.Lengths(append(header, e.Index()...))
	for len(file)%64 != 0 {
		file = append(file, 0)
	}
	source := InMemory(append(file, e.Data()...))
	part, next, err := ReadHeader(source, 0, uint64(len(want)), true)
	if err != nil {
		t.Fatal(err)
	}
	if end := part.PlaceBlocks(part.PlaceLengths(part.PlaceIndex(next))); end != source.Size() {
		t.Fatalf("the file ends at %d, want %d", source.Size(), end)
	}
	for i := 0; i < len(want); i += 1 + len(want)/5000 {
		if got, err := part.Value(source, uint64(i)); err != nil || got != want[i] {
			t.Fatalf("value %d of %d is %d, %v, want %d", i, len(want), got, err, want[i])
		}
	}
}

// TestCode checks Kraft's inequality, with frequencies that would need too long codes.
func TestCode(t *testing.T) {
	counts := make([]uint64, 60)
	counts[0], counts[1] = 1, 1
	for i := 2; i < len(counts)-1; i++ {
		counts[i] = counts[i-1] + counts[i-2]
	}
	c := newCode(counts)
	sum := uint64(0)
	for symbol, bits := range c.bits {
		if (bits == 0) != (counts[symbol] == 0) || bits > maxBits {
			t.Fatalf("symbol %d has %d bits", symbol, bits)
		}
		if bits > 0 {
			sum += 1 << (maxBits - bits)
		}
	}
	if sum != 1<<maxBits {
		t.Errorf("codes take %x of %x", sum, uint64(1)<<maxBits)
	}
}
