package table

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
)

// A directory says what the tiles of a section look like and where they are.
type directory struct {
	model     *tile.Model
	starts    []uint32 // of each tile, in the section, and where the last one ends
	checksums []byte   // of each tile, u32
}

// tileRef is where a tile is: from offset in the section on.
type tileRef struct {
	offset   int64
	length   int
	checksum uint32
}

// tile returns where a tile is.
func (d *directory) tile(n int) tileRef {
	return tileRef{
		offset:   int64(d.starts[n]),
		length:   int(d.starts[n+1] - d.starts[n]),
		checksum: binary.LittleEndian.Uint32(d.checksums[checksumSize*n:]),
	}
}

const (
	checksumSize = 4
	lengthSize   = 2
)

// directoryMemory returns how many bytes of memory a directory of so many tiles
// takes, or little less.
func directoryMemory(tiles int) int {
	return tile.ModelMemory + (int(unsafe.Sizeof(uint32(0)))+checksumSize)*tiles
}

// maxDirectory is more than any directory can take.
const maxDirectory = 1 << 24

// encodeDirectory returns the directory of tiles that take so many bytes each.
func encodeDirectory(m *tile.Model, lengths []uint16, checksums []byte) []byte {
	raw := m.Append(nil)
	for _, n := range lengths {
		raw = append(raw, byte(n>>8))
	}
	for _, n := range lengths {
		raw = append(raw, byte(n))
	}
	frame := newZstdEncoder(zstd.SpeedBetterCompression, 1<<20).EncodeAll(raw, nil)
	return append(frame, checksums...)
}

// decodeDirectory reads the directory of so many tiles, and believes nothing of
// it.
func decodeDirectory(b []byte, ref sectionRef, tiles int) (*directory, error) {
	if checksum(b) != ref.checksum {
		return nil, fmt.Errorf("%w: checksum of a directory", ErrCorrupt)
	}
	if len(b) < checksumSize*tiles {
		return nil, fmt.Errorf("%w: a directory has %d bytes for %d tiles", ErrCorrupt, len(b), tiles)
	}
	frame, checksums := b[:len(b)-checksumSize*tiles], b[len(b)-checksumSize*tiles:]
	u := unpackers.Get().(*unpacker)
	defer unpackers.Put(u)
	raw, err := u.unpack(frame, tile.MaxModel+lengthSize*tiles)
	if err != nil {
		return nil, fmt.Errorf("%w: directory: %w", ErrCorrupt, err)
	}
	model, lengths, err := tile.ReadModel(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: directory: %w", ErrCorrupt, err)
	}
	if len(lengths) != lengthSize*tiles {
		return nil, fmt.Errorf("%w: a directory has %d bytes of lengths for %d tiles", ErrCorrupt, len(lengths), tiles)
	}
	starts, size := startsOf(lengths[:tiles], lengths[tiles:])
	if size != ref.tiles || size > math.MaxUint32 {
		return nil, fmt.Errorf("%w: a section has %d bytes of tiles instead of %d", ErrCorrupt, ref.tiles, size)
	}
	return &directory{model, starts, checksums}, nil
}

// startsOf returns where tiles start, given the high and the low bytes of their
// lengths, and where the last one ends.
func startsOf(high, low []byte) (starts []uint32, size int64) {
	starts = make([]uint32, len(low)+1)
	for i := range low {
		size += int64(high[i])<<8 | int64(low[i])
		starts[i+1] = uint32(size)
	}
	return starts, size
}

// copyAtOnce is how much of a section is read at once to be copied, in bytes: more
// than any tile takes.
const copyAtOnce = 1 << 20

// copySection reads a section of so many tiles from a blob, holds all of it to its
// checksums, and hands it over piece by piece: nothing that is wrong.
func copySection(ctx context.Context, blob Blob, ref sectionRef, tiles int, write func([]byte) error) error {
	frame := make([]byte, ref.directory)
	if err := blob.ReadAt(ctx, frame, ref.offset+ref.tiles); err != nil {
		return err
	}
	dir, err := decodeDirectory(frame, ref, tiles)
	if err != nil {
		return err
	}
	buffer := make([]byte, min(copyAtOnce, ref.tiles))
	for first := 0; first < tiles; {
		start, end := int64(dir.starts[first]), first+1
		for end < tiles && int64(dir.starts[end+1])-start <= copyAtOnce {
			end++
		}
		b := buffer[:int64(dir.starts[end])-start]
		if err := blob.ReadAt(ctx, b, ref.offset+start); err != nil {
			return err
		}
		for ; first < end; first++ {
			at := dir.tile(first)
			if checksum(b[at.offset-start:][:at.length]) != at.checksum {
				return fmt.Errorf("%w: checksum of tile %d", ErrCorrupt, first)
			}
		}
		if err := write(b); err != nil {
			return err
		}
	}
	return write(frame)
}

// writeAll writes to a table of that name.
func writeAll(w Writer, name string, b []byte) error {
	if _, err := w.Write(b); err != nil {
		return named(name, err)
	}
	return nil
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

// newZstdEncoder returns an encoder that looks so many bytes back, and takes twice
// as much memory.
func newZstdEncoder(level zstd.EncoderLevel, window int) *zstd.Encoder {
	e, err := zstd.NewWriter(nil,
		zstd.WithWindowSize(window),
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
	shape int // in tile.Shapes
	grid  *tile.Grid
	group []solve.Sink // the group's slices
	first int          // their numbers begin here

	description tile.Description
	model       *tile.Model
	outside     tilesOutside
}

// newPacker returns a packer for the slices of a group, the first of which has
// this number. It cuts them into tiles of the shape that some of them take the
// fewest bytes in, unless another one with a few more makes probes much quicker.
func newPacker(l *slice.Layout, c board.Color, group []solve.Sink, first int) (*packer, error) {
	p := &packer{side: c, group: group, first: first}
	shapes := tile.Shapes(l, c)
	if len(shapes) == 1 {
		p.grid = tile.NewGrid(l, c, shapes[0])
		return p, nil
	}
	entries := min(maxTrial, len(group)*l.Entries()/trialShare)
	least := uint64(math.MaxUint64)
	var best *tile.Grid
	for i, shape := range shapes {
		p.grid = tile.NewGrid(l, c, shape)
		census, _, err := p.sample(entries)
		if err != nil {
			return nil, err
		}
		bits := census.Bits(census.Model()) * 1_000_000 / uint64(max(1, census.Entries()))
		if l.Class.Men() > mostMenBothSides {
			bits += bits * uint64(shape.Ahead(l)) / aheadShare
		}
		if bits < least {
			least, best, p.shape = bits, p.grid, i
		}
	}
	p.grid = best
	return p, nil
}

// aheadShare says what quick probes may cost where they have to look ahead: for
// a tile less to read, one in so many of a table's bytes.
const aheadShare = 5_000

// A shape is tried out on this part of a group's entries, but not on more than
// so many.
const (
	trialShare = 32
	maxTrial   = 100_000
)

// sample counts the decisions of tiles that together have some legal entries,
// or of all, and returns the number of tiles.
func (p *packer) sample(entries int) (census *tile.Census, tiles int, err error) {
	census = &tile.Census{}
	all := p.tiles()
	// Steps of the golden section scatter the tiles evenly, however far we go.
	step := int(uint64(all)*2654435769>>32) | 1
	for gcd(step, all) > 1 {
		step += 2
	}
	for n := 0; tiles < all && census.Entries() < entries; tiles++ {
		if err := p.describe(n, (*tilesOutside).readAlone); err != nil {
			return nil, 0, err
		}
		census.Add(&p.description)
		n = (n + step) % all
	}
	return census, tiles, nil
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (p *packer) tiles() int { return len(p.group) * p.grid.Tiles() }

// describe describes a tile, numbered from the group's first one on. If it is not
// in memory, read reads it.
func (p *packer) describe(n int, read func(*tilesOutside, *tile.Grid, board.Color, solve.Sink, int) error) error {
	slice, n := n/p.grid.Tiles(), n%p.grid.Tiles()
	if values, ok := p.group[slice].(*solve.Values); ok {
		p.description.Describe(p.grid, p.first+slice, n, values[p.side])
		return nil
	}
	if err := read(&p.outside, p.grid, p.side, p.group[slice], n); err != nil {
		return err
	}
	p.description.DescribeTile(p.grid, p.first+slice, n, &p.outside.tile)
	return nil
}

// sampledEntries is about the number of entries that a model is made from.
const sampledEntries = 1_000_000

// train makes the model from some of the tiles, and returns the bits that all
// of them are expected to take.
func (p *packer) train() (bits uint64, err error) {
	census, tiles, err := p.sample(sampledEntries)
	if err != nil {
		return 0, err
	}
	p.model = census.Model()
	return census.Bits(p.model) * uint64(p.tiles()) / uint64(tiles), nil
}

// pack writes the section.
func (p *packer) pack(w Writer, observe func(done, of int) error) (ref sectionRef, err error) {
	lengths := make([]uint16, 0, p.tiles())
	checksums := make([]byte, 0, checksumSize*p.tiles())
	ref.shape = p.shape
	var packed []byte
	for n := range p.tiles() {
		if err := p.describe(n, (*tilesOutside).readInOrder); err != nil {
			return ref, err
		}
		packed = p.model.Encode(&p.description, packed[:0])
		if len(packed) > math.MaxUint16 {
			return ref, fmt.Errorf("a tile takes %d bytes", len(packed))
		}
		if _, err := w.Write(packed); err != nil {
			return ref, err
		}
		ref.tiles += int64(len(packed))
		lengths = append(lengths, uint16(len(packed)))
		checksums = binary.LittleEndian.AppendUint32(checksums, checksum(packed))
		if n%64 == 63 {
			if err := observe(n, p.tiles()); err != nil {
				return ref, err
			}
		}
	}
	dir := encodeDirectory(p.model, lengths, checksums)
	ref.directory, ref.checksum = len(dir), checksum(dir)
	_, err = w.Write(dir)
	return ref, err
}
