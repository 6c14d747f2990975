// Package filelock locks open files against other processes, as far as the system can.
package filelock

import "errors"

// ErrLocked means that another descriptor has the lock.
var ErrLocked = errors.New("another process has it locked")
