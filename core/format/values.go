package format

import (
	"bytes"
	"fmt"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/s2"

	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// PackValues packs values lightly, to be kept for a while, as an S2 block: three to five times as
// quickly as zstd at its fastest, to half as much again.
func PackValues(values []value.Byte) []byte {
	room := packRoom.Get().(*[]byte)
	defer packRoom.Put(room)
	*room = s2.Encode((*room)[:cap(*room)], valueBytes(values))
	return bytes.Clone(*room) // without room for all of them unpacked
}

var packRoom = sync.Pool{New: func() any { return new([]byte) }}

// UnpackValues fills in values that were packed.
func UnpackValues(frame []byte, into []value.Byte) error {
	raw := valueBytes(into)
	n, err := s2.DecodedLen(frame)
	if err == nil && n != len(raw) {
		err = fmt.Errorf("%d values instead of %d", n, len(raw))
	}
	if err == nil {
		_, err = s2.Decode(raw, frame)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return nil
}

// valueBytes returns the memory of values as bytes.
func valueBytes(v []value.Byte) []byte {
	return unsafe.Slice((*byte)(unsafe.SliceData(v)), len(v))
}
