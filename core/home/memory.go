package home

// SpareMemory returns how many bytes of memory a program may use if its user sets no limit. It is half of the available
// memory. The other half is for other programs and the system's file cache. It is at least 64 MiB, and 2 GiB if the
// available memory is unknown.
func SpareMemory() int64 {
	const unknown, least = 2 << 30, 64 << 20
	if available, ok := availableMemory(); ok {
		return max(available/2, least)
	}
	return unknown
}
