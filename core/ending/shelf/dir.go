package shelf

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/internal/filelock"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/store"
)

// Suffix ends the names of the files of journals.
const Suffix = ".mwending"

// partSuffix ends the paths of new journals that are not accepted yet.
const partSuffix = ".part"

// partAge is the time after its last write when a new journal may be one of a process that died. A process that has
// just created its file may not have locked it yet.
const partAge = time.Minute

// Dir is a directory of journals. It need not exist.
type Dir string

// Path returns the path of the file of a journal.
func (d Dir) Path(name string) string { return filepath.Join(string(d), name+Suffix) }

// Open implements [Store]. The error matches [errors.ErrUnsupported] on systems without locks of files.
func (d Dir) Open(name string) (scratch.File, error) {
	if err := os.MkdirAll(string(d), 0o777); err != nil {
		return nil, err
	}
	d.clearParts()
	file, err := lock(d.Path(name), os.O_CREATE)
	if err != nil {
		return nil, err // a nil *os.File would not be a nil File
	}
	return file, nil
}

// lock opens a file and locks it.
func lock(path string, flags int) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|flags, 0o666)
	if err != nil {
		return nil, err
	}
	switch err := inUse(filelock.Try(file)); {
	case err == ErrInUse:
		return nil, errors.Join(err, file.Close())
	case err != nil:
		file.Close()
		return nil, fmt.Errorf("%s can't be locked (%v): %w", path, err, errors.ErrUnsupported)
	case !filelock.IsAt(file, path):
		return nil, errors.Join(ErrInUse, file.Close())
	}
	return file, nil
}

// Put implements [Store]. It fills a file beside the old one, and renames it.
func (d Dir) Put(
	name string, fill func(part scratch.Room) error, replaces func(part, there scratch.Room) error,
) (e *Entry, err error) {
	if err := os.MkdirAll(string(d), 0o777); err != nil {
		return nil, store.MarkFull(err)
	}
	d.clearParts()
	path := d.Path(name) + partSuffix
	part, err := lock(path, os.O_CREATE)
	if err != nil {
		return nil, store.MarkFull(err)
	}
	defer part.Close()
	defer func() {
		if err != nil {
			filelock.Remove(part)
		}
	}()
	if err := part.Truncate(0); err != nil {
		return nil, err
	}
	if err := errors.Join(fill(part), part.Sync()); err != nil {
		return nil, store.MarkFull(err)
	}
	there, err := lock(d.Path(name), os.O_CREATE)
	if err != nil {
		return nil, store.MarkFull(err)
	}
	defer there.Close()
	info, err := there.Stat()
	if err == nil && info.Size() > 0 {
		err = replaces(part, there)
	}
	if err != nil {
		return nil, err
	}
	if err := inUse(filelock.Move(part, d.Path(name), there)); err != nil {
		return nil, err
	}
	entry, err := d.entry(name)
	return &entry, err
}

// clearParts deletes the files that dead processes have left in [Dir.Put]. Those that can't be deleted do no harm.
func (d Dir) clearParts() {
	files, _ := os.ReadDir(string(d))
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !strings.HasSuffix(f.Name(), Suffix+partSuffix) || time.Since(info.ModTime()) < partAge {
			continue
		}
		path := filepath.Join(string(d), f.Name())
		if file, err := lock(path, 0); err == nil { // otherwise somebody writes it
			filelock.Remove(file)
		}
	}
}

// Read implements [Store].
func (d Dir) Read(name string) (scratch.File, error) {
	file, err := os.Open(d.Path(name))
	if err != nil {
		return nil, err
	}
	return file, nil
}

// List implements [Store].
func (d Dir) List() (list []Entry, err error) {
	files, err := os.ReadDir(string(d))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), Suffix)
		if !ok || !f.Type().IsRegular() {
			continue
		}
		if e, err := d.entry(name); err == nil {
			list = append(list, e)
		}
	}
	return list, nil
}

// entry describes a journal.
func (d Dir) entry(name string) (Entry, error) {
	file, err := os.Open(d.Path(name))
	if err != nil {
		return Entry{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Entry{}, err
	}
	p, err := ending.ReadPosition(file)
	return Entry{name, p, info.Size(), info.ModTime()}, err
}

// Remove implements [Store].
func (d Dir) Remove(name string) error {
	file, err := lock(d.Path(name), 0)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case errors.Is(err, errors.ErrUnsupported): // then nobody solves it
	case err != nil:
		return err
	default:
		return inUse(filelock.Remove(file))
	}
	return os.Remove(d.Path(name))
}

// inUse replaces the error that a file is locked by [ErrInUse].
func inUse(err error) error {
	if errors.Is(err, filelock.ErrLocked) {
		return ErrInUse
	}
	return err
}
