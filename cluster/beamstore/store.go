package beamstore

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/matewright/matewright/core/store"
)

// tablesDir is the folder of the tables in a directory of [Files].
const tablesDir = "tables"

// Open opens the tables of a directory. In a directory of this machine they are a [store.FileStore], and else a
// [Store].
func Open(f Files) (store.Store, error) {
	if f.onDisk() {
		dir := f.Join(tablesDir)
		return store.NewFileStore(dir), os.MkdirAll(dir, 0o755)
	}
	return NewStore(f)
}

// A Store is a [store.Store] on a file system of Beam. It has the same files as a [store.FileStore].
//
// File systems of Beam read files only from the beginning. So the store reads from copies of its tables in a temporary
// directory of this machine, and several processes share these. It copies a table when the table is first opened or
// listed. A copy is named after the size and the time of its table, so a table that is replaced is copied again.
type Store struct {
	files Files
	dir   string // of the copies
}

// NewStore returns the store of the tables in a directory.
func NewStore(f Files) (*Store, error) {
	s := &Store{f, filepath.Join(os.TempDir(), fmt.Sprintf("matewright-%x", sha256.Sum256([]byte(f.Dir)))[:32])}
	return s, os.MkdirAll(s.dir, 0o755)
}

// RemoveCopies deletes the copies on this machine. The store makes them again.
func (s *Store) RemoveCopies() error { return os.RemoveAll(s.dir) }

func (s *Store) path(name string) string { return path.Join(tablesDir, name+store.FileExt) }

// List copies the tables that were not copied before: their headers are at the end of their files.
func (s *Store) List(ctx context.Context) ([]store.Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	files, err := s.files.List(ctx, path.Join(tablesDir, "*"+store.FileExt))
	if err != nil {
		return nil, err
	}
	var entries []store.Entry
	for _, file := range files {
		name, _ := strings.CutSuffix(path.Base(file), store.FileExt)
		if store.CheckName(name) != nil {
			continue
		}
		entry, err := s.entry(ctx, name)
		if errors.Is(err, store.ErrMissing) {
			continue // removed meanwhile
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	slices.SortFunc(entries, func(a, b store.Entry) int { return cmp.Compare(a.Name, b.Name) })
	return entries, nil
}

// entry describes a table. A damaged one has no header.
func (s *Store) entry(ctx context.Context, name string) (store.Entry, error) {
	table, size, err := s.open(ctx, name)
	switch {
	case errors.Is(err, store.ErrCorrupt):
		return store.Entry{Name: name, Size: size}, nil
	case err != nil:
		return store.Entry{}, err
	}
	defer table.Close()
	return store.Entry{Name: name, Size: table.Size() + int64(len(table.Header())), Header: table.Header()}, nil
}

// Open opens the copy of a table.
func (s *Store) Open(ctx context.Context, name string) (store.Blob, error) {
	if err := cmp.Or(store.CheckName(name), ctx.Err()); err != nil {
		return nil, err
	}
	table, _, err := s.open(ctx, name)
	if err != nil {
		return nil, err
	}
	return table, nil
}

// A blob is an open copy.
type blob struct {
	*store.File
	file *os.File
}

// Close closes the file.
func (b blob) Close() error { return b.file.Close() }

// open opens the copy of a table, and returns the size of the copy.
func (s *Store) open(ctx context.Context, name string) (table store.Blob, size int64, err error) {
	file, err := s.fetch(ctx, name)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil {
		size = info.Size()
		var f *store.File
		if f, err = store.OpenFile(file, size); err == nil {
			f.Name = name
			return blob{f, file}, size, nil
		}
	}
	file.Close()
	return nil, size, store.Named(name, err)
}

// copying is held while a table is copied. Several workers of a process may need the same one.
var copying sync.Mutex

// fetch opens the copy of a table, and makes it if it does not exist.
func (s *Store) fetch(ctx context.Context, name string) (file *os.File, err error) {
	copying.Lock()
	defer copying.Unlock()
	for range 10 {
		at, err := s.copyOf(ctx, name)
		if err != nil {
			return nil, err
		}
		// Another process may have removed this copy for one of a newer table.
		if file, err = os.Open(at); !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
	}
	return nil, fmt.Errorf("table %s is replaced again and again", name)
}

// copyOf copies a table unless the copy exists, and returns the path of the copy.
func (s *Store) copyOf(ctx context.Context, name string) (at string, err error) {
	version, err := s.version(ctx, name)
	if err != nil {
		return "", err
	}
	at = filepath.Join(s.dir, name+"."+version)
	if _, err := os.Stat(at); err == nil {
		return at, nil
	}
	file, err := os.CreateTemp(s.dir, "copy-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(file.Name())
	if err := errors.Join(s.files.copyOut(ctx, s.path(name), file), file.Close()); err != nil {
		return "", store.Named(name, store.MarkFull(err))
	}
	older, _ := filepath.Glob(filepath.Join(s.dir, name+".*"))
	for _, old := range older {
		os.Remove(old)
	}
	return at, os.Rename(file.Name(), at)
}

// version returns the size and the time of a table in one word, or an error that matches [store.ErrMissing].
func (s *Store) version(ctx context.Context, name string) (version string, err error) {
	at := s.files.Join(s.path(name))
	err = s.files.with(ctx, func(fs filesystem.Interface) error {
		found, err := fs.List(ctx, at)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return &store.Error{Table: name, Err: store.ErrMissing}
		}
		size, err := fs.Size(ctx, at)
		if err != nil {
			return err
		}
		version = fmt.Sprintf("%d", size)
		if dated, ok := fs.(filesystem.LastModifiedGetter); ok {
			changed, err := dated.LastModified(ctx, at)
			if err != nil {
				return err
			}
			version += fmt.Sprintf("-%d", changed.UnixNano())
		}
		return nil
	})
	return version, err
}

// Remove deletes a table, if the file system can do that.
func (s *Store) Remove(ctx context.Context, name string) error {
	if err := cmp.Or(store.CheckName(name), ctx.Err()); err != nil {
		return err
	}
	if _, err := s.version(ctx, name); err != nil {
		return err
	}
	return s.files.Remove(ctx, s.path(name))
}

// Create begins a table in a temporary file of this machine. Commit copies it to the file system, where it is visible
// whole or not at all.
func (s *Store) Create(ctx context.Context, name string) (store.Writer, error) {
	if err := cmp.Or(store.CheckName(name), ctx.Err()); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(s.dir, "made-*")
	if err != nil {
		return nil, store.Named(name, store.MarkFull(err))
	}
	return &writer{ctx: ctx, store: s, name: name, file: file}, nil
}

// A writer writes one table.
type writer struct {
	ctx   context.Context
	store *Store
	name  string
	file  *os.File // the data
	size  int64
	err   error // the reason why only Abort works
}

// Write appends data.
func (w *writer) Write(p []byte) (int, error) {
	w.err = cmp.Or(w.err, w.ctx.Err())
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.file.Write(p)
	w.size += int64(n)
	if err != nil {
		w.err = store.Named(w.name, store.MarkFull(err))
	}
	return n, w.err
}

// Commit copies the table to the file system.
func (w *writer) Commit(header []byte) error {
	err := cmp.Or(w.err, w.ctx.Err(), store.CheckHeader(w.name, header))
	if err == nil {
		err = w.copy(header)
	}
	return errors.Join(err, w.Abort())
}

func (w *writer) copy(header []byte) error {
	if _, err := w.file.Seek(0, io.SeekStart); err != nil {
		return store.Named(w.name, err)
	}
	before, after := store.FileFrame(w.size, header)
	whole := io.MultiReader(bytes.NewReader(before), w.file, bytes.NewReader(after))
	if err := w.store.files.copyIn(w.ctx, w.store.path(w.name), whole); err != nil {
		return store.Named(w.name, store.MarkFull(err))
	}
	return nil
}

// Abort deletes the temporary file.
func (w *writer) Abort() error {
	if w.file == nil {
		return nil
	}
	w.err = cmp.Or(w.err, fs.ErrClosed)
	name := w.file.Name()
	w.file.Close()
	w.file = nil
	return os.Remove(name)
}
