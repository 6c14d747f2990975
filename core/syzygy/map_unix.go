//go:build unix

package syzygy

import (
	"os"

	"golang.org/x/sys/unix"

	"github.com/matewright/matewright/core/syzygy/pairs"
)

// openFile maps a file into memory.
func openFile(path string) (*pairs.Source, func() error, error) {
	f, size, err := openSized(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if size == 0 || size != int64(int(size)) {
		return nil, nil, ErrTruncated
	}
	memory, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, os.NewSyscallError("mmap", err)
	}
	return pairs.InMemory(memory), func() error { return unix.Munmap(memory) }, nil
}
