package format

import "github.com/matewright/matewright/core/slice"

// RecodeShard reads a shard's header and writes it again.
func RecodeShard(l *slice.Layout, shard int, header []byte, size int64) ([]byte, error) {
	h, err := NewShardReader(nil, NewKeptChunks(l)).decode(shard, header, size)
	if err != nil {
		return nil, err
	}
	return h.Encode(l), nil
}
