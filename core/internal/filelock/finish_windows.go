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
	if errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED) {
		return errors.Join(ErrLocked, err)
	}
	return err
}
