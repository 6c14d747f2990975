package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// finish calls a function, after another one that closes files.
func finish(do, end func() error) error {
	if err := end(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	err := do()
	if IsInUse(err) {
		return errors.Join(ErrLocked, err)
	}
	return err
}

// IsInUse reports whether an error means that another process has a file open, or is deleting it.
func IsInUse(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED)
}
