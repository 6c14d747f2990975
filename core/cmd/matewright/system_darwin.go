package main

import "golang.org/x/sys/unix"

// availableMemory returns how much memory can be had without driving others to swap. Of
// that macOS tells nobody but by way of its kernel's messages, so it is half of what there is.
func availableMemory() (bytes int64, ok bool) {
	total, err := unix.SysctlUint64("hw.memsize")
	return int64(total / 2), err == nil
}
