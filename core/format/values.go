package format

import (
	"bytes"
	"fmt"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A ValuePacker packs values lightly, to be kept in memory.
type ValuePacker struct{ encoder *zstd.Encoder }

// NewValuePacker returns one with memory of its own. It is used by one goroutine.
func NewValuePacker() *ValuePacker { return &ValuePacker{newLightEncoder()} }

func newLightEncoder() *zstd.Encoder { return newZstdEncoder(zstd.SpeedFastest, 256<<10) }

// Pack packs values. The encoder would hand out a slice with room for all of them
// unpacked.
func (p *ValuePacker) Pack(values []value.Value) []byte {
	scratch := packScratch.Get().(*[]byte)
	defer packScratch.Put(scratch)
	*scratch = p.encoder.EncodeAll(valueBytes(values), (*scratch)[:0])
	return bytes.Clone(*scratch)
}

var packScratch = sync.Pool{New: func() any { return new([]byte) }}

// UnpackValues fills in values that were packed.
func UnpackValues(frame []byte, into []value.Value) error {
	raw := valueBytes(into)
	out, err := keptDecoder().DecodeAll(frame, raw[:0:len(raw)])
	if err == nil && len(out) != len(raw) {
		err = fmt.Errorf("%d values instead of %d", len(out), len(raw))
	}
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return nil
}

// keptDecoder unpacks spans in memory; it can be used by several goroutines.
var keptDecoder = sync.OnceValue(func() *zstd.Decoder { return newZstdDecoder(1 << 30) })

// valueBytes returns the memory of values as bytes.
func valueBytes(v []value.Value) []byte {
	return unsafe.Slice((*byte)(unsafe.SliceData(v)), len(v))
}
