package ending

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/klauspost/compress/s2"

	"github.com/matewright/matewright/core/board"
)

// Packed are both blocks of a slice: the planes of their codes, first those with White to move. The words of all
// planes, one after the other, are cut into chunks. Each chunk is the length of its compressed bytes as a varint, and
// these bytes.

// chunkSize is the number of bytes of a chunk before it is compressed, except for the last one. Only blocks with two
// pieces have several: packing them in one chunk would take 40 MiB more.
const chunkSize = 1 << 20

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
type packer struct{ raw, chunk, packed []byte }

// pack returns a record for [journal.addBlock], given the number of words of the slice and whether it has open
// positions. The result is valid until the next call.
func (p *packer) pack(words int, open bool, at func(turn board.Color, word int) codes) []byte {
	p.raw, p.packed = p.raw[:0], append(p.packed[:0], make([]byte, blockHeader)...)
	if size := 2 * 8 * planes(open) * words; size <= chunkSize {
		p.fill(size, words, open, at)
		p.endChunk()
		return p.packed
	}
	for _, c := range board.Colors {
		for plane := range planes(open) {
			for i := range words {
				w := at(c, i)
				p.raw = binary.LittleEndian.AppendUint64(p.raw, *w.plane(plane))
				if len(p.raw) == chunkSize {
					p.endChunk()
				}
			}
		}
	}
	p.endChunk()
	return p.packed
}

// fill sets the only chunk of a small block. It calls the function once for each word.
func (p *packer) fill(size, words int, open bool, at func(turn board.Color, word int) codes) {
	p.raw = slices.Grow(p.raw, size)[:size]
	raw := p.raw
	put := func(i int, w uint64) { binary.LittleEndian.PutUint64(raw[8*i:], w) }
	for _, c := range board.Colors {
		for i := range words {
			w := at(c, i)
			put(i, w.a)
			put(i+words, w.b)
			put(i+2*words, w.c)
			if open {
				put(i+3*words, w.likely[board.White])
				put(i+4*words, w.likely[board.Black])
			}
		}
		raw = raw[8*planes(open)*words:]
	}
}

// packWide compresses a slab and the open positions of its slice as [packer.pack] does. If most of them are open, it
// has those that are won, and the word before them is 1. If that does not fit into a record, the result is the slab
// alone.
func (p *packer) packWide(b *slab, open []uint64, g *geometry) []byte {
	p.raw, p.packed = p.raw[:0], append(p.packed[:0], make([]byte, blockHeader)...)
	add := func(words []uint64) {
		for i := 0; i < len(words) && len(p.packed) < mostBody-chunkSize; i++ {
			p.raw = binary.LittleEndian.AppendUint64(p.raw, words[i])
			if len(p.raw) == chunkSize {
				p.endChunk()
			}
		}
	}
	add(b.lost)
	add(b.safe)
	p.endChunk()
	alone := len(p.packed)
	most := 0 // more open positions than won ones
	for i, lanes := range open {
		most += 2*bits.OnesCount64(lanes) - bits.OnesCount64(g.legalFor(b.attacker, i))
	}
	if most <= 0 {
		add([]uint64{0})
	} else {
		add([]uint64{1})
		for i := range open {
			open[i] = g.legalFor(b.attacker, i) &^ open[i]
		}
	}
	add(open)
	if p.endChunk(); len(p.packed) >= mostBody-chunkSize {
		return p.packed[:alone]
	}
	return p.packed
}

// endChunk appends the present chunk.
func (p *packer) endChunk() {
	if len(p.raw) == 0 {
		return
	}
	if most := s2.MaxEncodedLen(len(p.raw)); cap(p.chunk) < most {
		p.chunk = make([]byte, most)
	}
	chunk := s2.Encode(p.chunk[:cap(p.chunk)], p.raw)
	p.packed = append(binary.AppendUvarint(p.packed, uint64(len(chunk))), chunk...)
	p.raw = p.raw[:0]
}

// An unpacker reads the words of packed bytes.
type unpacker struct {
	packed []byte
	raw    []byte // the rest of the present chunk
	buffer []byte
	err    error
}

// next returns the next word, or sets an error.
func (u *unpacker) next() uint64 {
	if len(u.raw) == 0 {
		u.nextChunk()
	}
	if u.err != nil {
		return 0
	}
	w := binary.LittleEndian.Uint64(u.raw)
	u.raw = u.raw[8:]
	return w
}

func (u *unpacker) nextChunk() {
	if chunk, _ := u.cut(); u.err == nil {
		u.decode(chunk)
	}
}

// cut removes the next chunk, and returns it with its number of bytes before it was compressed. Or it sets an error.
func (u *unpacker) cut() (chunk []byte, size int) {
	length, n := binary.Uvarint(u.packed)
	if n <= 0 || length > uint64(len(u.packed)-n) {
		u.err = errDamaged
		return nil, 0
	}
	chunk = u.packed[n:][:length]
	u.packed = u.packed[n+int(length):]
	size, err := s2.DecodedLen(chunk)
	if err != nil || size == 0 || size > chunkSize || size%8 != 0 {
		u.err = errDamaged
	}
	return chunk, size
}

// isEmpty reports whether no words are left.
func (u *unpacker) isEmpty() bool { return len(u.raw)+len(u.packed) == 0 }

// decode makes a chunk the present one, or sets an error.
func (u *unpacker) decode(chunk []byte) {
	raw, err := s2.Decode(u.buffer[:cap(u.buffer)], chunk)
	if err != nil {
		u.err = errDamaged
	}
	u.raw, u.buffer = raw, raw
}

// skip leaves out some bytes, or sets an error. It decodes no chunks that it leaves out as a whole.
func (u *unpacker) skip(n int) {
	for n > 0 && u.err == nil {
		if len(u.raw) == 0 {
			chunk, size := u.cut()
			if u.err == nil && size > n {
				u.decode(chunk)
			} else {
				n -= size
			}
			continue
		}
		out := min(n, len(u.raw))
		u.raw = u.raw[out:]
		n -= out
	}
}

// unpack returns the block with a side to move of some packed bytes.
func unpack(packed []byte, words int, open bool, turn board.Color) (*block, error) {
	u := unpacker{packed: packed}
	b := &block{words: make([]codes, words), open: open}
	others := 8 * planes(open) * words // the bytes of the other block
	if turn == board.Black {
		u.skip(others)
	}
	for plane := range planes(open) {
		for i := range b.words {
			*b.words[i].plane(plane) = u.next()
		}
	}
	if turn == board.White {
		u.skip(others)
	}
	if u.err == nil && !u.isEmpty() {
		u.err = errDamaged
	}
	return b, u.err
}

// unpackSlab returns the block of some packed bytes of a wide slice, and the rest of them.
func unpackSlab(packed []byte, s Slice) (*block, *openWords) {
	rest := &openWords{unpacker: unpacker{packed: packed}}
	b := newSlab(s)
	b.begin()
	for _, words := range [][]uint64{b.lost, b.safe} {
		for i := range words {
			words[i] = rest.unpacker.next()
		}
	}
	rest.start(b, s)
	return &block{open: true, slab: b}, rest
}

// unpackOpen returns the words after the slab in the packed bytes of a wide slice. It does not decode the slab.
func unpackOpen(packed []byte, s Slice) *openWords {
	o := &openWords{unpacker: unpacker{packed: packed}}
	b := newSlab(s)
	o.skip(2 * 8 * slabFiles * b.words)
	o.start(b, s)
	return o
}

// openWords reads the words of a wide slice with the attacker to move, one after the other: its legal positions that
// are not won.
type openWords struct {
	unpacker
	geometry
	attacker board.Color
	won      bool // the packed positions are those that are won
	word     int  // the next one
}

// start reads the word before the positions, unless none are packed: these are either open or won.
func (o *openWords) start(b *slab, s Slice) {
	if o.err != nil || o.isEmpty() {
		return
	}
	o.begin(s)
	o.attacker = b.attacker
	switch o.unpacker.next() {
	case 0:
	case 1:
		o.won = true
	default:
		o.err = cmp.Or(o.err, error(errDamaged))
	}
}

func (o *openWords) next() uint64 {
	lanes := o.unpacker.next()
	if o.won {
		lanes = o.legalFor(o.attacker, o.word) &^ lanes
	}
	o.word++
	return lanes
}
