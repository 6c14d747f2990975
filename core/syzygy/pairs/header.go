// Package pairs has the code of Syzygy files. A part of a file stores one value for each number of a layout.
//
// A symbol stands for one value or for two other symbols that follow each other. So the symbols are trees, and each
// stands for a sequence of values. A part is a sequence of symbols in blocks of one size. In a block, each symbol has
// a canonical Huffman code. A list has the number of values of each block. A sparse index has the blocks of a few
// numbers, at equal distances.
package pairs

import (
	"encoding/binary"
	"errors"
)

// ErrDamaged is the error of bytes that no writer of such files makes.
var ErrDamaged = errors.New("damaged")

// Flags of a part.
const (
	FlagSide   = 1   // DTZ: the part stores positions with the file's Black to move
	FlagMapped = 2   // DTZ: values are places in the lists of the file
	FlagWins   = 4   // DTZ: wins are in plies
	FlagLosses = 8   // DTZ: losses are in plies
	FlagWide   = 16  // DTZ: the lists have values of 16 bits
	FlagSingle = 128 // all values are the same
)

// Limits of a part, all of them above those of known writers.
const (
	mostBlockBits = 16 // of the size of a block
	mostIndexBits = 30 // of the distance of entries in the sparse index
	mostBits      = 32 // of a code

	pairEnd    = 0xfff // in the place of the second symbol: the first one is a value
	mostLength = 256   // values of a symbol
	entrySize  = 6     // bytes of an entry of the sparse index
)

// A Part is the header of a part of a file, checked, and the places of its data.
type Part struct {
	Flags  byte
	Single byte // the value, if all are the same

	blockBits, indexBits uint8
	blocks               int64 // with data
	lengths              int64 // of the list of lengths, which may be longer
	entries              int64 // of the sparse index
	shortest             uint8 // bits of a code
	firstSymbol          []uint16
	base                 []uint64                 // the first code of each length, in the high bits
	tree                 []byte                   // three bytes a symbol
	length               []uint8                  // the values of a symbol, less one
	strides              *[1 << strideBits]stride // by the next bits

	entriesAt, lengthsAt, blocksAt int64
	size                           uint64
}

// ReadHeader reads the header of a part with size values at an offset. It returns the offset after it. The second byte
// of a part with a single value is its value only in files of outcomes.
func ReadHeader(s *Source, offset int64, size uint64, outcomes bool) (part *Part, next int64, err error) {
	b, err := s.Bytes(offset, 2)
	if err != nil {
		return nil, 0, err
	}
	p := &Part{Flags: b[0], size: size}
	if p.Flags&FlagSingle != 0 {
		if outcomes {
			p.Single = b[1]
		}
		return p, offset + 2, nil
	}
	if b, err = s.Bytes(offset, 10); err != nil {
		return nil, 0, err
	}
	p.blockBits, p.indexBits = b[1], b[2]
	p.blocks = int64(binary.LittleEndian.Uint32(b[4:]))
	p.lengths = p.blocks + int64(b[3])
	longest, shortest := b[8], b[9]
	p.shortest = shortest
	if p.blockBits > mostBlockBits || p.indexBits < 1 || p.indexBits > mostIndexBits || p.blocks == 0 ||
		shortest < 1 || shortest > longest || longest > mostBits {
		return nil, 0, ErrDamaged
	}
	p.entries = int64((size + 1<<p.indexBits - 1) >> p.indexBits)
	offset += 10
	if offset, err = p.readCodes(s, offset, int(longest-shortest)+1); err != nil {
		return nil, 0, err
	}
	if offset, err = p.readTree(s, offset); err != nil {
		return nil, 0, err
	}
	p.setStrides()
	return p, offset, nil
}

// readCodes reads the first symbol of each length, and computes its code.
func (p *Part) readCodes(s *Source, offset int64, lengths int) (next int64, err error) {
	b, err := s.Bytes(offset, 2*lengths)
	if err != nil {
		return 0, err
	}
	p.firstSymbol = make([]uint16, lengths)
	for i := range p.firstSymbol {
		p.firstSymbol[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	p.base = make([]uint64, lengths)
	for i := lengths - 2; i >= 0; i-- {
		longer := int64(p.base[i+1]) + int64(p.firstSymbol[i]) - int64(p.firstSymbol[i+1])
		if longer < 0 || longer > 1<<mostBits {
			return 0, ErrDamaged
		}
		p.base[i] = uint64(longer / 2)
		if p.base[i]*2 < p.base[i+1] {
			return 0, ErrDamaged
		}
	}
	for i := range p.base {
		p.base[i] <<= 64 - int(p.shortest) - i
	}
	return offset + int64(2*lengths), nil
}

// readTree reads the symbols and counts the values of each.
func (p *Part) readTree(s *Source, offset int64) (next int64, err error) {
	b, err := s.Bytes(offset, 2)
	if err != nil {
		return 0, err
	}
	symbols := int(binary.LittleEndian.Uint16(b))
	if symbols == 0 || symbols > pairEnd {
		return 0, ErrDamaged
	}
	if p.tree, err = s.Bytes(offset+2, 3*symbols); err != nil {
		return 0, err
	}
	if err := p.countValues(symbols); err != nil {
		return 0, err
	}
	return offset + int64(2+3*symbols+symbols&1), nil
}

// countValues sets the lengths of all symbols. It finds symbols that contain themselves.
func (p *Part) countValues(symbols int) error {
	p.length = make([]uint8, symbols)
	const open = 1
	state := make([]uint8, symbols) // 0, or open, or done
	const done = 2
	var pending []uint16
	for first := range symbols {
		pending = append(pending[:0], uint16(first))
		for len(pending) > 0 {
			symbol := pending[len(pending)-1]
			left, right := p.pair(symbol)
			switch {
			case state[symbol] == done:
				pending = pending[:len(pending)-1]
			case right == pairEnd:
				state[symbol] = done
			case int(left) >= symbols || int(right) >= symbols:
				return ErrDamaged
			case state[left] == done && state[right] == done:
				length := int(p.length[left]) + int(p.length[right]) + 1
				if length >= mostLength {
					return ErrDamaged
				}
				p.length[symbol] = uint8(length)
				state[symbol] = done
			case state[symbol] == open: // a part of itself
				return ErrDamaged
			default:
				state[symbol] = open
				pending = append(pending, left, right)
			}
		}
	}
	return nil
}

// symbol returns the symbol that the next bits begin with, and the number of its bits. In a damaged file such a symbol
// may be missing.
func (p *Part) symbol(code uint64) (symbol uint64, length int) {
	k := 0
	for code < p.base[k] {
		k++ // the last one is 0
	}
	length = int(p.shortest) + k
	return (code-p.base[k])>>(64-length) + uint64(p.firstSymbol[k]), length
}

// strideBits is the number of bits that are skipped at once, at most.
const strideBits = 11

// A stride has the whole symbols that some bits consist of: the number of their values, and of their bits.
type stride struct {
	values uint16
	bits   uint8
}

// setStrides computes the strides of all bits.
func (p *Part) setStrides() {
	p.strides = new([1 << strideBits]stride)
	for i := range p.strides {
		s := &p.strides[i]
		for code := uint64(i) << (64 - strideBits); ; {
			symbol, length := p.symbol(code)
			if int(s.bits)+length > strideBits || symbol >= uint64(len(p.length)) {
				break
			}
			s.bits += uint8(length)
			s.values += uint16(p.length[symbol]) + 1
			code <<= length
		}
	}
}

// pair returns the two symbols that a symbol stands for. If it stands for one value, that is the first of them.
func (p *Part) pair(symbol uint16) (left, right uint16) {
	b := p.tree[3*int(symbol):][:3]
	return uint16(b[0]) | uint16(b[1]&15)<<8, uint16(b[1])>>4 | uint16(b[2])<<4
}

// Symbols returns the number of symbols, or 0 if all values are the same.
func (p *Part) Symbols() int { return len(p.length) }

// Size returns the number of values.
func (p *Part) Size() uint64 { return p.size }

// PlaceIndex sets the offset of the sparse index, and returns the offset after it.
func (p *Part) PlaceIndex(offset int64) int64 {
	p.entriesAt = offset
	return offset + p.entries*entrySize
}

// PlaceLengths sets the offset of the list of lengths, and returns the offset after it.
func (p *Part) PlaceLengths(offset int64) int64 {
	p.lengthsAt = offset
	return offset + 2*p.lengths
}

// PlaceBlocks sets the offset of the blocks, which is the next multiple of 64, and returns the offset after them.
func (p *Part) PlaceBlocks(offset int64) int64 {
	if p.Flags&FlagSingle != 0 {
		return offset
	}
	p.blocksAt = (offset + 63) &^ 63
	return p.blocksAt + p.blocks<<p.blockBits
}
