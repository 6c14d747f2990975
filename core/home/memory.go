package home

// SpareMemory returns how many bytes of memory a program may use if its user sets no limit: half of what is
// available, so that the other half is left to other programs and to the system's file cache. It is at least 64
// MiB, and 2 GiB where the system reports nothing.
func SpareMemory() int64 {
	const unknown, least = 2 << 30, 64 << 20
	if available, ok := availableMemory(); ok {
		return max(available/2, least)
	}
	return unknown
}
