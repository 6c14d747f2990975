//go:build !linux

package filelock

// StayLocal returns false: the system does not report whether the locks in a directory exclude only processes of this
// machine.
func StayLocal(string) bool { return false }
