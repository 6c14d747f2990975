package format

import "github.com/matewright/matewright/core/slice"

// RecodeUnit reads a unit's header and writes it again.
func RecodeUnit(l *slice.Layout, unit int, header []byte, size int64) ([]byte, error) {
	piece := UnitPiece(l, unit)
	h, err := piece.Decode(l, header, size)
	if err != nil {
		return nil, err
	}
	return h.Encode(l), nil
}
