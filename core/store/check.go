package store

import "fmt"

// MaxHeader is the longest header that a [Store] accepts, in bytes. It bounds the memory that a hostile file can make a
// reader allocate.
const MaxHeader = 16 << 20

// CheckName returns an error that matches [ErrName] unless the name is 1 to 64
// ASCII letters and digits, with hyphens between them. Every implementation of [Store] calls it.
func CheckName(name string) error {
	if len(name) < 1 || len(name) > 64 {
		return fmt.Errorf("%.64q: %w", name, ErrName)
	}
	for i, c := range []byte(name) {
		if between := 0 < i && i < len(name)-1; between && c == '-' {
			continue
		}
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9') {
			return fmt.Errorf("%q: %w", name, ErrName)
		}
	}
	return nil
}

// CheckHeader returns an error if the header of a table is longer than
// [MaxHeader]. Every implementation of [Writer] calls it.
func CheckHeader(name string, header []byte) error {
	if len(header) > MaxHeader {
		return &Error{name, fmt.Errorf("a header of %d bytes is too long", len(header))}
	}
	return nil
}

// CheckRange returns an error that matches [ErrCorrupt] unless length bytes
// from off on lie inside a table's size bytes. Every implementation of [Blob]
// calls it.
func CheckRange(name string, size, off int64, length int) error {
	if off < 0 || off > size || int64(length) > size-off {
		return &Error{name, fmt.Errorf("%w: want %d bytes at %d, have %d", ErrCorrupt, length, off, size)}
	}
	return nil
}
