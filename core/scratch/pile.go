package scratch

import (
	"fmt"
	"hash/crc32"
)

// A Pile keeps pieces in a room, one behind the other, and sees to it that what is
// read is what was written. One goroutine writes; others may read at the same time, if the
// room allows it.
type Pile struct {
	Room Room
	end  int64
}

// A Piece says where some bytes are.
type Piece struct {
	Offset   int64
	Size     int32
	checksum uint32
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Clear forgets all pieces.
func (p *Pile) Clear() { p.end = 0 }

// Bytes returns how many there are.
func (p *Pile) Bytes() int64 { return p.end }

// Add writes a piece. If it fails the pile is as before.
func (p *Pile) Add(b []byte) (Piece, error) {
	at := Piece{p.end, int32(len(b)), crc32.Checksum(b, castagnoli)}
	if err := p.AddRaw(b); err != nil {
		return Piece{}, err
	}
	return at, nil
}

// AddRaw writes bytes that are read from the room here and there, and not as a whole.
func (p *Pile) AddRaw(b []byte) error {
	if _, err := p.Room.WriteAt(b, p.end); err != nil {
		return err
	}
	p.end += int64(len(b))
	return nil
}

// ReadRaw reads such bytes.
func (p *Pile) ReadRaw(into []byte, offset int64) error {
	if _, err := p.Room.ReadAt(into, offset); err != nil {
		return fmt.Errorf("reading scratch: %w", err)
	}
	return nil
}

// Read reads a piece, for which there must be room.
func (p *Pile) Read(at Piece, into []byte) error {
	into = into[:at.Size]
	if err := p.ReadRaw(into, at.Offset); err != nil {
		return err
	}
	if crc32.Checksum(into, castagnoli) != at.checksum {
		return fmt.Errorf("scratch is damaged: %d bytes at %d are not what was written", at.Size, at.Offset)
	}
	return nil
}
