package spill

import (
	"encoding/binary"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
)

// PackRows appends rows, packed to about half their size: each number as an unsigned varint, then the words.
func PackRows(b []byte, rows []board.Bitboard) []byte {
	for len(rows) > 0 {
		b = binary.AppendUvarint(b, uint64(rows[0]))
		end := 2 + rows[1].Count()
		b = runs.PackWords(b, rows[1], rows[2:end])
		rows = rows[end:]
	}
	return b
}

// UnpackRows unpacks rows into room, and returns the number of elements that they use.
func UnpackRows(b []byte, room []board.Bitboard) (used int) {
	for len(b) > 0 {
		number, n := binary.Uvarint(b)
		words, rest := runs.UnpackWords(b[n:], (*runs.Words)(room[used+2:]))
		room[used], room[used+1] = board.Bitboard(number), words
		used += 2 + words.Count()
		b = rest
	}
	return used
}
