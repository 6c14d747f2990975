package ending

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/klauspost/compress/s2"
)

var errBlock = errors.New("a block of an ending is damaged")

// planes returns how many planes a block needs: without open positions nothing is likely.
func planes(open bool) int {
	if open {
		return 5
	}
	return 3
}

// plane returns the word of a plane.
func (w *codes) plane(i int) *uint64 {
	switch i {
	case 0:
		return &w.a
	case 1:
		return &w.b
	case 2:
		return &w.c
	}
	return &w.likely[i-3]
}

// A packer has the memory to compress blocks.
type packer struct{ raw, packed []byte }

// pack compresses a block, plane by plane. The result is valid until the next call.
func (p *packer) pack(b *block) []byte {
	raw := p.raw[:0]
	for c := range b.words {
		for plane := range planes(b.open) {
			for i := range b.words[c] {
				raw = binary.LittleEndian.AppendUint64(raw, *b.words[c][i].plane(plane))
			}
		}
	}
	p.raw = raw
	p.packed = slices.Grow(p.packed[:0], s2.MaxEncodedLen(len(raw)))
	return s2.Encode(p.packed[:cap(p.packed)], raw)
}

// unpack returns the block of some packed bytes.
func unpack(packed []byte, words int, open bool) (*block, error) {
	raw, err := s2.Decode(nil, packed)
	if err != nil || len(raw) != 2*planes(open)*8*words {
		return nil, errBlock
	}
	b := newBlock(words)
	b.open = open
	for c := range b.words {
		for plane := range planes(open) {
			for i := range b.words[c] {
				*b.words[c][i].plane(plane) = binary.LittleEndian.Uint64(raw)
				raw = raw[8:]
			}
		}
	}
	return b, nil
}
