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

// A RowFile has the bits of a slice in scratch, row by row, each with a checksum: so as few of them can be read and
// written as a ply has something to do with. By frame it has masks besides: for each row of a set a bitboard of the
// words that are not full, a 64th of the set. In a checkpoint there are all sets a second time, as they were before ply
// 0.
type RowFile struct {
	Room    scratch.Room
	Rows    *kernel.Rows
	packed  []byte
	Traffic Traffic
}

// Traffic counts what has been read and written of bits.
type Traffic struct {
	Read, Written int64       // bytes
	Rows          [Sets]int64 // that were read
	Frames        int64       // that were brought into windows, or bands of them
}

// add adds other traffic, which is then counted here.
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

// WonBy and heldBy are the sets of a side.
func WonBy(c board.Color) SetNo  { return SetNo(2 * c) }
func heldBy(c board.Color) SetNo { return SetNo(2*c + 1) }

const Sets = 4

// atFirst is a set as it was before ply 0, which only a checkpoint has. It has no masks.
func atFirst(set SetNo) SetNo { return Sets + set }

const (
	rowSum   = 4                          // bytes of a checksum
	rowBytes = 8*kernel.RowWords + rowSum // of a row with it
)

// FileBytes is what a file takes for such rows, in a checkpoint.
func FileBytes(rs *kernel.Rows) int64 { return 2*Sets*int64(rs.Count)*rowBytes + masksBytes(rs) }

// maskRows is how many rows of a mask have a checksum together.
func maskRows(rs *kernel.Rows) int { return min(1<<rs.Upper, mostMaskRows) }

// mostMaskRows are those in which all men but one of the upper ones stand still.
const mostMaskRows = 64

func maskBytes(rs *kernel.Rows) int { return (8*maskRows(rs) + rowSum) << rs.Upper / maskRows(rs) }

// masksBytes is what all masks take.
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

// Read reads rows that follow each other.
func (f *RowFile) Read(set SetNo, first kernel.RowNo, into []board.Bitboard) error {
	f.Traffic.Rows[set%Sets] += int64(len(into) / kernel.RowWords)
	return f.readRecords(f.rowAt(set, first), rowBytes-rowSum, bytesOf(into))
}

// Write writes rows that follow each other.
func (f *RowFile) Write(set SetNo, first kernel.RowNo, from []board.Bitboard) error {
	return f.writeRecords(f.rowAt(set, first), rowBytes-rowSum, bytesOf(from))
}

// ReadMask reads the mask of rows that follow each other, as many as have a checksum together or a multiple of that.
func (f *RowFile) ReadMask(set SetNo, first kernel.RowNo, into []board.Bitboard) error {
	return f.readRecords(f.maskAt(set, first), 8*maskRows(f.Rows), bytesOf(into))
}

// writeMask writes it.
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
			return fmt.Errorf("%w: %d bytes at %d are not what was written", scratch.ErrDamaged, size, at)
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

// bytesOf views bitboards as bytes, in the order of this machine.
func bytesOf(set []board.Bitboard) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(set))), 8*len(set))
}
