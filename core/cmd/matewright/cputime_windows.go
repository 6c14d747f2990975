package main

import (
	"syscall"
	"time"
)

// cpuTime returns the time that all processors have spent on this process.
func cpuTime() time.Duration {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var created, exited, kernel, user syscall.Filetime
	if syscall.GetProcessTimes(process, &created, &exited, &kernel, &user) != nil {
		return 0
	}
	return lasting(kernel) + lasting(user)
}

// lasting returns a duration that Windows gives as a number of 100 ns.
func lasting(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
