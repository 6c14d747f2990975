package shelf

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/scratch"
)

// Memory is a store in memory. The zero value is empty. Several goroutines may use it.
type Memory struct {
	mu       sync.Mutex
	journals map[string]*memoryJournal
}

// A memoryJournal is a room that counts its bytes.
type memoryJournal struct {
	room scratch.Memory

	mu       sync.Mutex
	open     bool // for solving
	bytes    int64
	modified time.Time
}

// WriteAt implements [io.WriterAt].
func (j *memoryJournal) WriteAt(p []byte, off int64) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.bytes, j.modified = max(j.bytes, off+int64(len(p))), time.Now()
	return j.room.WriteAt(p, off)
}

// ReadAt implements [io.ReaderAt].
func (j *memoryJournal) ReadAt(p []byte, off int64) (int, error) { return j.room.ReadAt(p, off) }

// begin reports whether nobody solves the ending, and notes that somebody does.
func (j *memoryJournal) begin() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.open {
		return false
	}
	j.open = true
	return true
}

func (j *memoryJournal) end() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.open = false
}

// solvedJournal is a journal that is open for solving.
type solvedJournal struct{ *memoryJournal }

// Close implements [io.Closer].
func (j solvedJournal) Close() error {
	j.end()
	return nil
}

// readJournal is a journal that is open for reading.
type readJournal struct{ *memoryJournal }

// Close implements [io.Closer].
func (readJournal) Close() error { return nil }

// Open implements [Store].
func (m *Memory) Open(name string) (scratch.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	j := m.journals[name]
	if j == nil {
		if m.journals == nil {
			m.journals = map[string]*memoryJournal{}
		}
		j = new(memoryJournal)
		m.journals[name] = j
	}
	if !j.begin() {
		return nil, ErrInUse
	}
	return solvedJournal{j}, nil
}

// Put implements [Store].
func (m *Memory) Put(
	name string, fill func(part scratch.Room) error, replaces func(part, there scratch.Room) error,
) (*Entry, error) {
	part := new(memoryJournal)
	if err := fill(part); err != nil {
		return nil, err
	}
	there, err := m.Open(name)
	if err != nil {
		return nil, err
	}
	defer there.Close()
	old := there.(solvedJournal).memoryJournal
	if old.size() > 0 {
		if err := replaces(part, there); err != nil {
			return nil, err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.journals[name] = part
	return part.entry(name)
}

// entry describes the journal.
func (j *memoryJournal) entry(name string) (*Entry, error) {
	p, err := ending.ReadPosition(j)
	if err != nil {
		return nil, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return &Entry{name, p, j.bytes, j.modified}, nil
}

// size returns the number of bytes.
func (j *memoryJournal) size() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.bytes
}

// Read implements [Store].
func (m *Memory) Read(name string) (scratch.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	j := m.journals[name]
	if j == nil {
		return nil, fmt.Errorf("the ending %s: %w", name, fs.ErrNotExist)
	}
	return readJournal{j}, nil
}

// List implements [Store].
func (m *Memory) List() (list []Entry, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(m.journals)) {
		if e, err := m.journals[name].entry(name); err == nil {
			list = append(list, *e)
		}
	}
	return list, nil
}

// Remove implements [Store].
func (m *Memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if j := m.journals[name]; j != nil && !j.begin() {
		return ErrInUse
	}
	delete(m.journals, name)
	return nil
}
