package solve

import "github.com/matewright/matewright/core/board"

// hasMasks reports whether of rows whose masks have a checksum together it has all or none.
func hasMasks(b *band) bool { return 1<<b.shift >= mostMaskRows }

// eachMask then calls a function for what a mask of its rows of a frame has together, and where in the frame that is.
func eachMask(b *band, mask []board.Bitboard, do func(at rowNo, mask []board.Bitboard) error) error {
	for i := 0; i < len(mask); i += mostMaskRows {
		if err := do(b.stretch(rowNo(i)), mask[i:i+mostMaskRows]); err != nil {
			return err
		}
	}
	return nil
}
