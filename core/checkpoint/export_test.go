package checkpoint

import "io"

// LastSlot returns the offset in the file of the last record.
func LastSlot(room io.ReaderAt) (first, length int64) {
	s, n, _ := last(room)
	return int64(n) * slotSize, int64(slotHeader + len(s.record))
}
