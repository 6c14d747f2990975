package solve

import (
	"encoding/binary"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
	"github.com/matewright/matewright/core/scratch"
)

// A spill writes blocks of row lists to scratch and reads them back. After an
// error it writes nothing more, and reads empty blocks: its user has to look at err
// in the end.
type spill struct {
	pile   *scratch.Pile
	packed []byte
	err    error
}

func newSpill(room scratch.Room) *spill { return &spill{pile: &scratch.Pile{Room: room}} }

// reset forgets all that was written.
func (s *spill) reset() {
	s.pile.Clear()
	s.err = nil
}

// A spilledBlock says where a block is.
type spilledBlock struct {
	scratch.Piece
	firstRow int32
}

func (s *spill) write(c *block) (at spilledBlock) {
	s.packed = packRows(s.packed[:0], c.data[:c.used])
	at.firstRow = int32(c.data[0])
	if s.err == nil {
		at.Piece, s.err = s.pile.Add(s.packed)
	}
	return at
}

func (s *spill) read(at spilledBlock, into *block) {
	into.used = 0
	if s.err != nil {
		return
	}
	s.packed = slices.Grow(s.packed[:0], int(at.Size))[:at.Size]
	if s.err = s.pile.Read(at.Piece, s.packed); s.err == nil {
		into.used = unpackRows(s.packed, &into.data)
	}
}

// packRows appends rows as blocks have them, packed to about half: each number as an unsigned varint, then its words.
func packRows(b []byte, rows []board.Bitboard) []byte {
	for len(rows) > 0 {
		b = binary.AppendUvarint(b, uint64(rows[0]))
		end := 2 + rows[1].Count()
		b = runs.PackWords(b, rows[1], rows[2:end])
		rows = rows[end:]
	}
	return b
}

// unpackRows returns how much of the room it fills.
func unpackRows(b []byte, room *[blockSize]board.Bitboard) (used int) {
	for len(b) > 0 {
		number, n := binary.Uvarint(b)
		words, rest := runs.UnpackWords(b[n:], (*runs.Words)(room[used+2:]))
		room[used], room[used+1] = board.Bitboard(number), words
		used += 2 + words.Count()
		b = rest
	}
	return used
}
