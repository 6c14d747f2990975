//go:build unix && !aix && !solaris

package store

import (
	"errors"
	"os"
	"time"

	"github.com/matewright/matewright/core/internal/filelock"
)

// claimTemp locks a new temporary file. It fails if [removeOrphan] was quicker. On a file system without locks it
// succeeds: there, only its age makes a file an orphan.
func claimTemp(file *os.File) bool {
	if errors.Is(filelock.Try(file), filelock.ErrLocked) {
		return false
	}
	_, err := os.Lstat(file.Name())
	return err == nil
}

// removeOrphan deletes a temporary file that is not locked, given the time since its last write. It holds the lock
// while it does so, so that no writer can claim the file.
func removeOrphan(path string, age time.Duration) {
	file, err := os.OpenFile(path, os.O_WRONLY, 0) // some network file systems lock only writable files
	if err != nil {
		return
	}
	defer file.Close()
	err = filelock.Try(file)
	if err == nil || !errors.Is(err, filelock.ErrLocked) && age > tempLifetime {
		os.Remove(path)
	}
}
