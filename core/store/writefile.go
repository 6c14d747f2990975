package store

import (
	"context"
	"crypto/sha256"
	"hash"
	"io"
)

// copyAtOnce is how much of a table is read at once for its file.
const copyAtOnce = 1 << 20

// WriteFile writes the file of a table, see [FileFrame]. It reads the whole table.
func WriteFile(ctx context.Context, w io.Writer, blob Blob) error {
	before, after := FileFrame(blob.Size(), blob.Header())
	if _, err := w.Write(before); err != nil {
		return err
	}
	part := make([]byte, min(copyAtOnce, blob.Size()))
	for off := int64(0); off < blob.Size(); off += int64(len(part)) {
		part = part[:min(int64(len(part)), blob.Size()-off)]
		if err := blob.ReadAt(ctx, part, off); err != nil {
			return err
		}
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	_, err := w.Write(after)
	return err
}

// A Summer finds out the SHA-256 of the file that a table has, given its data in order.
type Summer struct {
	hash hash.Hash
	size int64
}

// NewSummer returns one that was given nothing yet.
func NewSummer() *Summer {
	s := &Summer{hash: sha256.New()}
	before, _ := FileFrame(0, nil)
	s.hash.Write(before)
	return s
}

// Write takes the next data.
func (s *Summer) Write(p []byte) (int, error) {
	s.size += int64(len(p))
	return s.hash.Write(p)
}

// Sum returns the SHA-256 of the file that the table has with a header. It is called once.
func (s *Summer) Sum(header []byte) (sum [sha256.Size]byte) {
	_, after := FileFrame(s.size, header)
	s.hash.Write(after)
	s.hash.Sum(sum[:0])
	return sum
}

// Sum returns the SHA-256 of the file of a table: it is the same in every store. It reads the whole
// table.
func Sum(ctx context.Context, blob Blob) (sum [sha256.Size]byte, err error) {
	hash := sha256.New()
	if err := WriteFile(ctx, hash, blob); err != nil {
		return sum, err
	}
	hash.Sum(sum[:0])
	return sum, nil
}
