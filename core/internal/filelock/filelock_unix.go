//go:build unix && !aix && !solaris

package filelock

import (
	"errors"
	"os"
	"syscall"
)

// Try locks an open file. The lock lasts until the file is closed or the process ends, in whatever way. If another
// descriptor has the lock, the error matches [ErrLocked]. Any other error means that locks are not available.
func Try(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
