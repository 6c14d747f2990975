package table

import "github.com/matewright/matewright/core/scratch"

// An outside writes packed values to scratch, one frame after the other, and reads
// them back. Its user sees to it that only one goroutine writes.
type outside struct {
	pile   scratch.Pile // without a room all stays in memory
	most   int64        // bytes, 0 for no bound
	closed bool         // nothing more is written: it was full, or failed
}

// hasRoom reports whether there is scratch at all.
func (o *outside) hasRoom() bool { return o.pile.Room != nil }

// add writes a frame, and returns where it is. It returns false if the frame has to
// stay in memory.
func (o *outside) add(frame []byte) (scratch.Piece, bool) {
	o.closed = o.closed || o.most > 0 && o.pile.Bytes()+int64(len(frame)) > o.most
	if o.closed || !o.hasRoom() {
		return scratch.Piece{}, false
	}
	piece, err := o.pile.Add(frame)
	o.closed = err != nil
	return piece, err == nil
}

// read returns a frame that was added.
func (o *outside) read(at scratch.Piece) ([]byte, error) {
	frame := make([]byte, at.Size)
	return frame, o.pile.Read(at, frame)
}
