//go:build unix

package syzygy

import (
	"golang.org/x/sys/unix"

	"github.com/matewright/matewright/core/syzygy/pairs"
)

// openFile maps a file into memory. If the system refuses that, the bytes are read when needed.
func openFile(path string) (*pairs.Source, func() error, error) {
	f, size, err := openSized(path)
	if err != nil {
		return nil, nil, err
	}
	if size == 0 || size != int64(int(size)) {
		return pairs.FromReader(f, size), f.Close, nil
	}
	memory, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return pairs.FromReader(f, size), f.Close, nil
	}
	_ = unix.Madvise(memory, unix.MADV_RANDOM) // a hint
	_ = f.Close()                              // the mapping stays
	return pairs.InMemory(memory), func() error { return unix.Munmap(memory) }, nil
}
