package table

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// A FileStore is a [Store] in a directory of the file system: one file for
// each table, named after it. The directory is made when it is first written
// to. Several processes may use it at once.
//
// # The file
//
// It holds the data and the header as they were given, framed so that a file
// cut short, overwritten or of another kind is told from a table. Numbers are
// little-endian.
//
//	        0  +---------------------------+
//	           | magic "MWTABLE", version  |  8 bytes: version 1 is the byte 1
//	        8  +---------------------------+
//	           | data                      |  d bytes
//	    8 + d  +---------------------------+
//	           | header                    |  h bytes
//	8 + d + h  +---------------------------+
//	           | d                         |  8 bytes
//	           | h                         |  4 bytes
//	           | checksum                  |  4 bytes: CRC-32C of header, d and h
//	           | magic "MWTABLE", version  |  8 bytes
//	           +---------------------------+
//
// The data carry no checksum here: the blocks inside have their own, so that
// each can be checked when it alone is read.
//
// # Writing
//
// A writer fills a temporary file beside the table's, syncs it and renames it.
// The temporary files of writers that died are deleted when a table is
// created, a day after their last write. A living writer that pauses as long
// loses its file, and its Commit fails.
//
// Windows does not replace or remove a file that is open: there, Commit and
// Remove fail while the table is being read.
type FileStore struct {
	dir string
}

const (
	tableExt     = ".mwt"
	tempExt      = ".mwt-tmp"
	tempLifetime = 24 * time.Hour

	fileMagic   = "MWTABLE\x01"
	trailerSize = 8 + 4 + 4 + int64(len(fileMagic))

	writeBuffer = 256 << 10
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// NewFileStore returns the store in directory dir, which need not exist yet.
func NewFileStore(dir string) *FileStore {
	return &FileStore{dir: dir}
}

func (s *FileStore) path(name string) string {
	return filepath.Join(s.dir, name+tableExt)
}

func (s *FileStore) List(ctx context.Context) ([]Entry, error) {
	files, err := os.ReadDir(s.dir) // sorted by name: the dot sorts before letters and digits
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var entries []Entry
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name, ok := strings.CutSuffix(file.Name(), tableExt)
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
	if err != nil {
		return Entry{}, err
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

func (s *FileStore) open(name string) (*fileTable, error) {
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
	table := &fileTable{name: name, file: file}
	if err := table.readFrame(); err != nil {
		file.Close()
		return nil, err
	}
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
	s.clearTemps()
	path := filepath.Join(s.dir, name+"."+rand.Text()+tempExt)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, storageError(name, err)
	}
	w := &fileWriter{ctx: ctx, store: s, name: name, file: file, buf: bufio.NewWriterSize(file, writeBuffer)}
	w.buf.WriteString(fileMagic) // into the buffer: can't fail
	return w, nil
}

// clearTemps deletes what dead writers left. Whatever fails here is not the
// business of the writer that is about to begin.
func (s *FileStore) clearTemps() {
	temps, _ := filepath.Glob(filepath.Join(s.dir, "*"+tempExt))
	for _, path := range temps {
		if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > tempLifetime {
			os.Remove(path)
		}
	}
}

// syncDir asks for a change of the directory to reach the disk. Not every
// system can, and none must: a rename or removal lost to a power cut leaves
// the old state, whole.
func (s *FileStore) syncDir() {
	if dir, err := os.Open(s.dir); err == nil {
		dir.Sync()
		dir.Close()
	}
}

// A fileTable is an open file whose frame has been checked.
type fileTable struct {
	name   string
	file   *os.File
	size   int64 // of the data
	header []byte
}

// readFrame checks everything around the data and reads the header. Nothing
// in the file is believed before it has been held against the file's size.
func (t *fileTable) readFrame() error {
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	payload := info.Size() - int64(len(fileMagic)) - trailerSize
	if payload < 0 {
		return t.corrupt("a file of %d bytes is too short", info.Size())
	}

	magic := make([]byte, len(fileMagic))
	if err := t.readFile(magic, 0); err != nil {
		return err
	}
	if string(magic) != fileMagic {
		return t.corrupt("it begins with %q", magic)
	}
	trailer := make([]byte, trailerSize)
	if err := t.readFile(trailer, info.Size()-trailerSize); err != nil {
		return err
	}
	lengths, checksum, magic := trailer[:12], binary.LittleEndian.Uint32(trailer[12:]), trailer[16:]
	if string(magic) != fileMagic {
		return t.corrupt("it ends with %q", magic)
	}
	size, headerSize := binary.LittleEndian.Uint64(lengths), int64(binary.LittleEndian.Uint32(lengths[8:]))
	if headerSize > MaxHeader || headerSize > payload || size != uint64(payload-headerSize) {
		return t.corrupt("%d bytes of data and %d of header don't fill the file", size, headerSize)
	}

	header := make([]byte, headerSize)
	if err := t.readFile(header, int64(len(fileMagic))+int64(size)); err != nil {
		return err
	}
	if frameChecksum(header, lengths) != checksum {
		return t.corrupt("the header's checksum is wrong")
	}
	t.size, t.header = int64(size), header
	return nil
}

// FileFrame returns what a file has before and after so many bytes of data, given
// the header of the table.
func FileFrame(size int64, header []byte) (before, after []byte) {
	lengths := binary.LittleEndian.AppendUint64(nil, uint64(size))
	lengths = binary.LittleEndian.AppendUint32(lengths, uint32(len(header)))
	after = append(append(after, header...), lengths...)
	after = binary.LittleEndian.AppendUint32(after, frameChecksum(header, lengths))
	return []byte(fileMagic), append(after, fileMagic...)
}

// frameChecksum covers the header and the lengths that follow it in the file.
func frameChecksum(header, lengths []byte) uint32 {
	return crc32.Update(crc32.Checksum(header, castagnoli), castagnoli, lengths)
}

func (t *fileTable) Header() []byte { return t.header }
func (t *fileTable) Size() int64    { return t.size }
func (t *fileTable) Close() error   { return t.file.Close() }

func (t *fileTable) ReadAt(ctx context.Context, p []byte, off int64) error {
	if err := cmp.Or(ctx.Err(), CheckRange(t.name, t.size, off, len(p))); err != nil {
		return err
	}
	return t.readFile(p, int64(len(fileMagic))+off)
}

// readFile fills p from the file's byte off on.
func (t *fileTable) readFile(p []byte, off int64) error {
	_, err := t.file.ReadAt(p, off)
	if err == io.EOF && len(p) > 0 {
		return t.corrupt("the file was cut short")
	}
	if err != nil && err != io.EOF {
		return &Error{t.name, err}
	}
	return nil
}

func (t *fileTable) corrupt(format string, args ...any) error {
	return &Error{t.name, fmt.Errorf("%w: "+format, append([]any{ErrCorrupt}, args...)...)}
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
	if err := w.file.Sync(); err != nil {
		return err
	}
	if err := w.file.Close(); err != nil {
		return err
	}
	return os.Rename(w.file.Name(), w.store.path(w.name))
}

func (w *fileWriter) Abort() error {
	w.err = cmp.Or(w.err, fs.ErrClosed)
	if w.done {
		return nil
	}
	w.done = true
	w.file.Close() // again, perhaps, after a failed Commit
	return os.Remove(w.file.Name())
}

// storageError names the table, and marks the errors of a full disk.
func storageError(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case isFull(err):
		return &Error{name, fmt.Errorf("%w: %w", ErrFull, err)}
	default:
		return &Error{name, err}
	}
}

func isFull(err error) bool {
	const windowsHandleDiskFull, windowsDiskFull = syscall.Errno(39), syscall.Errno(112)
	if runtime.GOOS == "windows" {
		return errors.Is(err, windowsHandleDiskFull) || errors.Is(err, windowsDiskFull)
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
