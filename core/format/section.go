package format

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/wire"
)

// A Directory has the model of the tiles of a section, their places and their checksums.
type Directory struct {
	Model     *tile.Model
	starts    []uint32 // of each tile in the section, and the end of the last one
	checksums []byte   // of each tile, u32
}

// tileRef is the place of a tile in a section.
type tileRef struct {
	Offset   int64
	Length   int
	Checksum uint32
}

// Tile returns the place of a tile.
func (d *Directory) Tile(n int) tileRef {
	return tileRef{
		Offset:   int64(d.starts[n]),
		Length:   int(d.starts[n+1] - d.starts[n]),
		Checksum: binary.LittleEndian.Uint32(d.checksums[ChecksumSize*n:]),
	}
}

const (
	ChecksumSize = 4
	LengthSize   = 2
)

// DirectoryMemory returns the largest memory of a directory with a number of tiles in bytes, or little less.
func DirectoryMemory(tiles int) int { return tile.ModelMemory + refMemory*tiles }

// refMemory is the memory of a directory for a tile in bytes.
const refMemory = int(unsafe.Sizeof(uint32(0))) + ChecksumSize

// Memory returns the memory of the directory in bytes, or little less.
func (d *Directory) Memory() int { return d.Model.Memory() + refMemory*(len(d.starts)-1) }

// maxDirectory is larger than any directory.
const maxDirectory = 1 << 25

// EncodeDirectory returns the directory of tiles, given their lengths in bytes. A sparse one has no checksums of empty
// tiles, and begins with the length of its frame.
func EncodeDirectory(m *tile.Model, lengths []uint16, checksums []byte, sparse bool) []byte {
	raw := m.Append(nil)
	for _, n := range lengths {
		raw = append(raw, byte(n>>8))
	}
	for _, n := range lengths {
		raw = append(raw, byte(n))
	}
	frame := newZstdEncoder(zstd.SpeedBetterCompression, 1<<20).EncodeAll(raw, nil)
	if !sparse {
		return append(frame, checksums...)
	}
	dir := append(binary.AppendUvarint(nil, uint64(len(frame))), frame...)
	for n, length := range lengths {
		if length > 0 {
			dir = append(dir, checksums[ChecksumSize*n:][:ChecksumSize]...)
		}
	}
	return dir
}

// DecodeDirectory reads and checks a directory, given the number of tiles.
func DecodeDirectory(b []byte, ref SectionRef, tiles int) (*Directory, error) {
	if checksum.Sum(b) != ref.Checksum {
		return nil, fmt.Errorf("%w: checksum of a directory", store.ErrCorrupt)
	}
	frame, checksums, err := cutDirectory(b, ref.Sparse, tiles)
	if err != nil {
		return nil, err
	}
	u := unpackers.Get().(*unpacker)
	defer unpackers.Put(u)
	raw, err := u.unpack(frame, tile.MaxModel+LengthSize*tiles)
	if err != nil {
		return nil, fmt.Errorf("%w: directory: %w", store.ErrCorrupt, err)
	}
	model, lengths, err := tile.ReadModel(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: directory: %w", store.ErrCorrupt, err)
	}
	if len(lengths) != LengthSize*tiles {
		return nil, fmt.Errorf(
			"%w: a directory has %d bytes of lengths for %d tiles",
			store.ErrCorrupt,
			len(lengths),
			tiles,
		)
	}
	starts, size := startsOf(lengths[:tiles], lengths[tiles:])
	if size != ref.Tiles || size > math.MaxUint32 {
		return nil, fmt.Errorf("%w: a section has %d bytes of tiles instead of %d", store.ErrCorrupt, ref.Tiles, size)
	}
	if checksums, err = ofAllTiles(checksums, starts, ref.Sparse); err != nil {
		return nil, err
	}
	return &Directory{model, starts, checksums}, nil
}

// cutDirectory returns the frame and the checksums of a directory.
func cutDirectory(b []byte, sparse bool, tiles int) (frame, checksums []byte, err error) {
	size := uint64(len(b)) - ChecksumSize*uint64(tiles) // wraps if there are too few bytes
	if sparse {
		var n int
		if size, n = binary.Uvarint(b); n <= 0 {
			return nil, nil, fmt.Errorf("%w: a directory has no frame", store.ErrCorrupt)
		}
		b = b[n:]
	}
	if size > uint64(len(b)) {
		return nil, nil, fmt.Errorf("%w: a directory has %d bytes for %d tiles", store.ErrCorrupt, len(b), tiles)
	}
	return b[:size], b[size:], nil
}

// ofAllTiles returns a copy of the checksums of a directory, with those of empty tiles.
func ofAllTiles(checksums []byte, starts []uint32, sparse bool) ([]byte, error) {
	if !sparse {
		return bytes.Clone(checksums), nil // apart from the frame
	}
	all := make([]byte, 0, ChecksumSize*(len(starts)-1))
	empty := binary.LittleEndian.AppendUint32(nil, checksum.Sum(nil))
	for n := range len(starts) - 1 {
		next := empty
		if starts[n] < starts[n+1] {
			if len(checksums) < ChecksumSize {
				return nil, fmt.Errorf("%w: a tile has no checksum", store.ErrCorrupt)
			}
			next, checksums = checksums[:ChecksumSize], checksums[ChecksumSize:]
		}
		all = append(all, next...)
	}
	if len(checksums) > 0 {
		return nil, fmt.Errorf("%w: a directory has %d more bytes", store.ErrCorrupt, len(checksums))
	}
	return all, nil
}

// startsOf returns the starts of tiles and the end of the last one, given the high and the low bytes of their lengths.
func startsOf(high, low []byte) (starts []uint32, size int64) {
	starts = make([]uint32, len(low)+1)
	for i := range low {
		size += int64(high[i])<<8 | int64(low[i])
		starts[i+1] = uint32(size)
	}
	return starts, size
}

// copyAtOnce is the number of bytes of a section that are read at once for a copy. It is larger than any tile.
const copyAtOnce = 1 << 20

// CopySection reads a section from a blob, given the number of its tiles. It checks all checksums, and passes on only
// checked bytes, part by part.
func (h *Header) CopySection(ctx context.Context, blob store.Blob, section, tiles int, write func([]byte) error) error {
	if h.isEmptyLevel(section) {
		return nil
	}
	ref := h.Sections[section]
	frame := make([]byte, ref.Directory)
	if err := blob.ReadAt(ctx, frame, ref.Offset+ref.Tiles); err != nil {
		return err
	}
	dir, err := DecodeDirectory(frame, ref, tiles)
	if err != nil {
		return err
	}
	buffer := make([]byte, min(copyAtOnce, ref.Tiles))
	for first := 0; first < tiles; {
		start, end := int64(dir.starts[first]), first+1
		for end < tiles && int64(dir.starts[end+1])-start <= copyAtOnce {
			end++
		}
		b := buffer[:int64(dir.starts[end])-start]
		if err := blob.ReadAt(ctx, b, ref.Offset+start); err != nil {
			return err
		}
		for ; first < end; first++ {
			at := dir.Tile(first)
			if checksum.Sum(b[at.Offset-start:][:at.Length]) != at.Checksum {
				return fmt.Errorf("%w: checksum of tile %d", store.ErrCorrupt, first)
			}
		}
		if err := write(b); err != nil {
			return err
		}
	}
	return write(frame)
}

// An unpacker has the memory for unpacking a directory. A probe may unpack some ten directories.
type unpacker struct {
	decoder *zstd.Decoder
	raw     []byte
}

var unpackers = sync.Pool{New: func() any { return &unpacker{decoder: newZstdDecoder(maxDirectory)} }}

// unpack returns at most size bytes, in the unpacker's memory.
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

// newZstdEncoder returns an encoder with a window of the given size. It takes twice that memory.
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

func (ref *SectionRef) appendPlace(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(ref.Tiles))
	b = binary.AppendUvarint(b, uint64(ref.Directory))
	return binary.LittleEndian.AppendUint32(b, ref.Checksum)
}

func (ref *SectionRef) readPlace(r *wire.Reader) {
	ref.Tiles, ref.Directory = int64(r.Uvarint(1<<40)), int(r.Uvarint(maxDirectory))
	ref.Checksum = r.Uint32()
}
