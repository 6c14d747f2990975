package checkpoint

import "io"

// LastSlot says where in the file the last record is.
func LastSlot(room io.ReaderAt) (first, length int64) {
	s, n, _ := last(room)
	return int64(n) * slotSize, int64(slotHeader + len(s.record))
}
