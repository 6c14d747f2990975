//go:build !windows && (!unix || aix || solaris)

package filelock

import (
	"errors"
	"os"
)

// Try returns [errors.ErrUnsupported]: the system has no such locks.
func Try(*os.File) error { return errors.ErrUnsupported }
