package table

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
)

// A directory says what the tiles of a section look like and where they are.
type directory struct {
	model  *tile.Model
	index  []byte  // of each tile the length, u16, and the checksum, u32
	starts []int64 // of every 64th tile, in the section
}

const indexEntry = 6

// tileRef is where a tile is: from offset in the section on.
type tileRef struct {
	offset   int64
	length   int
	checksum uint32
}

// tile returns where a tile is.
func (d *directory) tile(n int) tileRef {
	ref := tileRef{offset: d.starts[n/64]}
	for i := n &^ 63; i < n; i++ {
		ref.offset += int64(d.length(i))
	}
	ref.length = d.length(n)
	ref.checksum = binary.LittleEndian.Uint32(d.index[indexEntry*n+2:])
	return ref
}

func (d *directory) length(n int) int { return int(binary.LittleEndian.Uint16(d.index[indexEntry*n:])) }

// directoryMemory returns how many bytes of memory a directory of so many tiles
// takes, or little less.
func directoryMemory(tiles int) int { return int(unsafe.Sizeof(tile.Model{})) + indexEntry*tiles }

// maxDirectory is more than the zstd frame of any directory can take.
const maxDirectory = 1 << 24

// directorySize returns the length of a directory of so many tiles, unpacked.
func directorySize(tiles int) int { return tile.Contexts + indexEntry*tiles }

// decodeDirectory unpacks the directory of so many tiles, and believes nothing
// of it.
func decodeDirectory(frame []byte, ref sectionRef, tiles int) (*directory, error) {
	if checksum(frame) != ref.checksum {
		return nil, fmt.Errorf("%w: checksum of a directory", ErrCorrupt)
	}
	u := unpackers.Get().(*unpacker)
	defer unpackers.Put(u)
	size := directorySize(tiles)
	raw, err := u.unpack(frame, size)
	if err != nil {
		return nil, fmt.Errorf("%w: directory: %w", ErrCorrupt, err)
	}
	if len(raw) != size {
		return nil, fmt.Errorf("%w: a directory has %d bytes instead of %d", ErrCorrupt, len(raw), size)
	}
	dir := &directory{model: tile.NewModel(raw[:tile.Contexts]), index: bytes.Clone(raw[tile.Contexts:])}
	var offset int64
	for i := range tiles {
		if i%64 == 0 {
			dir.starts = append(dir.starts, offset)
		}
		offset += int64(dir.length(i))
	}
	if offset != ref.tiles {
		return nil, fmt.Errorf("%w: a section has %d bytes of tiles instead of %d", ErrCorrupt, ref.tiles, offset)
	}
	return dir, nil
}

// An unpacker has the memory that unpacking a directory takes: a probe may come
// upon some ten directories that nobody has read before.
type unpacker struct {
	decoder *zstd.Decoder
	raw     []byte
}

var unpackers = sync.Pool{New: func() any { return &unpacker{decoder: newZstdDecoder(maxDirectory)} }}

// unpack returns at most size bytes, which are the unpacker's.
func (u *unpacker) unpack(frame []byte, size int) ([]byte, error) {
	if cap(u.raw) < size {
		u.raw = make([]byte, 0, size)
	}
	return u.decoder.DecodeAll(frame, u.raw[:0:size])
}

func newZstdDecoder(most int) *zstd.Decoder {
	d, err := zstd.NewReader(nil,
		zstd.WithDecoderConcurrency(1),
		zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderMaxMemory(uint64(max(most, 1<<20))))
	if err != nil {
		panic(err) // the options are constant
	}
	return d
}

func newZstdEncoder(level zstd.EncoderLevel) *zstd.Encoder {
	e, err := zstd.NewWriter(nil,
		zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderLevel(level),
		zstd.WithEncoderCRC(false), // the header has a checksum of the frame itself
		zstd.WithSingleSegment(true))
	if err != nil {
		panic(err) // the options are constant
	}
	return e
}

// A packer packs the tiles of one side to move of a group of slices.
type packer struct {
	side  board.Color
	grid  *tile.Grid
	group []*solve.Values // the group's slices
	first int             // their numbers begin here

	description tile.Description
	model       *tile.Model
	codes       []byte
}

// sampledTiles is about the number of tiles that a model is made from.
const sampledTiles = 1200

func (p *packer) tiles() int { return len(p.group) * p.grid.Tiles() }

// describe describes a tile, numbered from the group's first one on.
func (p *packer) describe(n int) {
	slice := n / p.grid.Tiles()
	p.description.Describe(p.grid, p.first+slice, n%p.grid.Tiles(), p.group[slice][p.side])
}

// train makes the model from some of the tiles, and returns the bits that all
// of them are expected to take.
func (p *packer) train() (bits uint64) {
	census := &tile.Census{}
	step := (p.tiles() + sampledTiles - 1) / sampledTiles
	for n := 0; n < p.tiles(); n += step {
		p.describe(n)
		census.Add(&p.description)
	}
	p.codes = census.Codes()
	p.model = tile.NewModel(p.codes)
	return census.Bits(p.model) * uint64(step)
}

// pack writes the section.
func (p *packer) pack(w Writer, observe func(done, of int) error) (ref sectionRef, err error) {
	index := p.codes
	var packed []byte
	for n := range p.tiles() {
		p.describe(n)
		packed = p.model.Encode(&p.description, packed[:0])
		if len(packed) > math.MaxUint16 {
			return ref, fmt.Errorf("a tile takes %d bytes", len(packed))
		}
		if _, err := w.Write(packed); err != nil {
			return ref, err
		}
		ref.tiles += int64(len(packed))
		index = binary.LittleEndian.AppendUint16(index, uint16(len(packed)))
		index = binary.LittleEndian.AppendUint32(index, checksum(packed))
		if n%64 == 63 {
			if err := observe(n, p.tiles()); err != nil {
				return ref, err
			}
		}
	}
	frame := newZstdEncoder(zstd.SpeedBetterCompression).EncodeAll(index, nil)
	ref.directory, ref.checksum = len(frame), checksum(frame)
	_, err = w.Write(frame)
	return ref, err
}
