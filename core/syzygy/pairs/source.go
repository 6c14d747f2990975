package pairs

import (
	"errors"
	"fmt"
	"io"
)

// A Source has the bytes of a file, in memory or elsewhere. It may be used by many goroutines at once.
type Source struct {
	memory []byte // nil if the bytes are read
	reader io.ReaderAt
	size   int64
}

// InMemory returns a source of bytes that nothing changes, such as those of a mapped file.
func InMemory(memory []byte) *Source { return &Source{memory: memory, size: int64(len(memory))} }

// FromReader returns a source of size bytes that are read when needed.
func FromReader(r io.ReaderAt, size int64) *Source { return &Source{reader: r, size: size} }

// ErrShort is the error of a file that ends too early.
var ErrShort = errors.New("the file ends too early")

// Size returns the number of bytes.
func (s *Source) Size() int64 { return s.size }

// Bytes returns n bytes from an offset. The caller must not change them. The error is [ErrShort] if the file has not as
// many, or that of the reader.
func (s *Source) Bytes(offset int64, n int) ([]byte, error) {
	if offset < 0 || n < 0 || offset > s.size || int64(n) > s.size-offset {
		return nil, ErrShort
	}
	if s.reader == nil {
		return s.memory[offset : offset+int64(n)], nil
	}
	read := make([]byte, n)
	if got, err := s.reader.ReadAt(read, offset); got < n {
		if err == nil || errors.Is(err, io.EOF) {
			err = ErrShort // the file has become shorter
		}
		return nil, fmt.Errorf("bytes %d to %d: %w", offset, offset+int64(n), err)
	}
	return read, nil
}

// upTo returns at most n bytes from an offset, fewer at the end of the file.
func (s *Source) upTo(offset int64, n int) ([]byte, error) {
	return s.Bytes(offset, int(min(int64(n), max(s.size-offset, 0))))
}
