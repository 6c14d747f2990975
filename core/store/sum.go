package store

import (
	"context"
	"crypto/sha256"
)

// sumAtOnce is how much of a table is read at once for its checksum.
const sumAtOnce = 1 << 20

// Sum returns the SHA-256 of the file that a [FileStore] keeps the table in, or
// would: it is the same in every store. It reads the whole table. Errors are
// those of [Store.Open].
func Sum(ctx context.Context, store Store, name string) (sum [sha256.Size]byte, err error) {
	blob, err := store.Open(ctx, name)
	if err != nil {
		return sum, err
	}
	defer blob.Close()
	before, after := FileFrame(blob.Size(), blob.Header())
	hash := sha256.New()
	hash.Write(before)
	part := make([]byte, min(sumAtOnce, blob.Size()))
	for off := int64(0); off < blob.Size(); off += int64(len(part)) {
		part = part[:min(int64(len(part)), blob.Size()-off)]
		if err := blob.ReadAt(ctx, part, off); err != nil {
			return sum, err
		}
		hash.Write(part)
	}
	hash.Write(after)
	hash.Sum(sum[:0])
	return sum, nil
}
