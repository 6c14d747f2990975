package scratch

import (
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/matewright/matewright/core/checksum"
)

// A Pile stores pieces in a room, one after the other, each with a checksum. Several goroutines may add pieces and read
// them, if the room allows it.
type Pile struct {
	Room Room
	mu   sync.Mutex // guards the end
	end  int64
}

// A Piece is the location of some bytes.
type Piece struct {
	Offset   int64
	Size     int32
	Checksum uint32
}

// PieceSize is the number of bytes that [Piece.Append] appends.
const PieceSize = 16

// Append appends the piece in the form that [ParsePiece] reads.
func (p Piece) Append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(p.Offset))
	b = binary.LittleEndian.AppendUint32(b, uint32(p.Size))
	return binary.LittleEndian.AppendUint32(b, p.Checksum)
}

// ParsePiece reads a piece from [PieceSize] bytes.
func ParsePiece(b []byte) Piece {
	return Piece{
		Offset:   int64(binary.LittleEndian.Uint64(b)),
		Size:     int32(binary.LittleEndian.Uint32(b[8:])),
		Checksum: binary.LittleEndian.Uint32(b[12:]),
	}
}

// Clear forgets all pieces.
func (p *Pile) Clear() { p.EndWith(Piece{}) }

// EndWith makes a piece the last one, of those that were written by this process or an earlier one.
func (p *Pile) EndWith(last Piece) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end = last.Offset + int64(last.Size)
}

// Bytes returns how many there are.
func (p *Pile) Bytes() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.end
}

// Add writes a piece. If it fails the pile is as before.
func (p *Pile) Add(b []byte) (Piece, error) {
	sum := checksum.Sum(b)
	offset, err := p.add(b)
	if err != nil {
		return Piece{}, err
	}
	return Piece{offset, int32(len(b)), sum}, nil
}

func (p *Pile) add(b []byte) (offset int64, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.Room.WriteAt(b, p.end); err != nil {
		return 0, err
	}
	offset = p.end
	p.end += int64(len(b))
	return offset, nil
}

// indexSize is the size of an entry in an index: a piece, and a checksum of these bytes.
const indexSize = PieceSize + 4

// AddIndex makes room for an index of n pieces, and returns its offset.
func (p *Pile) AddIndex(pieces int) (offset int64, err error) {
	return p.add(make([]byte, indexSize*pieces))
}

// SetIndex notes in an index where its nth piece is.
func (p *Pile) SetIndex(offset int64, n int, at Piece) error {
	b := at.Append(make([]byte, 0, indexSize))
	b = binary.LittleEndian.AppendUint32(b, checksum.Sum(b))
	_, err := p.Room.WriteAt(b, offset+int64(indexSize*n))
	return err
}

// Index returns the nth piece of an index, which was noted there.
func (p *Pile) Index(offset int64, n int) (Piece, error) {
	b := make([]byte, indexSize)
	if err := p.ReadRaw(b, offset+int64(indexSize*n)); err != nil {
		return Piece{}, err
	}
	if checksum.Sum(b[:indexSize-4]) != binary.LittleEndian.Uint32(b[indexSize-4:]) {
		return Piece{}, fmt.Errorf("%w: piece %d of the index at %d does not match its checksum", ErrDamaged, n, offset)
	}
	return ParsePiece(b), nil
}

// AddRaw writes bytes that are read from the room here and there, and not as a whole.
func (p *Pile) AddRaw(b []byte) error {
	_, err := p.add(b)
	return err
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
	if checksum.Sum(into) != at.Checksum {
		return fmt.Errorf("%w: %d bytes at %d do not match their checksum", ErrDamaged, at.Size, at.Offset)
	}
	return nil
}
