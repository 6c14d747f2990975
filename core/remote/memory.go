package remote

import "sync"

// memoryBytes bounds the parts in memory. It has room for a file that is read whole, and for some more.
const memoryBytes = 16 << 20

// memory has the checked parts that were read last, by their hash, and the parts that are being read.
type memory struct {
	mu     sync.Mutex
	parts  map[string][]byte
	order  []string // of the parts, the oldest first
	bytes  int64
	flying map[string]*flight
}

// A flight is a part that is being read. When done is closed, it has the result.
type flight struct {
	done chan struct{}
	part []byte
	err  error
}

func newMemory() memory { return memory{parts: map[string][]byte{}, flying: map[string]*flight{}} }

// take returns a part, or its flight. If mine is set, the caller must end the flight.
func (m *memory) take(key string) (part []byte, f *flight, mine bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if part, ok := m.parts[key]; ok {
		return part, nil, false
	}
	if f := m.flying[key]; f != nil {
		return nil, f, false
	}
	f = &flight{done: make(chan struct{})}
	m.flying[key] = f
	return nil, f, true
}

// end ends the flight of a part, if it has one, and stores the part unless there is an error.
func (m *memory) end(key string, f *flight, part []byte, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f != nil {
		delete(m.flying, key)
		f.part, f.err = part, err
		close(f.done)
	}
	if m.parts[key] != nil || err != nil {
		return
	}
	m.parts[key] = part
	m.order = append(m.order, key)
	m.bytes += int64(len(part))
	for m.bytes > memoryBytes && len(m.order) > 1 {
		oldest := m.order[0]
		m.bytes -= int64(len(m.parts[oldest]))
		delete(m.parts, oldest)
		m.order = m.order[1:]
	}
}
