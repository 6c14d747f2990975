package write

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/matewright/matewright/core/internal/filelock"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy"
)

// unfinished is the end of the names of files that are being written.
const unfinished = ".part"

// Paths returns the paths of the files of a class in a directory.
func Paths(dir string, class material.Class) [2]string {
	name := filepath.Join(dir, class.String())
	return [2]string{name + syzygy.WDLFile.Extension(), name + syzygy.DTZFile.Extension()}
}

// Are reports whether a directory has both files of a class, with bytes that match their checksums.
func Are(dir string, class material.Class) bool {
	for _, path := range Paths(dir, class) {
		if syzygy.Verify(path) != nil {
			return false
		}
	}
	return true
}

// Save writes the files to a directory. Each has its name only once it is whole. Files of the class are replaced.
func (f *Files) Save(dir string, class material.Class) error {
	for i, path := range Paths(dir, class) {
		data := f.Outcomes
		if i == 1 {
			data = f.Distances
		}
		if err := save(path, data); err != nil {
			return err
		}
	}
	return nil
}

func save(path string, data []byte) (err error) {
	file, err := os.OpenFile(path+unfinished, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	if err := filelock.Try(file); errors.Is(err, filelock.ErrLocked) || !filelock.IsAt(file, path+unfinished) {
		return errors.Join(filelock.ErrLocked, file.Close())
	}
	err = file.Truncate(0) // a process that died may have left it
	if err == nil {
		_, err = file.Write(data)
	}
	if err = errors.Join(err, file.Sync()); err != nil {
		return errors.Join(err, filelock.Remove(file))
	}
	return filelock.Move(file, path, nil)
}
