package retrograde

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
)

// A blockFile writes blocks of row lists to scratch and reads them back. After an error it writes no more, and reads
// empty blocks. Its user must check err in the end.
type blockFile struct {
	pile   *scratch.Pile
	packed []byte
	err    error
}

func newBlockFile(room scratch.Room) *blockFile { return &blockFile{pile: &scratch.Pile{Room: room}} }

// reset drops all blocks.
func (s *blockFile) reset() {
	s.pile.Clear()
	s.err = nil
}

// A spilledBlock is the place of a block in scratch.
type spilledBlock struct {
	scratch.Piece
	firstRow int32
}

func (s *blockFile) write(c *block) (at spilledBlock) {
	s.packed = spill.PackRows(s.packed[:0], c.data[:c.used])
	at.firstRow = int32(c.data[0])
	if s.err == nil {
		at.Piece, s.err = s.pile.Add(s.packed)
	}
	return at
}

func (s *blockFile) read(at spilledBlock, into *block) {
	into.used = 0
	if s.err != nil {
		return
	}
	s.packed = slices.Grow(s.packed[:0], int(at.Size))[:at.Size]
	if s.err = s.pile.Read(at.Piece, s.packed); s.err == nil {
		into.used = spill.UnpackRows(s.packed, into.data[:])
	}
}

const blockSize = 1023 // with the count: 8 KiB

type block struct {
	used int
	data [blockSize]board.Bitboard
}

// isFull reports whether another row may not fit.
func (c *block) isFull() bool { return c.used+2+kernel.RowWords > blockSize }
