package ending

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/words"
)

// A journal is the log of solving an ending. Another process can resume from it. It has records one after the other:
//
//	length    4 bytes, of the body
//	checksum  4 bytes, the CRC-32C of the body
//	body      a letter for the kind of the record, and its content
//
// A record that is incomplete or damaged ends the journal, and the next one replaces it.
type journal struct {
	pile scratch.Pile
	last scratch.Piece // the last record that was read
}

// The kinds of records.
const (
	positionRecord = 'P' // the first one: the magic and the FEN of the position
	roundRecord    = 'R' // the question of a round and its slices
	moreRecord     = 'S' // more slices of the round
	blockRecord    = 'B' // a slice, whether it has open positions, and its packed block
	mateRecord     = 'M' // a slice, a bound, and packed mates
	endRecord      = 'E' // the question that was answered as far as possible
)

// magic begins the content of the first record. Its number is the version of all records and blocks.
const magic = "Matewright ending 1 "

const (
	recordHeader = 8
	sliceSize    = 16 + mostPieces
	blockHeader  = recordHeader + 1 + sliceSize + 1
	mostBody     = 64 << 20 // bytes
	mostPosition = 256      // bytes of the first body
	roundPart    = 1 << 20  // slices in a record
)

// ErrNone means that a room has no journal.
var ErrNone = words.Error("core.ending.none")

var (
	errDamaged = words.Error("core.ending.damaged")
	errOther   = words.Error("core.ending.other")
)

// append appends a slice to a record.
func (s *Slice) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(s.pawns[board.White]))
	b = binary.LittleEndian.AppendUint64(b, uint64(s.pawns[board.Black]))
	for _, p := range s.pieces {
		b = append(b, byte(p))
	}
	return b
}

// parseSlice reads a slice. It returns false if that is impossible.
func parseSlice(b []byte) (s Slice, ok bool) {
	s.pawns[board.White] = board.Bitboard(binary.LittleEndian.Uint64(b))
	s.pawns[board.Black] = board.Bitboard(binary.LittleEndian.Uint64(b[8:]))
	for i := range s.pieces {
		s.pieces[i] = piece(b[16+i])
	}
	return s, s.isValid()
}

// record returns the bytes of a record.
func record(kind byte, content []byte) []byte {
	b := make([]byte, recordHeader, recordHeader+1+len(content))
	b = append(append(b, kind), content...)
	setHeader(b)
	return b
}

// setHeader sets the length and the checksum of a record.
func setHeader(b []byte) {
	binary.LittleEndian.PutUint32(b, uint32(len(b)-recordHeader))
	binary.LittleEndian.PutUint32(b[4:], checksum.Sum(b[recordHeader:]))
}

// lengthOf returns the length of the body of a record.
func lengthOf(header []byte) uint32 { return binary.LittleEndian.Uint32(header) }

// add writes a record.
func (j *journal) add(kind byte, content []byte) (scratch.Piece, error) {
	return j.addRecord(record(kind, content))
}

// addRecord writes a record, and sets its length and checksum.
func (j *journal) addRecord(b []byte) (scratch.Piece, error) {
	if len(b)-recordHeader > mostBody {
		return scratch.Piece{}, errors.New("a record of the journal is too large")
	}
	setHeader(b)
	return j.pile.Add(b)
}

// begin checks that the journal is that of a position, and begins it if it is empty. It refuses all other files, so
// that none is overwritten.
func (j *journal) begin(fen string) error {
	first := record(positionRecord, []byte(magic+fen))
	there := make([]byte, len(first))
	n, err := j.readAt(there, 0)
	switch {
	case err != nil:
		return err
	case !bytes.Equal(there[:n], first[:n]):
		return errOther
	case n < len(first):
		_, err = j.pile.Room.WriteAt(first, 0)
	}
	return err
}

// position returns the position of the first record.
func (j *journal) position() (board.Position, error) {
	body, _, err := j.body(0, mostPosition)
	if err != nil {
		return board.Position{}, err
	}
	fen, ok := bytes.CutPrefix(body, []byte(string(positionRecord)+magic))
	if !ok {
		return board.Position{}, ErrNone
	}
	reading, err := board.ReadFEN(string(fen))
	if err != nil {
		return board.Position{}, errDamaged
	}
	return reading.Position, Check(&reading.Position)
}

// readAt reads bytes, fewer at the end of the room.
func (j *journal) readAt(p []byte, off int64) (n int, err error) {
	n, err = j.pile.Room.ReadAt(p, off)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || n == len(p) {
		err = nil
	}
	return n, err
}

// addBlock writes a packed block and returns its place. The block comes after blockHeader bytes, which addBlock sets: a
// copy of one with two pieces would take up to 20 MiB.
func (j *journal) addBlock(s Slice, open bool, b []byte) (scratch.Piece, error) {
	head := append(s.append(append(b[:recordHeader], blockRecord)), 0)
	if open {
		head[blockHeader-1] = 1
	}
	at, err := j.addRecord(b)
	if err != nil {
		return scratch.Piece{}, err
	}
	return placeOf(at, b[blockHeader:]), nil
}

// placeOf returns the place of a packed block in its record.
func placeOf(record scratch.Piece, packed []byte) scratch.Piece {
	return scratch.Piece{
		Offset: record.Offset + blockHeader, Size: int32(len(packed)), Checksum: checksum.Sum(packed),
	}
}

// read reads a packed block.
func (j *journal) read(at scratch.Piece, into []byte) error { return j.pile.Read(at, into) }

// records reads all records after those that were read before, up to the first damaged one. The next record will
// replace that one.
func (j *journal) records(yield func(kind byte, content []byte, at scratch.Piece) error) error {
	at := scratch.Piece{Offset: j.pile.Bytes()}
	for {
		body, sum, err := j.body(at.Offset, mostBody)
		if err != nil {
			return err
		}
		if body == nil {
			break
		}
		at.Size, at.Checksum = int32(recordHeader+len(body)), sum
		if err := yield(body[0], body[1:], at); err != nil {
			return err
		}
		j.last = at
		at.Offset += int64(at.Size)
	}
	j.pile.EndWith(scratch.Piece{Offset: at.Offset})
	return nil
}

// cut removes all bytes after the last record: older records must not follow newer ones.
func (j *journal) cut() error {
	if file, ok := j.pile.Room.(interface{ Truncate(size int64) error }); ok {
		return file.Truncate(j.pile.Bytes())
	}
	return nil
}

// body returns the body of the record at an offset and its checksum, or nil if it is incomplete, damaged or longer than
// some bytes.
func (j *journal) body(offset int64, most uint32) (body []byte, sum uint32, err error) {
	var header [recordHeader]byte
	if n, err := j.readAt(header[:], offset); n < len(header) || err != nil {
		return nil, 0, err
	}
	length := lengthOf(header[:])
	if length == 0 || length > most {
		return nil, 0, nil
	}
	body = make([]byte, length)
	if n, err := j.readAt(body, offset+recordHeader); n < len(body) || err != nil {
		return nil, 0, err
	}
	sum = binary.LittleEndian.Uint32(header[4:])
	if checksum.Sum(body) != sum {
		return nil, 0, nil
	}
	return body, sum, nil
}
