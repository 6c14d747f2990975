package methodtest

import "io"

// A Room is scratch in memory. It never moves bytes: tests with large slices write gigabytes.
type Room struct {
	chunks [][]byte
	end    int64
}

const chunkBytes = 1 << 17

// Len returns the offset of the end.
func (r *Room) Len() int64 { return r.end }

// Flip flips some bits of a byte.
func (r *Room) Flip(at int64, bits byte) { r.chunks[at/chunkBytes][at%chunkBytes] ^= bits }

// ReadAt implements [io.ReaderAt].
func (r *Room) ReadAt(p []byte, off int64) (n int, err error) {
	most := int(max(0, min(int64(len(p)), r.end-off)))
	for n < most {
		at := off + int64(n)
		n += copy(p[n:most], r.chunks[at/chunkBytes][at%chunkBytes:])
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// WriteAt implements [io.WriterAt].
func (r *Room) WriteAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		for at/chunkBytes >= int64(len(r.chunks)) {
			r.chunks = append(r.chunks, make([]byte, chunkBytes))
		}
		n += copy(r.chunks[at/chunkBytes][at%chunkBytes:], p[n:])
	}
	r.end = max(r.end, off+int64(len(p)))
	return n, nil
}
