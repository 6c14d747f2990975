// Package filelock locks open files against other processes, as far as the system can.
package filelock

import (
	"errors"
	"os"
)

// ErrLocked means that another descriptor has the lock. On Windows it may also have a file open that is to be deleted
// or replaced.
var ErrLocked = errors.New("another process has it locked")

// IsAt reports whether an open file has a path. Between its opening and its locking, another process may have deleted,
// moved or replaced it.
func IsAt(file *os.File, path string) bool {
	own, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(own, there)
}

// unfinished is the end of the paths of files that are being written.
const unfinished = ".part"

// WriteFile writes a file that has its path only once it is whole, in place of an older one. If another process writes
// it, the error matches [ErrLocked].
func WriteFile(path string, data []byte) error {
	file, err := os.OpenFile(path+unfinished, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	if err := Try(file); errors.Is(err, ErrLocked) || !IsAt(file, path+unfinished) {
		return errors.Join(ErrLocked, file.Close())
	}
	err = file.Truncate(0) // a process that died may have left it
	if err == nil {
		_, err = file.Write(data)
	}
	if err = errors.Join(err, file.Sync()); err != nil {
		return errors.Join(err, Remove(file))
	}
	return Move(file, path, nil)
}

// Remove deletes an open file and closes it. The file is locked until it is deleted, except on Windows: there no open
// file can be deleted.
func Remove(file *os.File) error {
	return finish(func() error { return os.Remove(file.Name()) }, file.Close)
}

// Move gives an open file a path and closes it, and also the file of that path unless it is nil. Both are locked until
// the file has its new path, except on Windows: there no open file can be renamed or replaced.
func Move(file *os.File, path string, there *os.File) error {
	end := func() error {
		if there == nil {
			return file.Close()
		}
		return errors.Join(file.Close(), there.Close())
	}
	return finish(func() error { return os.Rename(file.Name(), path) }, end)
}
