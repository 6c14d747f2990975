//go:build unix && !aix && !solaris

package store

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// lockTemp locks an open file, unless another descriptor has the lock. It lasts until the
// file is closed or the process ends, in whatever way.
func lockTemp(file *os.File) error {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// claimTemp locks a new temporary file. It fails if [removeOrphan] was quicker. A file
// system without locks is no failure: there, only its age makes a file an orphan.
func claimTemp(file *os.File) bool {
	if errors.Is(lockTemp(file), syscall.EWOULDBLOCK) {
		return false
	}
	_, err := os.Lstat(file.Name())
	return err == nil
}

// removeOrphan deletes a temporary file, last written so long ago, if nobody holds its
// lock. It holds the lock itself meanwhile, so that nobody claims it.
func removeOrphan(path string, age time.Duration) {
	file, err := os.OpenFile(path, os.O_WRONLY, 0) // some network file systems lock only what may be written
	if err != nil {
		return
	}
	defer file.Close()
	err = lockTemp(file)
	if err == nil || !errors.Is(err, syscall.EWOULDBLOCK) && age > tempLifetime {
		os.Remove(path)
	}
}

// moveTemp gives a temporary file, which was synced, its name, and closes it: with the
// lock until then, it is never an orphan.
func moveTemp(file *os.File, path string) error {
	defer file.Close()
	return os.Rename(file.Name(), path)
}
