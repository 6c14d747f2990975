package table

import "github.com/matewright/matewright/core/scratch"

// A packedFrame is packed values, in memory or in scratch.
type packedFrame struct {
	bytes []byte // nil if it is in scratch:
	piece scratch.Piece
}

// An outside writes frames to scratch, one after the other, and reads them back.
// Its user sees to it that only one goroutine writes.
type outside struct {
	pile   scratch.Pile // without a room all stays in memory
	most   int64        // bytes, 0 for no bound
	closed bool         // nothing more is written: it was full, or failed
}

// moveOut writes a frame that is in memory, which then it is not. It returns false
// if the frame stays.
func (o *outside) moveOut(f *packedFrame) bool {
	if o.closed = o.closed || o.most > 0 && o.pile.Bytes()+int64(len(f.bytes)) > o.most; o.closed {
		return false
	}
	piece, err := o.pile.Add(f.bytes)
	if err != nil {
		o.closed = true
		return false
	}
	*f = packedFrame{piece: piece}
	return true
}

// bytesOf returns the bytes of a frame, wherever it is.
func (o *outside) bytesOf(f packedFrame) ([]byte, error) {
	if f.bytes != nil {
		return f.bytes, nil
	}
	b := make([]byte, f.piece.Size)
	return b, o.pile.Read(f.piece, b)
}
