package slice

// A chunk is frames of a slice that follow each other: one, or enough of them
// for 2^16 entries. What reads frames reads some chunk at a time.

// chunkFrames returns how many frames a chunk has, the last one perhaps fewer.
func (l *Layout) chunkFrames() int { return max(1, 1<<16/l.FrameEntries()) }

// Chunks returns the number of chunks of a slice.
func (l *Layout) Chunks() int { return (l.frames.Len() + l.chunkFrames() - 1) / l.chunkFrames() }

// Chunk returns the frames of a chunk: the first one, and the one after the last.
func (l *Layout) Chunk(chunk int) (first, end int) {
	n := l.chunkFrames()
	return chunk * n, min((chunk+1)*n, l.frames.Len())
}

// FindChunk returns the chunk that has a frame, the first entry of the frame in
// it, and how many entries it has.
func (l *Layout) FindChunk(frame int) (chunk, at, entries int) {
	size := l.FrameEntries()
	chunk = frame / l.chunkFrames()
	first, end := l.Chunk(chunk)
	return chunk, (frame - first) * size, (end - first) * size
}
