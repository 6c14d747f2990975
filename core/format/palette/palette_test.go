package palette_test

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/format/palette"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestPack packs values of all lengths: words with up to a number of different values, mixed with repeated words. It
// checks the unpacked values against the packed ones, also with a slow and obvious twin of Unpack.
func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 1))
	for length := range 20 * 64 {
		values := make([]value.Byte, length)
		most := 1 + r.IntN(20)
		for at := 0; at < length; at += 64 {
			word := values[at:min(at+64, length)]
			switch before := at - []int{64, 512}[r.IntN(2)]; {
			case before >= 0 && r.IntN(3) == 0:
				copy(word, values[before:])
			default:
				low := r.IntN(256)
				for i := range word {
					word[i] = value.Byte(low + r.IntN(most))
				}
			}
		}
		packed := palette.Pack(values)
		got := make([]value.Byte, length)
		if err := palette.Unpack(packed, got); err != nil || !slices.Equal(got, values) {
			t.Fatalf("%d values, %d to a word, become others: %v", length, most, err)
		}
		if twin := unpackSlowly(packed, length); !slices.Equal(twin, values) {
			t.Fatalf("%d values, %d to a word, become others value by value", length, most)
		}
		if again := palette.Pack(values); !slices.Equal(again, packed) {
			t.Fatalf("%d values are packed in different ways", length)
		}
		for _, n := range []int{length - 64, length - 1, length + 1, length + 64} {
			if n >= 0 && palette.Unpack(packed, make([]value.Byte, n)) == nil {
				t.Fatalf("%d values are unpacked as %d", length, n)
			}
		}
	}
}

// unpackSlowly is [palette.Unpack] value by value.
func unpackSlowly(packed []byte, length int) (values []value.Byte) {
	for length-len(values) >= 64 {
		kind := packed[0]
		packed = packed[1:]
		switch kind {
		case 5, 6:
			before := len(values) - map[byte]int{5: 64, 6: 512}[kind]
			values = append(values, values[before:][:64]...)
			continue
		case 0:
			for _, b := range packed[:64] {
				values = append(values, value.Byte(b))
			}
			packed = packed[64:]
			continue
		}
		palette, planes := packed[:1<<kind], packed[1<<kind:]
		for lane := range 64 {
			number := 0
			for bit := range kind {
				number |= int(binary.LittleEndian.Uint64(planes[8*bit:])>>lane&1) << bit
			}
			values = append(values, value.Byte(palette[number]))
		}
		packed = planes[8*kind:]
	}
	for _, b := range packed {
		values = append(values, value.Byte(b))
	}
	return values
}

// FuzzUnpack checks that any bytes yield an error or some values.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte{}, uint16(0))
	f.Add([]byte{5}, uint16(64)) // like a word before the first one
	f.Add([]byte{6}, uint16(64))
	f.Add([]byte{7}, uint16(64)) // no kind
	f.Add(palette.Pack(make([]value.Byte, 1000)), uint16(1000))
	f.Fuzz(func(t *testing.T, packed []byte, n uint16) {
		if err := palette.Unpack(packed, make([]value.Byte, n)); err != nil && !errors.Is(err, store.ErrCorrupt) {
			t.Error(err)
		}
	})
}
