package slice

// A chunk is one frame of a slice, or consecutive frames with 2^16 entries together. Frames are read a chunk at a time.

// chunkFrames returns how many frames a chunk has, the last one perhaps fewer.
func (l *Layout) chunkFrames() FrameNo { return FrameNo(max(1, 1<<16/l.FrameEntries())) }

// Chunks returns the number of chunks of a slice.
func (l *Layout) Chunks() int { return int((l.frames.Len() + l.chunkFrames() - 1) / l.chunkFrames()) }

// Chunk returns the frames of a chunk: the first one, and the one after the last.
func (l *Layout) Chunk(chunk int) (first, end FrameNo) {
	n := l.chunkFrames()
	first = FrameNo(chunk) * n
	return first, min(first+n, l.frames.Len())
}

// FindChunk returns the chunk that has a frame, the first entry of the frame in
// it, and how many entries it has.
func (l *Layout) FindChunk(frame FrameNo) (chunk, at, entries int) {
	size := l.FrameEntries()
	chunk = int(frame / l.chunkFrames())
	first, end := l.Chunk(chunk)
	return chunk, int(frame-first) * size, int(end-first) * size
}
