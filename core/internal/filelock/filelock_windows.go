package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockedByte is the offset of the byte that is locked. Windows denies others the reading of locked bytes, so it is
// behind the end of all files.
const lockedByte = 1 << 62

// Try is as on other systems.
func Try(file *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	at := windows.Overlapped{OffsetHigh: lockedByte >> 32}
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}
