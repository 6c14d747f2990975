package ending

import (
	"encoding/binary"
	"errors"

	"github.com/klauspost/compress/s2"
)

var errBlock = errors.New("a block of an ending is damaged")

// stored returns how many planes a block needs: without open positions those for likely wins are empty.
func stored(open bool) int {
	if open {
		return planes
	}
	return planes - 2
}

// size returns the bytes of a block before it is packed.
func size(words int, open bool) int { return 2 * stored(open) * words * 8 }

// A packer has the memory to compress blocks.
type packer struct{ raw, packed []byte }

// pack compresses a block. The result is valid until the next call.
func (p *packer) pack(b *block) []byte {
	n := size(len(b.planes[0][0]), b.open)
	if cap(p.raw) < n {
		p.raw = make([]byte, n)
		p.packed = make([]byte, s2.MaxEncodedLen(n))
	}
	raw := p.raw[:0]
	for c := range b.planes {
		for _, plane := range b.planes[c][:stored(b.open)] {
			for _, w := range plane {
				raw = binary.LittleEndian.AppendUint64(raw, w)
			}
		}
	}
	return s2.Encode(p.packed[:cap(p.packed)], raw)
}

// unpack returns the block of some packed bytes.
func unpack(packed []byte, words int, open bool) (*block, error) {
	raw, err := s2.Decode(nil, packed)
	if err != nil || len(raw) != size(words, open) {
		return nil, errBlock
	}
	b := newBlock(words)
	b.open = open
	for c := range b.planes {
		for _, p := range b.planes[c][:stored(open)] {
			for i := range p {
				p[i] = binary.LittleEndian.Uint64(raw[8*i:])
			}
			raw = raw[8*words:]
		}
	}
	return b, nil
}
