package paged

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
)

// hasMasks reports whether a band has all or none of the rows whose masks share a checksum.
func hasMasks(b *kernel.Band) bool { return 1<<b.Shift >= mostMaskRows }

// eachMask splits the mask of a band in a frame by checksums. It calls do with each part and its first row in the
// frame. It is for bands with [hasMasks].
func eachMask(b *kernel.Band, mask []board.Bitboard, do func(at kernel.RowNo, mask []board.Bitboard) error) error {
	for i := 0; i < len(mask); i += mostMaskRows {
		if err := do(b.Stretch(kernel.RowNo(i)), mask[i:i+mostMaskRows]); err != nil {
			return err
		}
	}
	return nil
}
