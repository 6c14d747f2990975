package solve

// Holds implements [Holder].
func (s *sorter) Holds(into Sink) []Part {
	parts := s.cycles.Holds(into)
	bits := bytesOfAll(s.notFull[:]...) + int64(len(s.own.bits)+len(s.lost.bits))*8
	return []Part{{bitsPart, bits}, parts[1], {sortingPart, s.told.Bytes() + s.asked.Bytes()}, {mergingPart, int64(s.layout.FrameEntries())}}
}
