// Package palette packs values lightly, each word of 64 values like an image with a palette.
//
// Unpacking takes little time compared with solving, under wasm too. Most words have few values that differ. A packed
// word is its kind, a byte, and
//
//	same word    nothing: it is the word before
//	same rank    nothing: it is the word eight before, for a man one rank lower
//	1 to 4 bits  the palette of 2 to 16 values; then for each bit of the values' numbers in it a u64, value by value
//	raw          the 64 values
//
// The values after the last word follow as they are.
package palette

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// The kinds of words.
const (
	rawWord = iota
	oneBit
	twoBits
	threeBits
	fourBits
	sameWord
	sameRank
	wordKinds
)

const (
	wordSize    = 64
	rankSize    = 8 * wordSize
	paletteSize = 1 << fourBits
)

// bytesOf is the size of a packed word without its kind.
var bytesOf = [wordKinds]int{rawWord: wordSize, oneBit: 2 + 8, twoBits: 4 + 2*8, threeBits: 8 + 3*8, fourBits: 16 + 4*8}

// Pack packs values lightly.
func Pack(values []value.Byte) []byte {
	p := packers.Get().(*packer)
	defer packers.Put(p)
	p.pack(valueBytes(values))
	return bytes.Clone(p.out) // without the spare room
}

var packers = sync.Pool{New: func() any { return new(packer) }}

type packer struct {
	out []byte

	// The palette of the present word, and by value its number there plus first. Each word has another first, so the
	// numbers of other words have no effect.
	palette [paletteSize]byte
	size    int
	numbers [256]uint64
	first   uint64
}

func (p *packer) pack(values []byte) {
	p.out = slices.Grow(p.out[:0], len(values)+len(values)/wordSize)
	at := 0
	for ; at+wordSize <= len(values); at += wordSize {
		word := (*[wordSize]byte)(values[at:])
		switch {
		case at >= wordSize && *word == *(*[wordSize]byte)(values[at-wordSize:]):
			p.out = append(p.out, sameWord)
		case at >= rankSize && *word == *(*[wordSize]byte)(values[at-rankSize:]):
			p.out = append(p.out, sameRank)
		default:
			p.packWord(word)
		}
	}
	p.out = append(p.out, values[at:]...)
}

// packWord adds a word that is not like another one. It calls few functions: under wasm a call takes as long as eight
// values.
func (p *packer) packWord(values *[wordSize]byte) {
	p.first += paletteSize
	p.size = 0
	first, of := p.first, &p.numbers
	var planes [fourBits * 8]byte
	for i := 0; i < 8; {
		v := (*[8]byte)(values[8*i:])
		a, b, c, d := of[v[0]]-first, of[v[1]]-first, of[v[2]]-first, of[v[3]]-first
		e, f, g, h := of[v[4]]-first, of[v[5]]-first, of[v[6]]-first, of[v[7]]-first
		if a|b|c|d|e|f|g|h >= paletteSize { // some values are not in the palette yet
			if !p.add(v) {
				p.out = append(append(p.out, rawWord), values[:]...)
				return
			}
			continue
		}
		numbers := a | b<<8 | c<<16 | d<<24 | e<<32 | f<<40 | g<<48 | h<<56
		planes[i] = gather(numbers)
		planes[8+i] = gather(numbers >> 1)
		planes[16+i] = gather(numbers >> 2)
		planes[24+i] = gather(numbers >> 3)
		i++
	}
	kind := oneBit
	for 1<<kind < p.size {
		kind++
	}
	clear(p.palette[p.size:])
	p.out = append(append(p.out, byte(kind)), p.palette[:1<<kind]...)
	p.out = append(p.out, planes[:kind*8]...)
}

// gather returns the lowest bits of eight bytes: the product has them in the highest one.
func gather(b uint64) byte { return byte(b & inEach * 0x0102_0408_1020_4080 >> 56) }

// add adds values to the palette, and reports whether it has room for all.
func (p *packer) add(values *[8]byte) bool {
	for _, v := range values {
		if p.numbers[v]-p.first < paletteSize {
			continue
		}
		if p.size == paletteSize {
			return false
		}
		p.palette[p.size] = v
		p.numbers[v] = p.first + uint64(p.size)
		p.size++
	}
	return true
}

// inEach has a one in each of eight bytes.
const inEach = 0x0101_0101_0101_0101

// Unpack fills in packed values. Bytes that [Pack] did not write yield an error or some values. Only a checksum detects
// them all.
func Unpack(packed []byte, into []value.Byte) error {
	if !unpackBytes(packed, valueBytes(into)) {
		return fmt.Errorf("%w: these are not %d values", store.ErrCorrupt, len(into))
	}
	return nil
}

func unpackBytes(packed, into []byte) (ok bool) {
	at := 0
	for ; at+wordSize <= len(into); at += wordSize {
		if len(packed) == 0 || packed[0] >= wordKinds {
			return false
		}
		kind := packed[0]
		size := bytesOf[kind]
		if packed = packed[1:]; len(packed) < size {
			return false
		}
		word := (*[wordSize]byte)(into[at:])
		switch kind {
		case rawWord:
			copy(word[:], packed)
		case sameWord, sameRank:
			from := at - wordSize
			if kind == sameRank {
				from = at - rankSize
			}
			if from < 0 {
				return false
			}
			copy(word[:], into[from:])
		case oneBit:
			unpack1((*[2 + 8]byte)(packed), word)
		case twoBits:
			unpack2((*[4 + 2*8]byte)(packed), word)
		case threeBits:
			unpack3((*[8 + 3*8]byte)(packed), word)
		case fourBits:
			unpack4((*[16 + 4*8]byte)(packed), word)
		}
		packed = packed[size:]
	}
	copy(into[at:], packed)
	return len(packed) == len(into)-at
}

// Unpacking picks eight values at once, by masks from the bits of their numbers. It picks the first or the second value
// of each pair of the palette, then one of each pair of those, and so on.

// A pair is two consecutive values of a palette, each eight times: the first one, and its difference from the other.
type pair struct{ first, differ uint64 }

func pairOf(palette []byte) pair {
	first, second := uint64(palette[0])*inEach, uint64(palette[1])*inEach
	return pair{first, first ^ second}
}

func (p *pair) pick(m uint64) uint64 { return p.first ^ p.differ&m }

// pick returns a's bytes, and b's where the mask is set.
func pick(a, b, m uint64) uint64 { return a ^ (a^b)&m }

func pick4(p *[2]pair, m, m2 uint64) uint64 { return pick(p[0].pick(m), p[1].pick(m), m2) }

func unpack1(packed *[2 + 8]byte, into *[wordSize]byte) {
	p := pairOf(packed[:])
	for i := range 8 {
		binary.LittleEndian.PutUint64(into[8*i:], p.pick(board.Spread[packed[2+i]]))
	}
}

func unpack2(packed *[4 + 2*8]byte, into *[wordSize]byte) {
	p := [2]pair{pairOf(packed[:]), pairOf(packed[2:])}
	for i := range 8 {
		m, m2 := board.Spread[packed[4+i]], board.Spread[packed[12+i]]
		binary.LittleEndian.PutUint64(into[8*i:], pick4(&p, m, m2))
	}
}

func unpack3(packed *[8 + 3*8]byte, into *[wordSize]byte) {
	p := [2][2]pair{{pairOf(packed[:]), pairOf(packed[2:])}, {pairOf(packed[4:]), pairOf(packed[6:])}}
	for i := range 8 {
		m, m2, m4 := board.Spread[packed[8+i]], board.Spread[packed[16+i]], board.Spread[packed[24+i]]
		binary.LittleEndian.PutUint64(into[8*i:], pick(pick4(&p[0], m, m2), pick4(&p[1], m, m2), m4))
	}
}

func unpack4(packed *[16 + 4*8]byte, into *[wordSize]byte) {
	var p [4][2]pair
	for i := range p {
		p[i] = [2]pair{pairOf(packed[4*i:]), pairOf(packed[4*i+2:])}
	}
	for i := range 8 {
		m, m2 := board.Spread[packed[16+i]], board.Spread[packed[24+i]]
		m4, m8 := board.Spread[packed[32+i]], board.Spread[packed[40+i]]
		low := pick(pick4(&p[0], m, m2), pick4(&p[1], m, m2), m4)
		high := pick(pick4(&p[2], m, m2), pick4(&p[3], m, m2), m4)
		binary.LittleEndian.PutUint64(into[8*i:], pick(low, high, m8))
	}
}

// valueBytes returns the memory of values as bytes.
func valueBytes(v []value.Byte) []byte {
	return unsafe.Slice((*byte)(unsafe.SliceData(v)), len(v))
}
