package store

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/matewright/matewright/core/internal/filelock"
)

// A FileStore is a [Store] in a directory of the file system. Each table has a file with its name; see [FileFrame] for
// the contents. The first write creates the directory. Several processes may use it at once.
//
// # Writing
//
// A writer fills a temporary file beside the table's, syncs it and renames it. It holds a lock on that file, which ends
// with its process. So a file without a lock belongs to a writer that died. The first Create deletes such files, see
// [FileStore.ClearOrphans].
//
// Windows does not replace or remove a file that is open: there, Commit and
// Remove fail while the table is being read.
type FileStore struct {
	dir     string
	derived bool      // see [FileStore.Derived]
	cleared sync.Once // of orphans

	located sync.Once
	local   bool // locks stay on this machine; known once located
}

const writeBuffer = 256 << 10

// NewFileStore returns the store in directory dir, which need not exist yet.
func NewFileStore(dir string) *FileStore {
	return &FileStore{dir: filepath.Clean(dir)}
}

// Derived makes it a store of derived data, which can be computed again and is checked when it is read. So Commit does
// not wait for the disk.
func (s *FileStore) Derived() *FileStore {
	s.derived = true
	return s
}

func (s *FileStore) path(name string) string {
	return s.dir + string(filepath.Separator) + name + FileExt
}

// settled is the age from which the time of a directory's last change differs from that of any later change. File
// systems have clocks as coarse as two seconds.
const settled = 3 * time.Second

// Changed returns the time at which a file of the store last appeared or disappeared, or 0 if the directory is missing.
// It returns false if the change is so recent that a later one could have the same time.
func (s *FileStore) Changed() (at time.Time, known bool) {
	info, err := os.Stat(s.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return time.Time{}, true
	case err != nil:
		return time.Time{}, false
	}
	return info.ModTime(), time.Since(info.ModTime()) >= settled
}

func (s *FileStore) List(ctx context.Context) ([]Entry, error) {
	files, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var entries []Entry
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name, ok := strings.CutSuffix(file.Name(), FileExt)
		if !ok || CheckName(name) != nil {
			continue
		}
		entry, err := s.entry(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	slices.SortFunc(
		entries,
		func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) },
	) // files are, with their endings: KRvK-h1 before KRvK
	return entries, nil
}

// entry describes a table's file. One that can't be read has no header.
func (s *FileStore) entry(name string) (Entry, error) {
	table, err := s.open(name)
	if err == nil {
		defer table.Close()
		return Entry{Name: name, Size: table.size + int64(len(table.header)), Header: table.header}, nil
	}
	info, err := os.Stat(s.path(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Entry{}, err
	case err != nil: // such as a link to itself: the other entries are still valid
		return Entry{Name: name}, nil
	}
	return Entry{Name: name, Size: info.Size()}, nil
}

func (s *FileStore) Open(ctx context.Context, name string) (Blob, error) {
	if err := cmp.Or(CheckName(name), ctx.Err()); err != nil {
		return nil, err
	}
	table, err := s.open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Error{name, ErrMissing}
	}
	if err != nil {
		return nil, err
	}
	return table, nil
}

func (s *FileStore) open(name string) (*File, error) {
	path := s.path(name)
	info, err := os.Stat(path) // before opening: to open a pipe would block
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{name, fmt.Errorf("%w: %s is not a file", ErrCorrupt, path)}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	table, err := OpenFile(file, info.Size())
	if err != nil {
		file.Close()
		return nil, Named(name, err)
	}
	table.Name, table.closer = name, file
	return table, nil
}

func (s *FileStore) Remove(ctx context.Context, name string) error {
	if err := cmp.Or(CheckName(name), ctx.Err()); err != nil {
		return err
	}
	err := os.Remove(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return &Error{name, ErrMissing}
	}
	if err != nil {
		return err
	}
	s.syncDir()
	return nil
}

func (s *FileStore) Create(ctx context.Context, name string) (Writer, error) {
	if err := cmp.Or(CheckName(name), ctx.Err()); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return nil, storageError(name, err)
	}
	s.cleared.Do(s.ClearOrphans)
	file, err := s.createTemp(name)
	if err != nil {
		return nil, storageError(name, err)
	}
	w := &fileWriter{ctx: ctx, store: s, name: name, file: file, buf: bufio.NewWriterSize(file, writeBuffer)}
	begin, _ := FileFrame(0, nil)
	w.buf.Write(begin) // into the buffer: can't fail
	return w, nil
}

// createTemp creates a temporary file and locks it.
func (s *FileStore) createTemp(name string) (*os.File, error) {
	for {
		path := filepath.Join(s.dir, name+"."+rand.Text()+tempExt)
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return nil, err
		}
		if claimTemp(file) {
			return file, nil
		}
		file.Close() // who clears up took it for an orphan before it was locked, and deletes it
	}
}

// ClearOrphans deletes the temporary files of writers that died, of any process, and the files of their claims. Files
// that cannot be deleted do no harm.
func (s *FileStore) ClearOrphans() {
	_ = s.eachFile(tempExt, func(path string, age time.Duration) { removeOrphan(path, age) })
	_, _ = s.Held(context.Background())
}

// eachFile visits the files whose names have an ending, with the time since their last write.
func (s *FileStore) eachFile(ext string, visit func(path string, age time.Duration)) error {
	files, err := os.ReadDir(s.dir)
	for _, file := range files {
		if filepath.Ext(file.Name()) != ext {
			continue
		}
		if info, err := file.Info(); err == nil && info.Mode().IsRegular() { // to open a pipe would block
			visit(filepath.Join(s.dir, file.Name()), time.Since(info.ModTime()))
		}
	}
	return err
}

// Claim implements [Claims]. It locks a file beside the table's, and release deletes the file. A network file system
// must pass on locks to its server, else the error matches [ErrNoLocks] if the system reports that. There, the new file
// also makes this machine look for new files of others.
func (s *FileStore) Claim(ctx context.Context, name string) (release func(), err error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return nil, storageError(name, err)
	}
	s.located.Do(func() { s.local = filelock.StayLocal(s.dir) })
	if s.local {
		return nil, &Error{name, fmt.Errorf("%w: other machines do not see the locks of this one", ErrNoLocks)}
	}
	release, err = claimFile(ctx, filepath.Join(s.dir, name+claimExt))
	return release, storageError(name, err)
}

// Held implements [Claims]. It deletes the files of processes that died.
func (s *FileStore) Held(ctx context.Context) (held bool, err error) {
	err = s.eachFile(claimExt, func(path string, _ time.Duration) { held = isClaimed(ctx, path) || held })
	return held, cmp.Or(err, ctx.Err())
}

// syncDir requests that a change of the directory reaches the disk. Some systems cannot do this, and correctness does
// not depend on it. A rename or removal lost in a power cut leaves the old state intact.
func (s *FileStore) syncDir() {
	if s.derived {
		return
	}
	if dir, err := os.Open(s.dir); err == nil {
		dir.Sync()
		dir.Close()
	}
}

type fileWriter struct {
	ctx   context.Context
	store *FileStore
	name  string
	file  *os.File
	buf   *bufio.Writer
	size  int64 // of the data written
	err   error // why nothing but Abort works any more
	done  bool  // the temporary file is closed, and renamed or removed
}

func (w *fileWriter) Write(p []byte) (int, error) {
	w.err = cmp.Or(w.err, w.ctx.Err())
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.buf.Write(p)
	w.size += int64(n)
	w.err = storageError(w.name, err)
	return n, w.err
}

func (w *fileWriter) Commit(header []byte) error {
	err := cmp.Or(w.err, w.ctx.Err(), CheckHeader(w.name, header))
	if err == nil {
		err = storageError(w.name, w.finish(header))
	}
	if err != nil {
		w.Abort()
		return err
	}
	w.err, w.done = fs.ErrClosed, true
	w.store.syncDir()
	return nil
}

// finish completes the temporary file and renames it.
func (w *fileWriter) finish(header []byte) error {
	_, end := FileFrame(w.size, header)
	w.buf.Write(end) // Flush returns its error
	if err := w.buf.Flush(); err != nil {
		return err
	}
	if !w.store.derived {
		if err := w.file.Sync(); err != nil {
			return err
		}
	}
	return filelock.Move(w.file, w.store.path(w.name), nil)
}

func (w *fileWriter) Abort() error {
	w.err = cmp.Or(w.err, fs.ErrClosed)
	if w.done {
		return nil
	}
	w.done = true
	w.file.Close() // again, perhaps, after a failed Commit
	if err := os.Remove(w.file.Name()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil // closed, it was an orphan for a moment
}

// storageError names the table, and marks the errors of a full disk.
func storageError(name string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{name, MarkFull(err)}
}

// MarkFull has an error of a full disk match [ErrFull].
func MarkFull(err error) error {
	if isFull(err) && !errors.Is(err, ErrFull) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

func isFull(err error) bool {
	const windowsHandleDiskFull, windowsDiskFull = syscall.Errno(39), syscall.Errno(112)
	if runtime.GOOS == "windows" {
		return errors.Is(err, windowsHandleDiskFull) || errors.Is(err, windowsDiskFull)
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
