//go:build !windows

package filelock

import "errors"

// finish calls a function, and another one that closes files.
func finish(do, end func() error) error {
	err := do()
	return errors.Join(err, end())
}
