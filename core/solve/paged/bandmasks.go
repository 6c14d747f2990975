package paged

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
)

// hasMasks reports whether of rows whose masks have a checksum together it has all or none.
func hasMasks(b *kernel.Band) bool { return 1<<b.Shift >= mostMaskRows }

// eachMask then calls a function for what a mask of its rows of a frame has together, and where in the frame that is.
func eachMask(b *kernel.Band, mask []board.Bitboard, do func(at kernel.RowNo, mask []board.Bitboard) error) error {
	for i := 0; i < len(mask); i += mostMaskRows {
		if err := do(b.Stretch(kernel.RowNo(i)), mask[i:i+mostMaskRows]); err != nil {
			return err
		}
	}
	return nil
}
