package pairs

import (
	"encoding/binary"
	"math/bits"
)

// maxBlock is the number of values that a block can have.
const maxBlock = 1 << 16

// Encoded is an encoded side of a table.
type Encoded struct {
	blockBits, indexBits int
	blocks               int // with data
	symbols              []symbol
	values               int
	code                 *code
	lengths              []uint16 // of blocks, less 1; the last ones can be blocks without data
	index                []byte
	data                 []byte
}

// finish makes the code, the blocks and the index for the symbols of all chunks.
func (e *Encoded) finish(chunks [][]uint16, size int64, blockBits int) {
	e.code = newCode(countsOf(chunks, len(e.symbols)))
	best := int64(-1)
	for b := blockBits; b >= 5; b-- {
		blocks := int64(0)
		e.cut(chunks, b, func(int, int, int) { blocks++ })
		indexBits, entries := indexFor(size, blocks)
		total := (blocks<<b+63)&^63 + 2*blocks + 6*entries
		if best >= 0 && total >= best {
			break
		}
		best, e.blockBits, e.indexBits, e.blocks = total, b, indexBits, int(blocks)
	}
	e.lengths = make([]uint16, 0, e.blocks)
	e.data = make([]byte, 0, e.blocks<<e.blockBits)
	w := &bitWriter{}
	chunk, at := 0, 0
	e.cut(chunks, e.blockBits, func(toChunk, to, values int) {
		for ; chunk < toChunk || at < to; at++ {
			for at == len(chunks[chunk]) {
				chunk, at = chunk+1, 0
			}
			if chunk == toChunk && at == to {
				break
			}
			s := chunks[chunk][at]
			w.add(e.code.of(s), int(e.code.bits[s]))
		}
		e.data = w.flush(e.data, 1<<e.blockBits)
		e.lengths = append(e.lengths, uint16(values-1))
	})
	e.makeIndex(size)
}

// cut calls a function at the end of each block, with the place of the symbol after it and the number of its values.
func (e *Encoded) cut(chunks [][]uint16, blockBits int, end func(chunk, at, values int)) {
	room, used, values := 8<<blockBits, 0, 0
	for i, chunk := range chunks {
		for at, s := range chunk {
			bits, length := int(e.code.bits[s]), int(e.symbols[s].length)
			if used+bits > room || values+length > maxBlock {
				end(i, at, values)
				used, values = 0, 0
			}
			used += bits
			values += length
		}
	}
	if values > 0 {
		end(len(chunks)-1, len(chunks[len(chunks)-1]), values)
	}
}

// indexFor returns the binary logarithm of the number of values for each entry of the index, and the number of entries.
func indexFor(size, blocks int64) (indexBits int, entries int64) {
	indexBits = bits.Len64(uint64(size/blocks)) + 4
	for indexBits > 1 && int64(1)<<(indexBits-1) > size {
		indexBits--
	}
	return indexBits, (size + 1<<indexBits - 1) >> indexBits
}

// makeIndex makes the index. Each entry has the block with the value in the middle of the entry's values, and the place
// of the value there. A middle beyond the last value is in a block without data.
func (e *Encoded) makeIndex(size int64) {
	_, entries := indexFor(size, int64(e.blocks))
	middle, first, block := int64(1)<<(e.indexBits-1), int64(0), 0
	for range entries {
		for {
			if block == len(e.lengths) {
				e.lengths = append(e.lengths, maxBlock-1)
			}
			if first+int64(e.lengths[block]) >= middle {
				break
			}
			first += int64(e.lengths[block]) + 1
			block++
		}
		e.index = binary.LittleEndian.AppendUint32(e.index, uint32(block))
		e.index = binary.LittleEndian.AppendUint16(e.index, uint16(middle-first))
		middle += 1 << e.indexBits
	}
}

// A bitWriter writes bits, the highest ones first.
type bitWriter struct {
	bytes []byte
	left  uint64 // the last bits
	n     int    // of them
}

func (w *bitWriter) add(code uint64, bits int) {
	w.left = w.left<<bits | code
	for w.n += bits; w.n >= 8; w.n -= 8 {
		w.bytes = append(w.bytes, byte(w.left>>(w.n-8)))
	}
}

// flush appends a block of some bytes to others, and begins the next one.
func (w *bitWriter) flush(to []byte, size int) []byte {
	if w.n > 0 {
		w.add(0, 8-w.n)
	}
	to = append(to, w.bytes...)
	to = append(to, make([]byte, size-len(w.bytes))...)
	w.bytes = w.bytes[:0]
	return to
}

// Header appends the header of the side, which starts with some flags.
func (e *Encoded) Header(to []byte, flags byte) []byte {
	to = append(to, flags, byte(e.blockBits), byte(e.indexBits), byte(len(e.lengths)-e.blocks))
	to = binary.LittleEndian.AppendUint32(to, uint32(e.blocks))
	to = append(to, byte(e.code.most), byte(e.code.least))
	for bits := e.code.least; bits <= e.code.most; bits++ {
		to = binary.LittleEndian.AppendUint16(to, e.code.offset[bits])
	}
	to = binary.LittleEndian.AppendUint16(to, uint16(len(e.symbols)))
	for _, s := range e.code.order {
		left, right := e.symbols[s].left, uint16(maxSymbols)
		if int(s) >= e.values {
			left, right = e.code.number[left], e.code.number[e.symbols[s].right]
		}
		to = append(to, byte(left), byte(left>>8|right<<4), byte(right>>4))
	}
	return to
}

// Index is the sparse index.
func (e *Encoded) Index() []byte { return e.index }

// Lengths appends the lengths of the blocks.
func (e *Encoded) Lengths(to []byte) []byte {
	for _, n := range e.lengths {
		to = binary.LittleEndian.AppendUint16(to, n)
	}
	return to
}

// Data is the data of the blocks. In a file it starts at a multiple of 64 bytes.
func (e *Encoded) Data() []byte { return e.data }
