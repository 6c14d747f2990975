// Package table keeps finished tables: their bytes, their statistics, and the
// places where they are stored.
//
// # Format
//
// A table is data and a header; a [Store] keeps both, and lays them out as
// suits it (for files see filestore.go). The data is blocks and nothing else:
//
//	+---------+---------+-----+---------+
//	| block 0 | block 1 | ... | block n |      each a zstd frame
//	+---------+---------+-----+---------+
//
// A block decompresses to the values of up to [BlockEntries] entries, a byte
// each (package value), of one slice and side to move. Blocks are ordered by
// slice, then side (White first), then entry; the last block of a slice and
// side is shorter if need be. So the number of an entry's block is known
// without looking, and each block can be read alone. Entries that are not legal
// positions repeat the value before them in the slice and side, the first ones
// a draw. Frames are what klauspost/compress writes at its default level, in a
// single segment, with a window of a block and without a checksum.
//
// The header, u16 and u32 little-endian, uv an unsigned varint, text a uv
// length and bytes:
//
//	"MWTH"                          magic
//	u16       format version        2
//	text      class                 KRPvKR
//	text      metric                DTM
//	uv        slices                ) must be what the layout of the class says
//	uv        entries               ) per slice and side
//	2 times, White then Black to move, the statistics:
//	    uv    number of values that occur, and for each, ascending:
//	          u8 value, uv placements, uv distinct up to symmetry
//	    u8    value of the longest win, 0 if none
//	    text  its FEN
//	uv        number of blocks, and for each:
//	    uv    length of the zstd frame
//	    u32   CRC-32C of the zstd frame
//	u32       CRC-32C of all the header before
//
// The bytes of a table depend on its class alone: not on the platform, the
// method or the order of the work.
package table

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// FormatVersion is the version of the format that is written, and the only one
// that is read.
const FormatVersion = 2

// BlockEntries is the number of entries in a block.
const BlockEntries = 1 << 16

const headerMagic = "MWTH"

func checksum(p []byte) uint32 { return crc32.Checksum(p, castagnoli) }

// A Header describes a table.
type Header struct {
	Class      material.Class
	Metric     value.Metric
	Statistics Statistics
	blocks     []blockRef
}

// blockRef says where a block is in the data.
type blockRef struct {
	offset   int64
	length   int
	checksum uint32
}

// blocksPerSide returns the number of blocks of a slice and side.
func blocksPerSide(l *slice.Layout) int {
	return (l.Entries() + BlockEntries - 1) / BlockEntries
}

// blockLen returns the number of entries in a block.
func blockLen(l *slice.Layout, block int) int {
	inSide := block % blocksPerSide(l)
	return min(BlockEntries, l.Entries()-inSide*BlockEntries)
}

// firstBlock returns the number of the first block of a slice and side.
func firstBlock(l *slice.Layout, number int, c board.Color) int {
	return (2*number + int(c)) * blocksPerSide(l)
}

// maxFrame is the most that a zstd frame of a whole block can take.
const maxFrame = BlockEntries + 1<<10

// encode returns the bytes of the header.
func (h *Header) encode(l *slice.Layout) []byte {
	b := []byte(headerMagic)
	b = binary.LittleEndian.AppendUint16(b, FormatVersion)
	b = appendText(b, h.Class.String())
	b = appendText(b, string(h.Metric))
	b = binary.AppendUvarint(b, uint64(l.Slices()))
	b = binary.AppendUvarint(b, uint64(l.Entries()))
	for c := range h.Statistics {
		b = h.Statistics[c].append(b)
	}
	b = binary.AppendUvarint(b, uint64(len(h.blocks)))
	for _, r := range h.blocks {
		b = binary.AppendUvarint(b, uint64(r.length))
		b = binary.LittleEndian.AppendUint32(b, r.checksum)
	}
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

func appendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func (s *SideStatistics) append(b []byte) []byte {
	occurring := 0
	for _, n := range s.Count {
		if n.All > 0 {
			occurring++
		}
	}
	b = binary.AppendUvarint(b, uint64(occurring))
	for v, n := range s.Count {
		if n.All > 0 {
			b = append(b, byte(v))
			b = binary.AppendUvarint(b, n.All)
			b = binary.AppendUvarint(b, n.Distinct)
		}
	}
	b = append(b, byte(s.LongestWin))
	return appendText(b, s.LongestFEN)
}

// decodeHeader reads the header of a table from anywhere: nothing in it is
// believed before it is checked. Errors match [ErrCorrupt], or [ErrVersion]
// for a header that another version of the format has written.
func decodeHeader(b []byte) (*Header, *slice.Layout, error) {
	if len(b) < len(headerMagic)+2+4 || string(b[:len(headerMagic)]) != headerMagic {
		return nil, nil, fmt.Errorf("%w: no header", ErrCorrupt)
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if checksum(body) != sum {
		return nil, nil, fmt.Errorf("%w: checksum of the header", ErrCorrupt)
	}
	r := headerReader{rest: body[len(headerMagic):]}
	if version := binary.LittleEndian.Uint16(r.bytes(2)); version != FormatVersion {
		return nil, nil, fmt.Errorf("%w: format version %d, this program reads %d", ErrVersion, version, FormatVersion)
	}
	h, l := r.header()
	if r.err != nil {
		return nil, nil, fmt.Errorf("%w: header: %w", ErrCorrupt, r.err)
	}
	return h, l, nil
}

// headerReader takes a header apart. After the first error it returns zeros.
type headerReader struct {
	rest []byte
	err  error
}

var errShort = errors.New("it ends too early")

func (r *headerReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.rest = nil
}

// bytes returns the next n bytes, or n zero bytes (n being small).
func (r *headerReader) bytes(n int) []byte {
	if len(r.rest) < n {
		r.fail(errShort)
		return make([]byte, n)
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *headerReader) uvarint(limit uint64) uint64 {
	x, n := binary.Uvarint(r.rest)
	padded := n > 1 && r.rest[n-1] == 0 // there is one way to write a header
	if n <= 0 || padded || x > limit {
		r.fail(errors.New("a number is out of range"))
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

func (r *headerReader) text() string {
	return string(r.bytes(int(r.uvarint(200))))
}

func (r *headerReader) header() (*Header, *slice.Layout) {
	h := &Header{}
	name := r.text()
	h.Metric = value.Metric(r.text())
	if r.err != nil {
		return nil, nil
	}
	var err error
	if h.Class, err = material.Parse(name); err != nil || h.Class.String() != name {
		r.fail(fmt.Errorf("the class is %q", name))
		return nil, nil
	}
	if h.Metric != value.DTM {
		r.fail(fmt.Errorf("the metric is %q", h.Metric))
		return nil, nil
	}
	l := slice.NewLayout(h.Class)
	if r.uvarint(1<<31) != uint64(l.Slices()) || r.uvarint(1<<31) != uint64(l.Entries()) {
		r.fail(errors.New("its layout is not that of its class"))
		return nil, nil
	}
	for c := range h.Statistics {
		r.statistics(&h.Statistics[c])
	}
	blocks := 2 * l.Slices() * blocksPerSide(l)
	if r.uvarint(1<<31) != uint64(blocks) || len(r.rest) < 5*blocks {
		r.fail(errors.New("the number of blocks is wrong"))
		return nil, nil
	}
	h.blocks = make([]blockRef, blocks)
	var offset int64
	for i := range h.blocks {
		length := int(r.uvarint(maxFrame))
		h.blocks[i] = blockRef{offset, length, binary.LittleEndian.Uint32(r.bytes(4))}
		offset += int64(length)
	}
	if len(r.rest) > 0 {
		r.fail(errors.New("it has bytes too many"))
	}
	return h, l
}

func (r *headerReader) statistics(s *SideStatistics) {
	last := -1
	for range r.uvarint(256) {
		v := int(r.bytes(1)[0])
		if v <= last {
			r.fail(errors.New("statistics out of order"))
			return
		}
		last = v
		s.Count[v] = Count{r.uvarint(1 << 62), r.uvarint(1 << 62)}
		if s.Count[v].All == 0 {
			r.fail(errors.New("statistics of a value that does not occur"))
		}
	}
	s.LongestWin = value.Value(r.bytes(1)[0])
	s.LongestFEN = r.text()
	if s.LongestWin == value.Draw {
		if s.LongestFEN != "" {
			r.fail(errors.New("a longest win without a win"))
		}
	} else if _, err := board.ParseFEN(s.LongestFEN); err != nil || s.LongestWin.Outcome() != value.Win {
		r.fail(errors.New("the longest win is none"))
	}
}

// dataSize returns the number of bytes of all blocks.
func (h *Header) dataSize() int64 {
	last := h.blocks[len(h.blocks)-1]
	return last.offset + int64(last.length)
}
