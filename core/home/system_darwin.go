package home

import "golang.org/x/sys/unix"

// availableMemory returns the memory that can be used without making other programs swap. macOS reports that only
// through kernel messages, so it is half of the installed memory.
func availableMemory() (bytes int64, ok bool) {
	total, err := unix.SysctlUint64("hw.memsize")
	return int64(total / 2), err == nil
}
