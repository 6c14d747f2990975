package ending

import (
	"encoding/binary"

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
type journal struct{ pile scratch.Pile }

// The kinds of records.
const (
	positionRecord = 'P' // the first one: the FEN of the position
	roundRecord    = 'R' // slices that a round solves
	blockRecord    = 'B' // a slice, whether it has open positions, and its packed block
	endRecord      = 'E' // the most pieces of a slice, and the attackers for whose wins no more can be solved
)

const (
	recordHeader = 8
	sliceSize    = 16 + mostPieces
	blockHeader  = recordHeader + 1 + sliceSize + 1
	mostBody     = 64 << 20 // more than any record has
)

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

// add writes a record.
func (j *journal) add(kind byte, content []byte) (scratch.Piece, error) {
	b := make([]byte, recordHeader, recordHeader+1+len(content))
	b = append(append(b, kind), content...)
	binary.LittleEndian.PutUint32(b, uint32(len(b)-recordHeader))
	binary.LittleEndian.PutUint32(b[4:], checksum.Sum(b[recordHeader:]))
	return j.pile.Add(b)
}

// addBlock writes a packed block and returns its place.
func (j *journal) addBlock(s Slice, open bool, packed []byte) (scratch.Piece, error) {
	content := s.append(make([]byte, 0, blockHeader+len(packed)))
	content = append(content, 0)
	if open {
		content[sliceSize] = 1
	}
	at, err := j.add(blockRecord, append(content, packed...))
	if err != nil {
		return scratch.Piece{}, err
	}
	return placeOf(at, packed), nil
}

// placeOf returns the place of a packed block in its record.
func placeOf(record scratch.Piece, packed []byte) scratch.Piece {
	return scratch.Piece{
		Offset: record.Offset + blockHeader, Size: int32(len(packed)), Checksum: checksum.Sum(packed),
	}
}

// read reads a packed block.
func (j *journal) read(at scratch.Piece, into []byte) error { return j.pile.Read(at, into) }

// records reads all records up to the first damaged one, and lets the journal end there.
func (j *journal) records(yield func(kind byte, content []byte, at scratch.Piece) error) error {
	at := scratch.Piece{}
	for {
		var header [recordHeader]byte
		if n, _ := j.pile.Room.ReadAt(header[:], at.Offset); n < len(header) {
			break
		}
		length := binary.LittleEndian.Uint32(header[:])
		if length == 0 || length > mostBody {
			break
		}
		body := make([]byte, length)
		if n, _ := j.pile.Room.ReadAt(body, at.Offset+recordHeader); n < len(body) {
			break
		}
		if checksum.Sum(body) != binary.LittleEndian.Uint32(header[4:]) {
			break
		}
		at.Size = int32(recordHeader + length)
		if err := yield(body[0], body[1:], at); err != nil {
			return err
		}
		at.Offset += int64(at.Size)
	}
	j.pile.EndWith(scratch.Piece{Offset: at.Offset})
	return nil
}
