package table

import (
	"fmt"

	"github.com/matewright/matewright/core/solve"
)

// A packedFrame is packed values, in memory or in scratch.
type packedFrame struct {
	bytes []byte // nil if it is in scratch:

	offset   int64
	size     int
	checksum uint32
}

// An outside writes frames to scratch, one after the other, and reads them back.
// Its user sees to it that only one goroutine writes.
type outside struct {
	scratch solve.Scratch // nil if all stays in memory
	most    int64         // bytes, 0 for no bound
	end     int64         // of what is written
	closed  bool          // nothing more is written: it was full, or failed
}

// moveOut writes a frame that is in memory, which then it is not. It returns false
// if the frame stays.
func (o *outside) moveOut(f *packedFrame) bool {
	if o.closed = o.closed || o.most > 0 && o.end+int64(f.size) > o.most; o.closed {
		return false
	}
	sum := checksum(f.bytes)
	if _, err := o.scratch.WriteAt(f.bytes, o.end); err != nil {
		o.closed = true
		return false
	}
	*f = packedFrame{nil, o.end, f.size, sum}
	o.end += int64(f.size)
	return true
}

// bytesOf returns the bytes of a frame, wherever it is.
func (o *outside) bytesOf(f packedFrame) ([]byte, error) {
	if f.bytes != nil {
		return f.bytes, nil
	}
	b := make([]byte, f.size)
	if _, err := o.scratch.ReadAt(b, f.offset); err != nil {
		return nil, err
	}
	if checksum(b) != f.checksum {
		return nil, fmt.Errorf("scratch is damaged: %d bytes at %d are not what was written", f.size, f.offset)
	}
	return b, nil
}
