package paged

import (
	"encoding/binary"
	"fmt"
	"slices"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/solve/kernel"
)

// A RowFile has the bits of a slice in scratch, row by row, each with a checksum. So a ply reads and writes only the
// rows that it needs. A RowFile also has masks by frame: for each row of a set, a bitboard of the words that are not
// full. Masks take a 64th of the set. For checkpoints, it also has all sets as they were before ply 0.
type RowFile struct {
	Room    scratch.Room
	Rows    *kernel.Rows
	packed  []byte
	Traffic Traffic
}

// Traffic counts reads and writes of bits.
type Traffic struct {
	Read, Written int64       // bytes
	Rows          [Sets]int64 // rows read, by set
	Frames        int64       // frames, or bands of them, loaded into windows
}

// add moves the counts of other to t.
func (t *Traffic) add(other *Traffic) {
	t.Read += other.Read
	t.Written += other.Written
	t.Frames += other.Frames
	for set, rows := range other.Rows {
		t.Rows[set] += rows
	}
	*other = Traffic{}
}

// A SetNo is the number of a set in a file.
type SetNo int

// WonBy and heldBy return the numbers of the sets of a side.
func WonBy(c board.Color) SetNo  { return SetNo(2 * c) }
func heldBy(c board.Color) SetNo { return SetNo(2*c + 1) }

const Sets = 4

// atFirst returns the number of a set as it was before ply 0. Only checkpoints have it, without masks.
func atFirst(set SetNo) SetNo { return Sets + set }

const (
	rowSum   = 4                          // bytes of a checksum
	rowBytes = 8*kernel.RowWords + rowSum // bytes of a row with its checksum
)

// FileBytes returns the size of a file for rows, with the sets for checkpoints.
func FileBytes(rs *kernel.Rows) int64 { return 2*Sets*int64(rs.Count)*rowBytes + masksBytes(rs) }

// maskRows returns the number of rows of a mask that share a checksum.
func maskRows(rs *kernel.Rows) int { return min(1<<rs.Upper, mostMaskRows) }

// mostMaskRows is the number of rows that differ only in the square of one upper man.
const mostMaskRows = 64

func maskBytes(rs *kernel.Rows) int { return (8*maskRows(rs) + rowSum) << rs.Upper / maskRows(rs) }

// masksBytes returns the size of all masks.
func masksBytes(rs *kernel.Rows) int64 { return Sets * int64(rs.Frames.Len()) * int64(maskBytes(rs)) }

func (f *RowFile) rowAt(set SetNo, number kernel.RowNo) int64 {
	at := (int64(set)*int64(f.Rows.Count) + int64(number)) * rowBytes
	if set >= Sets {
		at += masksBytes(f.Rows)
	}
	return at
}

func (f *RowFile) maskAt(set SetNo, first kernel.RowNo) int64 {
	n := maskRows(f.Rows)
	return Sets*int64(f.Rows.Count)*rowBytes + (int64(set)*int64(f.Rows.Count)+int64(first))/int64(n)*int64(8*n+rowSum)
}

// Read reads consecutive rows.
func (f *RowFile) Read(set SetNo, first kernel.RowNo, into []board.Bitboard) error {
	f.Traffic.Rows[set%Sets] += int64(len(into) / kernel.RowWords)
	return f.readRecords(f.rowAt(set, first), rowBytes-rowSum, bytesOf(into))
}

// Write writes consecutive rows.
func (f *RowFile) Write(set SetNo, first kernel.RowNo, from []board.Bitboard) error {
	return f.writeRecords(f.rowAt(set, first), rowBytes-rowSum, bytesOf(from))
}

// ReadMask reads the mask of consecutive rows. Their number is a multiple of those that share a checksum.
func (f *RowFile) ReadMask(set SetNo, first kernel.RowNo, into []board.Bitboard) error {
	return f.readRecords(f.maskAt(set, first), 8*maskRows(f.Rows), bytesOf(into))
}

// writeMask writes the mask of consecutive rows, as in ReadMask.
func (f *RowFile) writeMask(set SetNo, first kernel.RowNo, from []board.Bitboard) error {
	return f.writeRecords(f.maskAt(set, first), 8*maskRows(f.Rows), bytesOf(from))
}

func (f *RowFile) readRecords(at int64, size int, into []byte) error {
	n := len(into) / size * (size + rowSum)
	f.packed = slices.Grow(f.packed[:0], n)[:n]
	if _, err := f.Room.ReadAt(f.packed, at); err != nil {
		return fmt.Errorf("reading scratch: %w", err)
	}
	f.Traffic.Read += int64(n)
	for rest := f.packed; len(rest) > 0; rest = rest[size+rowSum:] {
		if checksum.Sum(rest[:size]) != binary.LittleEndian.Uint32(rest[size:]) {
			return fmt.Errorf("%w: wrong checksum of %d bytes at %d", scratch.ErrDamaged, size, at)
		}
		into = into[copy(into, rest[:size]):]
	}
	return nil
}

func (f *RowFile) writeRecords(at int64, size int, from []byte) error {
	f.packed = f.packed[:0]
	for ; len(from) > 0; from = from[size:] {
		f.packed = append(f.packed, from[:size]...)
		f.packed = binary.LittleEndian.AppendUint32(f.packed, checksum.Sum(from[:size]))
	}
	f.Traffic.Written += int64(len(f.packed))
	_, err := f.Room.WriteAt(f.packed, at)
	return err
}

// bytesOf views bitboards as bytes, in the byte order of this machine.
func bytesOf(set []board.Bitboard) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(set))), 8*len(set))
}
