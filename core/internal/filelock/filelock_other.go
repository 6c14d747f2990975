//go:build !unix || aix || solaris

package filelock

import (
	"errors"
	"os"
)

// Try fails: there are no locks here.
func Try(*os.File) error { return errors.ErrUnsupported }
