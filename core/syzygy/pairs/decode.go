package pairs

import "encoding/binary"

// Value returns the value with a number below [Part.Size]. The error is [ErrDamaged], [ErrShort] or that of the source.
// It takes at most as many steps as the file has blocks and a block has values. If the source is in memory, nothing is
// allocated.
func (p *Part) Value(s *Source, number uint64) (uint16, error) {
	if number >= p.size {
		return 0, ErrDamaged
	}
	if p.Flags&FlagSingle != 0 {
		return uint16(p.Single), nil
	}
	entry, err := s.Bytes(p.entriesAt+entrySize*int64(number>>p.indexBits), entrySize)
	if err != nil {
		return 0, err
	}
	block := int64(binary.LittleEndian.Uint32(entry))
	span := int64(1) << p.indexBits
	skip := int64(number)&(span-1) - span/2 + int64(binary.LittleEndian.Uint16(entry[4:]))
	block, skip, err = p.findBlock(s, block, skip)
	if err != nil {
		return 0, err
	}
	const ahead = 12 // the last code of a block may be read together with bytes after it
	data, err := s.upTo(p.blocksAt+block<<p.blockBits, 1<<p.blockBits+ahead)
	if err != nil {
		return 0, err
	}
	return p.decode(data, int(skip))
}

// findBlock goes from a block to the one with the value that comes skip values after the block's first. It returns the
// block, and the place of the value in it.
func (p *Part) findBlock(s *Source, block, skip int64) (found, place int64, err error) {
	w := window{source: s, at: p.lengthsAt, n: p.lengths}
	for skip < 0 {
		block--
		length, err := w.get(block, true)
		if err != nil {
			return 0, 0, err
		}
		skip += length
	}
	for {
		length, err := w.get(block, false)
		if err != nil {
			return 0, 0, err
		}
		if skip < length {
			break
		}
		skip -= length
		block++
	}
	if block >= p.blocks {
		return 0, 0, ErrDamaged
	}
	return block, skip, nil
}

// A window is a part of the list of the blocks' lengths.
type window struct {
	source *Source
	at, n  int64
	bytes  []byte
	first  int64 // block
}

// get returns the number of values of a block. The next ones come after it, or before it if backwards is true.
func (w *window) get(block int64, backwards bool) (int64, error) {
	if block < 0 || block >= w.n {
		return 0, ErrDamaged
	}
	if block < w.first || 2*(block-w.first) >= int64(len(w.bytes)) {
		const some = 32
		first := block
		if backwards {
			first = max(0, block-some+1)
		}
		var err error
		if w.bytes, err = w.source.Bytes(w.at+2*first, 2*int(min(some, w.n-first))); err != nil {
			return 0, err
		}
		w.first = first
	}
	return int64(binary.LittleEndian.Uint16(w.bytes[2*(block-w.first):])) + 1, nil
}

// decode returns the value that comes skip values after the first one of a block.
func (p *Part) decode(data []byte, skip int) (uint16, error) {
	var code uint64 // the next bits, the first one on top
	bits := 0       // of them that are read
	next := 0       // byte
	strides := p.strides
	for {
		if bits < mostBits {
			code |= uint64(big32(data, next)) << (32 - bits)
			next += 4
			bits += 32
		}
		s := &strides[code>>(64-strideBits)]
		if s.bits > 0 && skip >= int(s.values) {
			skip -= int(s.values)
			code <<= s.bits & 63
			bits -= int(s.bits)
			continue
		}
		symbol, length := p.symbol(code)
		if symbol >= uint64(len(p.length)) {
			return 0, ErrDamaged
		}
		if values := int(p.length[symbol]) + 1; skip >= values {
			skip -= values
			code <<= length & 63
			bits -= length
			continue
		}
		return p.descend(uint16(symbol), skip), nil
	}
}

// descend returns a value of a symbol.
func (p *Part) descend(symbol uint16, skip int) uint16 {
	for {
		left, right := p.pair(symbol)
		if p.length[symbol] == 0 {
			return left
		}
		if values := int(p.length[left]) + 1; skip < values {
			symbol = left
		} else {
			skip -= values
			symbol = right
		}
	}
}

// big32 reads four bytes. Bytes after the end are 0.
func big32(data []byte, at int) uint32 {
	if at+4 <= len(data) {
		return binary.BigEndian.Uint32(data[at:])
	}
	var b [4]byte
	if at < len(data) {
		copy(b[:], data[at:])
	}
	return binary.BigEndian.Uint32(b[:])
}
