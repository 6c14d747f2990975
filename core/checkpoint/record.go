package checkpoint

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/scratch"
)

// A Record is the progress of a slice, or of a table that is made as a whole.
type Record struct {
	Of      Work
	Ply     int           // to be looked at next; for a whole table, the number of saved slices
	Decided int64         // positions that are won or lost, of both sides to move
	Index   scratch.Piece // of lists, in the file of these; nothing behind it counts
	Saved   int64         // milliseconds since 1970
}

// Work identifies a slice or table and the way to solve it. A solver resumes only if all of it is equal.
type Work struct {
	Format int // of the files
	Class  string
	Slice  int
	Metric string
	Method string
}

// The file of a record has two slots. A record goes to the one that has not the last: so there is always one whole,
// whenever the process dies.
const (
	slotSize   = 4 << 10
	slots      = 2
	slotHeader = 16 // the number of the record, its length, and a checksum of these and of the record
)

type slot struct {
	number uint64 // 0 if there is no record in it
	record []byte
}

func readSlot(room io.ReaderAt, n int) (slot, error) {
	b := make([]byte, slotSize)
	if m, err := room.ReadAt(b, int64(n)*slotSize); err != nil && !errors.Is(err, io.EOF) {
		return slot{}, err
	} else if m < slotHeader {
		return slot{}, nil
	}
	number, length := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint32(b[8:])
	if length > slotSize-slotHeader {
		return slot{}, nil
	}
	record := b[slotHeader:][:length]
	if slotChecksum(b, record) != binary.LittleEndian.Uint32(b[12:]) {
		return slot{}, nil
	}
	return slot{number, record}, nil
}

func slotChecksum(header, record []byte) uint32 {
	return checksum.Sum(append(append([]byte(nil), header[:12]...), record...))
}

// last returns the slot with the last record, and which it is.
func last(room io.ReaderAt) (s slot, n int, err error) {
	for i := range slots {
		other, err := readSlot(room, i)
		if err != nil {
			return slot{}, 0, err
		}
		if other.number > s.number {
			s, n = other, i
		}
	}
	return s, n, nil
}

// Read returns the last record that was written, or nil without one. After an error the record is unknown.
func Read(room io.ReaderAt) (*Record, error) {
	s, _, err := last(room)
	r := &Record{}
	if err != nil || s.number == 0 || json.Unmarshal(s.record, r) != nil {
		return nil, err
	}
	return r, nil
}

// Erase makes a file one without a record.
func Erase(room scratch.Room) error {
	_, err := room.WriteAt(make([]byte, slots*slotSize), 0)
	return err
}

// Write writes a record in place of the last one.
func Write(room scratch.Room, r *Record) error {
	record, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if len(record) > slotSize-slotHeader {
		return fmt.Errorf("a record of %d bytes is too long", len(record))
	}
	before, at, err := last(room)
	if err != nil {
		return err
	}
	b := binary.LittleEndian.AppendUint64(nil, before.number+1)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(record)))
	b = binary.LittleEndian.AppendUint32(b, slotChecksum(b, record))
	_, err = room.WriteAt(append(b, record...), int64((at+1)%slots)*slotSize)
	return err
}
