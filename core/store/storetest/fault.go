package storetest

import (
	"cmp"
	"context"
	"sync"

	"github.com/matewright/matewright/core/store"
)

// An Op is a kind of call that a [FaultStore] can let fail.
type Op int

const (
	Create Op = iota
	Write     // half of the bytes are still written
	Commit
	Read
	numOps
)

func (op Op) String() string {
	return [numOps]string{"Create", "Write", "Commit", "Read"}[op]
}

// A FaultStore passes all calls on to another store, except those that Fail has set up.
type FaultStore struct {
	store.Store

	mu     sync.Mutex
	faults [numOps]fault
}

// A fault strikes once, at the call at which its count falls to zero.
type fault struct {
	calls int
	err   error
}

// Unwrap returns the other store.
func (s *FaultStore) Unwrap() store.Store { return s.Store }

// Fail lets the nth call of op from now on fail with err, once; n is 1 for the
// next. It replaces an earlier Fail of the same op.
func (s *FaultStore) Fail(op Op, n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[op] = fault{n, err}
}

// strike counts a call and returns the error it has to fail with, if any.
func (s *FaultStore) strike(op Op) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := &s.faults[op]
	if f.calls == 0 {
		return nil
	}
	if f.calls--; f.calls > 0 {
		return nil
	}
	return f.err
}

func (s *FaultStore) Create(ctx context.Context, name string) (store.Writer, error) {
	if err := s.strike(Create); err != nil {
		return nil, err
	}
	w, err := s.Store.Create(ctx, name)
	if err != nil {
		return nil, err
	}
	return &faultWriter{Writer: w, store: s}, nil
}

func (s *FaultStore) Open(ctx context.Context, name string) (store.Blob, error) {
	blob, err := s.Store.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	return &faultBlob{blob, s}, nil
}

type faultWriter struct {
	store.Writer
	store *FaultStore
	err   error // the fault that struck
}

func (w *faultWriter) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if w.err = w.store.strike(Write); w.err == nil {
		return w.Writer.Write(p)
	}
	n, err := w.Writer.Write(p[:len(p)/2])
	return n, cmp.Or(err, w.err)
}

func (w *faultWriter) Commit(header []byte) error {
	if w.err == nil {
		w.err = w.store.strike(Commit)
	}
	if w.err != nil {
		return w.err
	}
	return w.Writer.Commit(header)
}

type faultBlob struct {
	store.Blob
	store *FaultStore
}

func (b *faultBlob) ReadAt(ctx context.Context, p []byte, off int64) error {
	if err := b.store.strike(Read); err != nil {
		return err
	}
	return b.Blob.ReadAt(ctx, p, off)
}
