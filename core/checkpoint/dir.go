package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/matewright/matewright/core/internal/filelock"
	"github.com/matewright/matewright/core/scratch"
)

// Dir is a [Store] in a directory, with a directory for the files of each checkpoint. Open creates the directory, and
// the removal of the last checkpoint deletes it. An open checkpoint holds a file lock, which ends with the process. A
// system without such locks cannot store checkpoints: two processes could write to the same files.
type Dir string

// Open implements [Store].
func (d Dir) Open(name string) (*Files, error) {
	dir := filepath.Join(string(d), name)
	bits, err := d.lock(dir)
	if err != nil {
		return nil, err
	}
	lists, err := openIn(dir, ListsName)
	if err != nil {
		return nil, errors.Join(err, bits.Close())
	}
	record := func() (scratch.File, error) { return openIn(dir, RecordName) }
	files := &Files{Bits: bits, Lists: lists, Record: scratch.Lazily(record)}
	if _, err := os.Stat(filepath.Join(dir, RecordName)); err == nil {
		if files.Record, err = record(); err != nil {
			return nil, errors.Join(err, lists.Close(), bits.Close())
		}
	}
	return files, nil
}

// lock opens the bits, whose lock is that of the checkpoint.
func (d Dir) lock(dir string) (*os.File, error) {
	for {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		bits, err := openIn(dir, BitsName)
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since
		}
		if err != nil {
			return nil, err
		}
		switch err := filelock.Try(bits); {
		case errors.Is(err, filelock.ErrLocked):
			bits.Close()
			return nil, fmt.Errorf("%s: %w", dir, ErrOpen)
		case err != nil:
			bits.Close()
			d.removeEmpty(dir)
			return nil, fmt.Errorf("%s can't be locked (%v): %w", dir, err, errors.ErrUnsupported)
		}
		if filelock.IsAt(bits, filepath.Join(dir, BitsName)) {
			return bits, nil
		}
		bits.Close() // removed before it was locked
	}
}

// removeEmpty deletes a checkpoint that was just created on a system without locks.
func (d Dir) removeEmpty(dir string) {
	bits := filepath.Join(dir, BitsName)
	if info, err := os.Stat(bits); err == nil && info.Size() == 0 {
		os.Remove(bits)
	}
	os.Remove(dir) // fails if there is anything else, as does the next
	os.Remove(string(d))
}

func openIn(dir, name string) (*os.File, error) {
	return os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o666)
}

// List implements [Store].
func (d Dir) List() ([]Entry, error) {
	names, err := d.names()
	if err != nil {
		return nil, err
	}
	var list []Entry
	for _, name := range names {
		record, err := d.record(name)
		if err != nil {
			return nil, err
		}
		if record == nil {
			continue
		}
		e := Entry{Name: name, Record: record}
		for _, file := range []string{BitsName, ListsName, RecordName} {
			if info, err := os.Stat(filepath.Join(string(d), name, file)); err == nil {
				e.Bytes += info.Size()
			}
		}
		list = append(list, e)
	}
	return list, nil
}

// record returns the record of a checkpoint, or nil without one.
func (d Dir) record(name string) (*Record, error) {
	file, err := os.Open(filepath.Join(string(d), name, RecordName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Read(file)
}

// names returns those of all checkpoints, with a record or without.
func (d Dir) names() (names []string, err error) {
	entries, err := os.ReadDir(string(d)) // sorted
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names, err
}

// Remove implements [Store].
func (d Dir) Remove(name string) error {
	dir := filepath.Join(string(d), name)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	bits, err := d.lock(dir)
	if err != nil {
		return err
	}
	return d.remove(dir, bits)
}

// remove deletes a checkpoint that was locked, and the directory of all with the last one.
func (d Dir) remove(dir string, bits *os.File) error {
	for _, name := range []string{RecordName, ListsName} { // a record exists only with the other files
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, bits.Close())
		}
	}
	if err := filelock.Remove(bits); err != nil {
		return err
	}
	err := os.Remove(dir)
	os.Remove(string(d)) // fails if there are others
	return err
}

// Clear implements [Store].
func (d Dir) Clear() error {
	names, err := d.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := d.clear(name); err != nil {
			return err
		}
	}
	os.Remove(string(d)) // in case the process that removed the last one died before this; fails if there are others
	return nil
}

// clear deletes a checkpoint without a record, unless somebody has it open.
func (d Dir) clear(name string) error {
	dir := filepath.Join(string(d), name)
	bits, err := d.lock(dir)
	if errors.Is(err, ErrOpen) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return err
	}
	if record, err := d.record(name); record != nil || err != nil {
		return errors.Join(err, bits.Close())
	}
	return d.remove(dir, bits)
}
