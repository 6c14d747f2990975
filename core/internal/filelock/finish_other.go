//go:build !windows

package filelock

import "errors"

// IsInUse returns false: other processes may have a file open that is deleted or replaced.
func IsInUse(error) bool { return false }

// finish calls a function, and another one that closes files.
func finish(do, end func() error) error {
	err := do()
	return errors.Join(err, end())
}
