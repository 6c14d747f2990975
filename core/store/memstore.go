package store

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"slices"
	"sync"
)

// A MemStore is a [Store] in memory, for tests and for tables that are needed
// only once.
type MemStore struct {
	mu     sync.RWMutex
	tables map[string]*memTable
}

// A memTable never changes once it is committed: it serves as a [Blob] to any
// number of readers.
type memTable struct {
	name         string
	data, header []byte
}

// NewMemStore returns an empty store.
func NewMemStore() *MemStore {
	return &MemStore{tables: map[string]*memTable{}}
}

func (s *MemStore) List(ctx context.Context) ([]Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var entries []Entry
	for _, name := range slices.Sorted(maps.Keys(s.tables)) {
		t := s.tables[name]
		entries = append(entries, Entry{Name: name, Size: int64(len(t.data) + len(t.header)), Header: t.header})
	}
	return entries, nil
}

func (s *MemStore) Open(ctx context.Context, name string) (Blob, error) {
	if err := cmp.Or(CheckName(name), ctx.Err()); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	t, ok := s.tables[name]
	if !ok {
		return nil, &Error{name, ErrMissing}
	}
	return t, nil
}

func (s *MemStore) Create(ctx context.Context, name string) (Writer, error) {
	if err := cmp.Or(CheckName(name), ctx.Err()); err != nil {
		return nil, err
	}
	return &memWriter{ctx: ctx, store: s, table: &memTable{name: name}}, nil
}

func (s *MemStore) Remove(ctx context.Context, name string) error {
	if err := cmp.Or(CheckName(name), ctx.Err()); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.tables[name]; !ok {
		return &Error{name, ErrMissing}
	}
	delete(s.tables, name)
	return nil
}

func (t *memTable) Header() []byte { return t.header }
func (t *memTable) Size() int64    { return int64(len(t.data)) }
func (t *memTable) Close() error   { return nil }

func (t *memTable) ReadAt(ctx context.Context, p []byte, off int64) error {
	if err := cmp.Or(ctx.Err(), CheckRange(t.name, t.Size(), off, len(p))); err != nil {
		return err
	}
	copy(p, t.data[off:])
	return nil
}

type memWriter struct {
	ctx   context.Context
	store *MemStore
	table *memTable
	err   error // why nothing but Abort works any more
}

func (w *memWriter) Write(p []byte) (int, error) {
	w.err = cmp.Or(w.err, w.ctx.Err())
	if w.err != nil {
		return 0, w.err
	}
	w.table.data = append(w.table.data, p...)
	return len(p), nil
}

func (w *memWriter) Commit(header []byte) error {
	err := cmp.Or(w.err, w.ctx.Err(), CheckHeader(w.table.name, header))
	w.err = cmp.Or(err, fs.ErrClosed)
	if err != nil {
		return err
	}
	w.table.header = append([]byte{}, header...)
	w.store.mu.Lock()
	defer w.store.mu.Unlock()
	w.store.tables[w.table.name] = w.table
	return nil
}

func (w *memWriter) Abort() error {
	w.err = cmp.Or(w.err, fs.ErrClosed)
	w.table = &memTable{name: w.table.name}
	return nil
}
