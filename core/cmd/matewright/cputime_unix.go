//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns the time that all processors have spent on this process.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
