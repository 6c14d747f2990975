package tile

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// The kernels in assembly (kernels_wasm.s): kernels_generic.go says what each does. They
// check no bounds.

const likeInKernel = true

//go:noescape
func encodeLike(e *rangeEncoder, d *Description, chances *[contexts]uint16, row int, lanes board.Bitboard) (left board.Bitboard)

func readLanes(c *canvas, values []value.Byte, stride, row int, lanes board.Bitboard) {
	readFrom(c, &values[:63*stride+1][0], &rankOfByte, stride, row, lanes)
}

//go:noescape
func readFrom(c *canvas, values *value.Byte, ranks *[256]value.Rank, stride, row int, lanes board.Bitboard)

// rankOfByte has the rank of each byte.
var rankOfByte = func() (ranks [256]value.Rank) {
	for b := range ranks {
		ranks[b] = value.Byte(b).Rank()
	}
	return ranks
}()
