//go:build !linux && !darwin && !windows

package home

// availableMemory is not known here.
func availableMemory() (bytes int64, ok bool) { return 0, false }
