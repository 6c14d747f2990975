// Package scratch provides temporary storage outside of memory, for data that a build has no memory for. It is not
// needed after the build.
package scratch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
)

// A Room is temporary storage with a single writer. Only bytes that were written may be read.
type Room interface {
	io.ReaderAt
	io.WriterAt
}

// A File is a room that frees its storage when it is closed.
type File interface {
	Room
	io.Closer
}

// ErrDamaged means that the bytes read differ from the bytes written.
var ErrDamaged = errors.New("scratch is damaged")

// FilesIn returns a function that opens temporary files: in a directory or, if it is
// "", where temporary files go. That may be memory.
func FilesIn(dir string) func() (File, error) {
	return func() (File, error) {
		f, err := os.CreateTemp(dir, "scratch-")
		if err != nil {
			return nil, err
		}
		// If the system can delete open files, a process that dies leaves no file.
		return temporaryFile{f, os.Remove(f.Name()) == nil}, nil
	}
}

type temporaryFile struct {
	*os.File
	deleted bool
}

func (f temporaryFile) Close() error {
	err := f.File.Close()
	if !f.deleted {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// Lazily returns a file that is opened when something is written: mostly nothing is.
func Lazily(open func() (File, error)) File { return &lazyFile{open: open} }

type lazyFile struct {
	open func() (File, error)
	File // nil until then
}

func (f *lazyFile) ReadAt(p []byte, off int64) (n int, err error) {
	if f.File == nil {
		return 0, io.EOF
	}
	return f.File.ReadAt(p, off)
}

func (f *lazyFile) WriteAt(p []byte, off int64) (n int, err error) {
	if f.File == nil {
		if f.File, err = f.open(); err != nil {
			return 0, fmt.Errorf("no room outside of memory: %w", err)
		}
	}
	return f.File.WriteAt(p, off)
}

func (f *lazyFile) Close() error {
	if f.File == nil {
		return nil
	}
	return f.File.Close()
}

// Memory is a room in memory, for platforms without files. Several goroutines may use it.
type Memory struct {
	mu    sync.Mutex
	parts [][]byte // all but the last have memoryPart bytes
}

// memoryPart is the number of bytes of a part. A room that grew as a whole would be copied, and take its memory twice.
const memoryPart = 1 << 20

// size returns the number of bytes.
func (m *Memory) size() int64 {
	last := len(m.parts) - 1
	if last < 0 {
		return 0
	}
	return memoryPart*int64(last) + int64(len(m.parts[last]))
}

// grow makes the room as large as some bytes, unless it is larger.
func (m *Memory) grow(size int64) {
	for more := size - m.size(); more > 0; more = size - m.size() {
		last := len(m.parts) - 1
		if last < 0 || len(m.parts[last]) == memoryPart {
			m.parts = append(m.parts, nil)
			last++
		}
		part := m.parts[last]
		n := int(min(more, int64(memoryPart-len(part))))
		if last > 0 && part == nil { // the room will probably need all of it
			part = make([]byte, 0, memoryPart)
		}
		m.parts[last] = append(part, make([]byte, n)...)
	}
}

// each calls a function for bytes of the room side by side, from an offset on, until n are done or the room ends.
func (m *Memory) each(off int64, n int, do func(part []byte)) {
	for n > 0 && off < m.size() {
		part := m.parts[off/memoryPart][off%memoryPart:]
		part = part[:min(n, len(part))]
		do(part)
		off += int64(len(part))
		n -= len(part)
	}
}

// ReadAt implements [io.ReaderAt].
func (m *Memory) ReadAt(p []byte, off int64) (n int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.each(off, len(p), func(part []byte) { n += copy(p[n:], part) })
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// WriteAt implements [io.WriterAt].
func (m *Memory) WriteAt(p []byte, off int64) (n int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.grow(off + int64(len(p)))
	m.each(off, len(p), func(part []byte) { n += copy(part, p[n:]) })
	return n, nil
}

// Traffic counts the bytes that go to rooms and come from them. Several goroutines may use it at once.
type Traffic struct{ read, written atomic.Int64 }

// Bytes returns how many were read and written so far.
func (t *Traffic) Bytes() (read, written int64) { return t.read.Load(), t.written.Load() }

// Count returns a file whose traffic is counted, too.
func (t *Traffic) Count(f File) File { return countedFile{f, t} }

type countedFile struct {
	File
	traffic *Traffic
}

func (f countedFile) ReadAt(p []byte, off int64) (n int, err error) {
	n, err = f.File.ReadAt(p, off)
	f.traffic.read.Add(int64(n))
	return n, err
}

func (f countedFile) WriteAt(p []byte, off int64) (n int, err error) {
	n, err = f.File.WriteAt(p, off)
	f.traffic.written.Add(int64(n))
	return n, err
}
