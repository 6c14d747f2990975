package remote

import (
	"context"
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// Beside returns a store with the tables of another store. If that lacks a table of a class, it opens the one of the
// site. It lists only the tables of the other store, and writes only there. A fault of the site is an error of type
// [*Error], see [Answer]. Beside a nil site, it is the other store.
func (s *Site) Beside(tables store.Store, metric *value.Metric) store.Store {
	if s == nil {
		return tables
	}
	return store.Beside(tables, func(ctx context.Context, name string) (store.Blob, error) {
		class, err := material.Parse(name)
		if err != nil || s.Fault() != nil || hasUnits(ctx, tables, class) {
			return nil, nil
		}
		return s.open(ctx, metric, class)
	})
}

// hasUnits reports whether a store has a table in units.
func hasUnits(ctx context.Context, tables store.Store, class material.Class) bool {
	if format.Units(format.LayoutIn(tables, class)) == 1 {
		return false
	}
	blob, err := catalog.Open(ctx, tables, class)
	if err == nil {
		blob.Close()
	}
	return !errors.Is(err, store.ErrMissing)
}

// endBytes is the number of bytes of a file that are read when it is opened. They have the header of a small table, and
// mostly the directory before it, which a probe reads next.
const endBytes = 16 << 10

// open opens a table of the site. It returns nil if the site does not have it.
func (s *Site) open(ctx context.Context, metric *value.Metric, class material.Class) (store.Blob, error) {
	f, err := s.find(ctx, metric, class)
	if f == nil || err != nil {
		return nil, err
	}
	r := &reader{s, f}
	end := min(endBytes, f.size) // at once, instead of first the lengths and then the header
	if err := r.read(ctx, make([]byte, end), f.size-end); err != nil {
		return nil, err
	}
	file, err := store.OpenFile(tail{r, ctx}, f.size)
	if err == nil {
		err = f.isTable(file, metric)
	}
	if errors.Is(err, store.ErrCorrupt) {
		return nil, &Error{s.name, Changed, fmt.Errorf("%s: %w", f.path, err)}
	}
	if err != nil {
		return nil, err
	}
	file.Name = class.String()
	s.mu.Lock()
	s.opened[class.String()] = s.opened[class.String()] || !f.proven
	s.mu.Unlock()
	return &blob{file, r}, nil
}

// isTable returns an error if the header is not the one of the table.
func (f *file) isTable(file *store.File, metric *value.Metric) error {
	h, _, err := format.Params{}.DecodeNamed(f.class.String(), file.Header(), file.Size())
	if err == nil && h.Metric != metric {
		err = fmt.Errorf("%w: a table of %s", store.ErrCorrupt, h.Metric.Name())
	}
	return err
}

// A blob is a table of a site. The file has checked its frame.
type blob struct {
	*store.File
	reader *reader
}

func (b *blob) ReadAt(ctx context.Context, p []byte, off int64) error {
	if err := store.CheckRange(b.Name, b.Size(), off, len(p)); err != nil {
		return err
	}
	return b.reader.read(ctx, p, store.DataOffset+off)
}

// Opened reports whether a table of a class was read from the site, by any metric.
func (s *Site) Opened(class material.Class) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, opened := s.opened[class.String()]
	return opened
}

// Trusted reports whether the bytes of an opened table of a class are right only if the server is honest: their sums
// are not known.
func (s *Site) Trusted(class material.Class) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened[class.String()]
}

// Forget forgets which tables were read. The caller closes them.
func (s *Site) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.opened)
}

// Answer returns the answer of a probe that may read tables of the site. After a fault of the site it calls renew,
// which must close all tables, and probes again without the site. If only a kept manifest was old, it probes again with
// the new one. A nil site is possible.
func Answer[T any](s *Site, renew func() error, probe func() (T, error)) (T, error) {
	answer, err := probe()
	if s == nil {
		return answer, err
	}
	const tries = 3 // with the kept manifest, with a new one, without the site
	for range tries {
		fault := s.faultOf(err)
		if fault == nil {
			break
		}
		s.fail(fault)
		s.Forget()
		if err := renew(); err != nil {
			return answer, err
		}
		answer, err = probe()
	}
	return answer, err
}

// faultOf returns the fault of the site in an error, or nil. A damaged table is one, if the site has it: then the
// manifest vouches for wrong bytes.
func (s *Site) faultOf(err error) *Error {
	if fault := (*Error)(nil); errors.As(err, &fault) {
		return fault
	}
	named := (*store.Error)(nil)
	if !errors.Is(err, store.ErrCorrupt) || !errors.As(err, &named) {
		return nil
	}
	class, parsed := material.Parse(named.Table)
	if parsed != nil || !s.Opened(class) {
		return nil
	}
	return &Error{s.name, Changed, err}
}
