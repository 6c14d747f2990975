//go:build !linux && !darwin && !windows

package main

// availableMemory is not known here.
func availableMemory() (bytes int64, ok bool) { return 0, false }
